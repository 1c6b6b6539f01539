import { createHash } from 'node:crypto'

/**
 * The one operation id of a rendition, however often and by whichever process it is published (§3.5.7). Its form is that
 * of R14, and it tells a connector neither the workspace nor the rendition.
 */
export const operationIdOf = (workspaceId: string, renditionId: string): string =>
  `op-${createHash('sha256')
    .update(JSON.stringify([workspaceId, renditionId]))
    .digest('hex')
    .slice(0, 40)}`
