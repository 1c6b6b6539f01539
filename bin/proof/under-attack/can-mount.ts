import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'

/** Whether this user may mount a file system in a namespace of its own. */
export function canMount(): boolean {
  const probe = ['--mount', '--map-root-user', 'mount', '-t', 'tmpfs', 'none', tmpdir()]
  return spawnSync('unshare', probe, { stdio: 'ignore' }).status === 0
}
