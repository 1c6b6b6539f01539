import type { Manifest } from '../protocol/index.ts'
import { type Facts, known } from './facts.ts'

/** What a driver knows of a connector whose preparation went well. */
export const plainFacts: Facts = {
  // Safe: of the manifest only the revision is looked at.
  manifest: known({ capability_revision: '1' } as Manifest),
  connectionRef: known('connection-1'),
  workspaceId: 'workspace-1',
  workspaceRefused: undefined,
  undisturbedMillis: 1,
}
