import process from 'node:process'
import { coverageOf, levelOf } from '../../harness/run/index.ts'
import { checks, requirements } from '../../suites/index.ts'
import type { Arguments } from './index.ts'

export async function list(options: Arguments): Promise<number> {
  const chosen = String(options['what']) as keyof typeof listings
  const { rows, text } = listings[chosen]()
  process.stdout.write(options['json'] === true ? `${JSON.stringify(rows, undefined, 2)}\n` : text)
  return 0
}

interface Listing {
  readonly rows: readonly unknown[]
  readonly text: string
}

const listings = { checks: listChecks, cases: listCases, requirements: listRequirements } as const

function listChecks(): Listing {
  const rows = checks.map(({ id, title, cases }) => ({ id, title, cases: cases.length }))
  return { rows, text: rows.map(({ id, title, cases }) => `${id.padEnd(16)} ${title} (${cases} cases)\n`).join('') }
}

function listCases(): Listing {
  const rows = checks.flatMap(({ id: check, cases }) =>
    cases.map((each) => ({
      id: each.id,
      check,
      title: each.title,
      level: levelOf(each, requirements),
      needs: each.needs,
      each: each.each,
      requirements: each.requirements,
    })),
  )
  const width = Math.max(...rows.map(({ id }) => id.length))
  const text = checks
    .map(({ id, title }) => {
      const lines = rows
        .filter(({ check }) => check === id)
        .map((row) => {
          const needs = row.needs.length > 0 ? ` [needs ${row.needs.join(', ')}]` : ''
          return `  ${row.id.padEnd(width)}  ${row.level === 'should' ? '(should) ' : ''}${row.title}${needs}\n`
        })
      return `${id}: a conforming connector ${title}\n${lines.join('')}\n`
    })
    .join('')
  return { rows, text }
}

function listRequirements(): Listing {
  const { casesOf } = coverageOf(checks, requirements)
  const rows = requirements.map((each) => ({
    id: each.id,
    section: each.section,
    level: each.level,
    statement: each.statement,
    cases: casesOf.get(each.id) ?? [],
    ...(each.cover.by === 'cases' ? {} : { [each.cover.by]: each.cover.reason }),
  }))
  const text = requirements
    .map(({ id, section, level, statement, cover }) => {
      const decided = cover.by === 'cases' ? (casesOf.get(id) ?? []).join(', ') : `${cover.by}: ${cover.reason}`
      return `${id} (${section}, ${level})\n  ${statement}\n  → ${decided}\n`
    })
    .join('')
  return { rows, text }
}
