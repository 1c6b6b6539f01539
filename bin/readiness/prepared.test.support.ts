import { chmod, copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { healthy } from '../../ledger/readiness/healthy.test.support.ts'
import { manifestOf } from '../../ledger/readiness/manifest.test.support.ts'
import { trustedKeysText } from '../../ledger/record/index.ts'
import type { Place } from '../cli.test.support.ts'

const manifest = manifestOf('blog', 'blog.post')

/** A readiness file of one provider that is ready and one that is not there yet. */
export const readinessFile = `providers:
  - id: blog
    manifest: manifest.json
    app: { state: configured, source: environment, label: blog-app }
    accounts:
      - { id: acct-1, workspace_id: w-1, policy: allowed, grant: { state: valid } }
  - id: later
    implemented: false
    app: { state: missing, label: later-app }
`

/** A ledger that verifies, with its keys, and a readiness file. */
export async function prepareReadiness(place: Place): Promise<void> {
  await using set = await healthy()
  const keys = join(place.path, 'touchstone-keys')
  await mkdir(keys)
  await place.write('touchstone-keys/fingerprint.key', `${Buffer.alloc(32, 7).toString('hex')}\n`)
  await chmod(join(keys, 'fingerprint.key'), 0o600)
  await place.write('touchstone-keys/trusted-keys.json', trustedKeysText(set.trusted))
  await place.write('manifest.json', JSON.stringify(manifest))
  await place.write('readiness.yaml', readinessFile)
  await set.store[Symbol.asyncDispose]()
  await copyFile(set.path, join(place.path, 'evidence.sqlite'))
}
