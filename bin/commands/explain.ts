import process from 'node:process'
import type { Case, Check } from '../../harness/checks/define.ts'
import type { Invariant } from '../../harness/history/finding.ts'
import { coverageOf, didYouMean, levelOf } from '../../harness/run/index.ts'
import {
  checks,
  explanationOf,
  getRequirement,
  type Requirement,
  requirements,
  usualCauseOf,
} from '../../suites/index.ts'
import { invariants, isInvariant } from '../../suites/invariants.ts'
import { UsageError } from '../usage-error.ts'
import type { Arguments } from './index.ts'

export async function explain(options: Arguments): Promise<number> {
  process.stdout.write(`${explanation(String(options['id']))}\n`)
  return 0
}

function explanation(id: string): string {
  const check = checks.find((each) => each.id === id)
  if (check) return explainCheck(check)
  const found = checks.flatMap(({ cases }) => cases).find((each) => each.id === id)
  if (found) return explainCase(found)
  if (isInvariant(id)) return explainInvariant(id)
  const requirement = getRequirement(id)
  if (requirement) return explainRequirements([requirement])
  // `R6` and `§2.9` stand for everything written there.
  const written = requirements.filter(({ section }) => section === id || section === `§${id}`)
  if (written.length > 0) return explainRequirements(written)
  const ids = checks.flatMap(({ id: check, cases }) => [check, ...cases.map((each) => each.id)])
  const mend = didYouMean(id, ids) ?? '`touchstone list` and `touchstone list requirements` show them all'
  throw new UsageError(`there is no check, case or requirement "${id}"; ${mend}`)
}

function explainCheck({ id, title, cases }: Check): string {
  const { why, usualCauses, mend } = explanationOf(id) ?? { why: '', usualCauses: [], mend: [] }
  return [
    `${id}: a conforming connector ${title}.`,
    '',
    why,
    '',
    section('Usual causes', usualCauses),
    section('How to mend it', mend),
    section(
      'Cases',
      cases.map((each) => `${each.id}: ${each.title}`),
    ),
  ].join('\n')
}

function explainCase(found: Case): string {
  const check = checks.find(({ cases }) => cases.includes(found))
  const { why, mend } = explanationOf(found.id) ?? { why: '', mend: [] }
  return [
    `${found.id} (${levelOf(found, requirements)}): a conforming connector ${found.title}.`,
    '',
    section('The rules it decides', found.requirements.map(inFull)),
    section('Needs', found.needs.length > 0 ? found.needs : ['a URL and a token']),
    check ? `Why: ${why}\n` : '',
    section('Usual cause', [usualCauseOf(found.id) ?? 'not known']),
    section('How to mend it', mend),
    `Run it alone: touchstone run --only ${found.id}`,
  ].join('\n')
}

function explainInvariant(id: Invariant): string {
  const { rule, meaning, requirements: follows, checks: belongs } = invariants[id]
  return [
    `${id}: ${rule}`,
    '',
    meaning,
    '',
    section('Follows from', follows.map(inFull)),
    section(
      'Belongs to',
      belongs.map((check) => `${check}: ${explanationOf(check)?.title}`),
    ),
    'The history of every operation is judged by it, so a case of another check may show it too.',
  ].join('\n')
}

function inFull(id: string): string {
  const requirement = getRequirement(id)
  return requirement ? `${id} (${requirement.section}): ${requirement.statement}` : id
}

function explainRequirements(chosen: readonly Requirement[]): string {
  const { casesOf } = coverageOf(checks, requirements)
  return chosen
    .map(({ id, section: place, level, statement, cover }) =>
      [
        `${id} (${place}, ${level})`,
        `  ${statement}`,
        cover.by === 'cases'
          ? section('Decided by', casesOf.get(id) ?? [])
          : `  Not decided by a case (${cover.by}): ${cover.reason}\n`,
      ].join('\n'),
    )
    .join('\n')
}

const section = (heading: string, lines: readonly string[]): string =>
  `${heading}:\n${lines.map((line) => `  - ${line}`).join('\n')}\n`
