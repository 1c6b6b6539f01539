import * as assert from 'uvu/assert'
import type { AttackRow, Outcome } from '../attacks/attack.test.support.ts'
import { sharedCluster } from '../postgres-cluster.test.support.ts'
import { type PostgresAttack, postgresAttacks, type Way } from './attack-list.test.support.ts'
import { attackers, type Attacker, openSite, type Site } from './attack-site.test.support.ts'

/** Tries everything. @throws where there is no PostgreSQL */
export async function postgresAttackRows(): Promise<readonly AttackRow[]> {
  const rows: AttackRow[] = []
  for (const attack of postgresAttacks) rows.push(...rowsOf(attack, await outcomes(attack)))
  return rows
}

/** One for each thing that came of an attack, with everybody for whom it did. */
export function rowsOf({ id, does }: PostgresAttack, seen: Readonly<Record<Attacker, string>>): readonly AttackRow[] {
  return [...new Set(Object.values(seen))].map((says) => ({
    id,
    what: does,
    who: attackers.filter((as) => seen[as] === says).join(', '),
    outcome: outcomeSaid(says),
  }))
}

function outcomeSaid(says: string): Outcome {
  const [, refusal] = /^refused (.*)$/.exec(says.replaceAll(' or refused ', ' or ')) ?? []
  if (refusal !== undefined)
    return { is: 'rejected', by: `SQLSTATE ${refusal.replace('found:', 'and `verify` names:')}` }
  const [, found] = /^found: (.*)$/.exec(says) ?? []
  return found === undefined ? { is: 'without effect', by: 'nothing changed' } : { is: 'detected', by: found }
}

/** What came of all its ways for each attacker, on other ledgers as soon as one has changed something. */
export async function outcomes(attack: PostgresAttack): Promise<Record<Attacker, string>> {
  const cluster = await sharedCluster()
  const seen: Record<Attacker, string> = { writer: '', owner: '', superuser: '' }
  let site = await openSite(cluster)
  try {
    for (const as of attackers) {
      const all = new Set<string>()
      for (let index = 0; ; index += 1) {
        const way = (await attack.ways(site, as))[index]
        if (!way) break
        const { says, dirty } = await outcomeOfWay(site, attack, as, way)
        all.add(says)
        if (!dirty) continue
        await site[Symbol.asyncDispose]()
        site = await openSite(cluster)
      }
      seen[as] = [...all].join(' or ')
    }
  } finally {
    await site[Symbol.asyncDispose]()
  }
  return seen
}

async function outcomeOfWay(
  site: Site,
  { before, after }: PostgresAttack,
  as: Attacker,
  way: Way,
): Promise<{ says: string; dirty: boolean }> {
  const { cluster, database } = site.ledgers
  const run = async (sql = ''): Promise<void> => {
    if (sql !== '') await cluster.run(database, sql)
  }
  await run(before?.(as))
  try {
    const refusal = await site.attack(as, way)
    const findings = await site.findings()
    const found = findings.length > 0 ? [`found: ${findings.join(', ')}`] : []
    // Where the schema differs nothing is appended.
    if (findings.includes('schema')) assert.is(await site.appending(), 'tampered-schema')
    if (refusal !== undefined) {
      return { says: [`refused ${refusal}`, ...found].join('; '), dirty: findings.length > 0 }
    }
    if (findings.length === 0) assert.is(await site.appending(), 'ok')
    return { says: found[0] ?? 'no effect', dirty: true }
  } finally {
    await run(after?.(as))
  }
}
