import type { CaseContext } from '../harness/checks/context.ts'
import { expectNoComplaint, expectSuccess, musts } from '../harness/checks/expect.ts'
import { require } from '../harness/checks/facts.ts'
import { checkConnection, type Connection } from '../harness/protocol/index.ts'

/** Connects the workspace of the run; the answer if it is a connection of the right shape. */
export async function connectWorkspace({ connector }: CaseContext): Promise<Connection> {
  const { workspaceId, workspaceRefused } = connector.facts
  // R9: a connector may serve its own workspaces only, so the refusal of one that we made up proves nothing.
  if (workspaceRefused) require(workspaceRefused)
  const exchange = await connector.send(connector.request('connect', { workspace_id: workspaceId }))
  const value = expectSuccess(exchange, 'a connection')
  expectNoComplaint(musts(checkConnection(value)), 'the connection')
  return value as Connection
}
