import process from 'node:process'
import { conforming } from '../fixtures/reference-connector/conforming.ts'
import { runConnector } from '../fixtures/reference-connector/run.ts'

/**
 * The reference connector that tells its token: in the id of its profile, which is all that is wrong with it but that it
 * gives another external_id to whoever asks again, or with ECHO=problem in the refusal of every publish.
 */
const { CONNECTOR_TOKEN: token = '', ECHO: where = 'profile' } = process.env
const manifest = conforming.manifest()
const [profile] = manifest.publishing.output_profiles
await runConnector({
  ...conforming,
  manifest: () =>
    profile && where === 'profile'
      ? { ...manifest, publishing: { output_profiles: [{ ...profile, id: `note.${token}` }] } }
      : manifest,
  published: (operation, occasion, rules) =>
    conforming.published(
      occasion === 'publish' ? operation : { ...operation, externalId: `${operation.externalId}.again` },
      occasion,
      rules,
    ),
  finish: (reply, about) =>
    where === 'problem' && about.route === 'publish'
      ? {
          status: 422,
          body: { title: `No ${token}`, status: 422, kind: token, detail: `${token} is wrong`, outcome: 'rejected' },
        }
      : conforming.finish(reply, about),
})
