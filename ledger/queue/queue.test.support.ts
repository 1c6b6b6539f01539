import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Rendition, operationIdOf } from '../../harness/host/index.ts'
import { subject } from '../store/sample-bodies.test.support.ts'
import type { NewEntry } from './queue.ts'

/** A rendition for the connector that `scripted-connector.test.support.ts` starts. */
export const rendition = (id = 'rendition-1', request: Partial<Rendition['request']> = {}): Rendition => ({
  renditionId: id,
  workspaceId: 'w-1',
  accountId: 'acct-1',
  request: {
    operation_id: operationIdOf('w-1', id),
    connection_ref: 'conn-1',
    capability_revision: 'r-1',
    output_profile: 'text.post',
    content: 'hello',
    settings: {},
    ...request,
  },
})

export const entry = (id?: string, more: Partial<NewEntry> = {}): NewEntry => ({
  rendition: rendition(id),
  provider: 'scripted',
  operation: 'publish_immediate',
  intent: 'production',
  orderedBy: 'someone',
  notBefore: '2026-01-01T00:00:00.000Z',
  subject: subject(),
  ...more,
})

/** A place for ledgers in a folder of its own. */
export async function place(): Promise<AsyncDisposable & { readonly path: string; readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'queue-'))
  return {
    folder,
    path: join(folder, 'evidence.sqlite'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}
