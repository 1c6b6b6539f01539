import process from 'node:process'
import { conforming } from '../fixtures/reference-connector/conforming.ts'
import { runConnector } from '../fixtures/reference-connector/run.ts'

/**
 * The reference connector that tells its token: in the id of its profile, which is all that is wrong with it but that it
 * gives another external_id to whoever asks again; or elsewhere, by ECHO: `problem` in the refusal of every publish,
 * `version` in that of its implementation, `other-profile` in the id of one more profile.
 */
const { CONNECTOR_TOKEN: token = '', ECHO: where = 'profile' } = process.env
const manifest = conforming.manifest()
const [profile] = manifest.publishing.output_profiles
await runConnector({
  ...conforming,
  manifest: () => {
    if (where === 'version') return { ...manifest, implementation_version: `1.0 ${token}` }
    const telling = profile ? [{ ...profile, id: `note.${token}` }] : []
    if (where === 'profile') return { ...manifest, publishing: { output_profiles: telling } }
    if (where !== 'other-profile') return manifest
    return { ...manifest, publishing: { output_profiles: [...manifest.publishing.output_profiles, ...telling] } }
  },
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
