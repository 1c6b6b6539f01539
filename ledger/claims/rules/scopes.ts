import { expect } from '../problem.ts'
import type { ClaimRule } from '../seen.ts'

/** G12: the sets that the contract requires, that the grant has now, and that both runs had. */
export const aboutScopes: ClaimRule = ({ claim: { scopes }, backed }) => {
  const { required, granted } = scopes
  const { backing } = backed ?? {}
  const runs = backing ? [backing.local.run, backing.live.run] : []
  return [
    ...expect(isSet(required) && isSet(granted), 'expected scopes sorted, each once'),
    ...expect(
      required.every((scope) => granted.includes(scope)),
      'granted: expected every required scope',
    ),
    ...expect(
      backing === undefined || isSame(required, backing.projected.contract.required_scopes),
      'required: expected those of the contract',
    ),
    ...expect(
      backing === undefined || isSame(granted, backing.projected.authorization.granted_scopes),
      'granted: expected those of the current grant',
    ),
    ...expect(
      runs.every((run) => isSame(run.required_scopes, required) && isSame(run.granted_scopes, granted)),
      'expected the same scopes in both runs',
    ),
  ]
}

const isSet = (scopes: readonly string[]): boolean =>
  scopes.every((scope, i) => scope !== '' && (i === 0 || String(scopes[i - 1]) < scope))

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((scope) => b.includes(scope))
