import type { Backing } from './backing.ts'

/** When the first of everything ends that a claim rests on: approval, both runs, runtime controls, the grant. */
export const earliestEnd = ({ review, controls, local, live, projected }: Backing): string =>
  [
    review.expires_at,
    local.run.expires_at,
    live.run.expires_at,
    ...controls.flatMap(({ expires_at }) => expires_at ?? []),
    ...(projected.authorization.expires_at === null ? [] : [projected.authorization.expires_at]),
  ].reduce((earliest, each) => (each < earliest ? each : earliest))
