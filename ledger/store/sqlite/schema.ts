import { genesisHash, type LedgerName, ledgerNames } from '../../record/index.ts'
import { checkpointTable, migration, migrationTable, tableOf } from '../tables.ts'
import { keysOf } from './body-keys.ts'
import { type Column, ledgerTables } from './ledger-tables.ts'
import { isHash, isId, isOneOf, isOperator, isPlain, isTime } from './patterns.ts'

/**
 * Migration 077 as SQLite keeps it: no `IF NOT EXISTS`, which would leave an impostor of the same name in place, and every
 * statement word for word in `sqlite_schema`, where it is compared.
 */
export const schema: readonly string[] = [
  `CREATE TABLE ${migrationTable} (
  version INTEGER PRIMARY KEY CHECK (version = ${migration})
) STRICT`,
  ...appendOnly(migrationTable),
  ...ledgerNames.flatMap(ledger),
  `CREATE TABLE ${checkpointTable} (
  seq INTEGER PRIMARY KEY CHECK (seq >= 1),
  envelope TEXT NOT NULL CHECK (length(envelope) BETWEEN 2 AND 16384 AND json_valid(envelope))
) STRICT`,
  ...appendOnly(checkpointTable),
  guard(checkpointTable, [nextInLine(checkpointTable)]),
]

/*
 * Functions, not constants, below: the schema is made while this file is loaded.
 */

/** What the one row of the migration table is made with. */
export const migrationRow: string = `INSERT INTO main.${migrationTable} (version) VALUES (${migration})`

interface Condition {
  readonly when: string
  readonly says: string
}

function ledger(name: LedgerName): readonly string[] {
  const table = tableOf[name]
  const { columns, constraints, indexes, guards } = ledgerTables[name]
  return [
    `CREATE TABLE ${table} (
  seq INTEGER PRIMARY KEY CHECK (seq >= 1),
  prev_hash TEXT NOT NULL UNIQUE CHECK (${isHash('prev_hash')}),
  record_hash TEXT NOT NULL UNIQUE CHECK (${isHash('record_hash')}),
  body TEXT NOT NULL CONSTRAINT body_is_plain CHECK (length(body) BETWEEN 2 AND 16384 AND ${isPlain('body')} AND json_valid(body)),
  signatures TEXT NOT NULL CONSTRAINT signatures_are_plain CHECK (length(signatures) BETWEEN 2 AND 4096 AND ${isPlain('signatures')} AND json_valid(signatures)),
${[...commonColumns(name), ...columns].map(columnText).join(',\n')}${constraints.map((each) => `,\n  ${each}`).join('')}
) STRICT`,
    ...Object.entries(indexes).map(([purpose, over]) => `CREATE INDEX ${table}_${purpose} ON ${table} (${over})`),
    ...appendOnly(table),
    guard(table, [nextInLine(table), ...inChain(table), ...wellMade(name), ...guards]),
  ]
}

function commonColumns(name: LedgerName): readonly Column[] {
  return [
    { name: 'id', from: `json_extract(body, '$.id')`, type: 'TEXT', check: isId('id') },
    { name: 'ledger', from: `json_extract(body, '$.ledger')`, type: 'TEXT', check: isOneOf('ledger', [name]) },
    { name: 'v', from: `json_extract(body, '$.v')`, type: 'INTEGER', check: 'v = 1' },
    {
      name: 'operator_ref',
      from: `json_extract(body, '$.operator_ref')`,
      type: 'TEXT',
      check: isOperator('operator_ref'),
    },
    { name: 'created_at', from: `json_extract(body, '$.recorded_at')`, type: 'TEXT', check: isTime('created_at') },
  ]
}

function columnText({ name, from, type, check, optional }: Column): string {
  return (
    `  ${name} ${type}${optional ? '' : ' NOT NULL'}${name === 'id' ? ' UNIQUE' : ''} GENERATED ALWAYS AS (${from}) STORED` +
    (check === undefined ? '' : ` CONSTRAINT ${name}_is_valid CHECK (${check})`)
  )
}

function appendOnly(table: string): readonly string[] {
  return ['update', 'delete'].map(
    (action) => `CREATE TRIGGER ${table}_append_only_${action} BEFORE ${action.toUpperCase()} ON ${table} BEGIN
  SELECT RAISE(ABORT, '${table} is append-only');
END`,
  )
}

/**
 * What stands between a row and its ledger. REPLACE takes rows away without a DELETE trigger unless a connection asks for
 * it; here it never gets that far, because this runs before it.
 */
function guard(table: string, conditions: readonly Condition[]): string {
  const checks = conditions.map(({ when, says }) => `  SELECT RAISE(ABORT, '${table}: ${says}') WHERE ${when};`)
  return `CREATE TRIGGER ${table}_append BEFORE INSERT ON ${table} BEGIN\n${checks.join('\n')}\nEND`
}

function nextInLine(table: string): Condition {
  return {
    when: `NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM ${table})`,
    says: 'seq is one more than the highest',
  }
}

function inChain(table: string): readonly Condition[] {
  return [
    {
      when: `NEW.prev_hash IS NOT coalesce((SELECT record_hash FROM ${table} ORDER BY seq DESC LIMIT 1), '${genesisHash}')`,
      says: 'prev_hash is the hash of the last record',
    },
    {
      when: `EXISTS (SELECT 1 FROM ${table} WHERE record_hash = NEW.record_hash)`,
      says: 'a record with this hash is there already',
    },
    { when: `EXISTS (SELECT 1 FROM ${table} WHERE id = NEW.id)`, says: 'a record with this id is there already' },
  ]
}

function wellMade(name: LedgerName): readonly Condition[] {
  return [
    {
      when: `(SELECT group_concat(key, ' ') FROM json_each(NEW.body)) IS NOT '${keysOf(name)}'`,
      says: 'the body has exactly its keys, sorted',
    },
    {
      when: `EXISTS (SELECT 1 FROM json_each(NEW.body) WHERE type NOT IN ('text', 'integer', 'array', 'null'))`,
      says: 'the body is flat',
    },
    { when: `json(NEW.body) IS NOT NEW.body`, says: 'the body is in canonical form' },
  ]
}
