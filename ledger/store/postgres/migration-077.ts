import { type LedgerName, ledgerNames } from '../../record/index.ts'
import { keysOf } from '../sqlite/body-keys.ts'
import { checkpointTable, migration, migrationTable, tableOf } from '../tables.ts'
import { guards } from './guards.ts'
import { type Column, ledgerTables } from './ledger-tables.ts'
import { isHash, isPlain } from './patterns.ts'
import { reader, writer } from './roles.ts'

/** Migration 077 as PostgreSQL keeps it. Frozen once published: what it makes is compared with `expected-catalog.ts`. */
export const migration077 = (): string =>
  [
    ...guards,
    ...ledgerNames.flatMap(ledger),
    ...checkpoints,
    ...migrations,
    `GRANT USAGE ON SCHEMA ledger TO ${writer}, ${reader}`,
    `GRANT SELECT ON ALL TABLES IN SCHEMA ledger TO ${writer}, ${reader}`,
    `GRANT INSERT ON ${[...Object.values(tableOf), checkpointTable].map((table) => `ledger.${table}`).join(', ')} TO ${writer}`,
    'REVOKE ALL ON ALL FUNCTIONS IN SCHEMA ledger FROM PUBLIC',
  ].join(';\n')

function ledger(name: LedgerName): readonly string[] {
  const table = `ledger.${tableOf[name]}`
  const { columns, constraints, indexes } = ledgerTables[name]
  const preimage = ["'evidence-ledger/v1'", `'${name}'`, 'seq', 'prev_hash', 'body'].join(' || chr(10) || ')
  const rules = {
    starts_at_one: 'CHECK (seq >= 1)',
    links_to_a_hash: `CHECK (${isHash('prev_hash')})`,
    hash_is_right: `CHECK (record_hash = encode(sha256(convert_to(${preimage}, 'UTF8')), 'hex'))`,
    body_is_plain: `CHECK (length(body) <= 16384 AND ${isPlain('body')})`,
    signatures_are_plain: `CHECK (length(signatures) <= 4096 AND ${isPlain('signatures')} AND json_typeof(signatures::json) = 'array')`,
    belongs_here: `CHECK (body::json ->> 'ledger' = '${name}' AND body::json ->> 'v' = '1')`,
    ...constraints,
  }
  return [
    `CREATE TABLE ${table} (
  seq bigint PRIMARY KEY,
  prev_hash text COLLATE "C" NOT NULL UNIQUE,
  record_hash text COLLATE "C" NOT NULL UNIQUE,
  body text COLLATE "C" NOT NULL,
  signatures text COLLATE "C" NOT NULL,
${[...columns.map(columnText), ...Object.entries(rules).map(([rule, says]) => `  CONSTRAINT ${nameOfRule(name, rule, says)} ${says}`)].join(',\n')}
)`,
    ...Object.entries(indexes).map(
      ([purpose, over]) => `CREATE INDEX ${tableOf[name]}_${purpose} ON ${table} (${over})`,
    ),
    `CREATE TRIGGER guard_append BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION ledger.guard_append('${keysOf(name)}')`,
    ...(name === 'certification_run' ? [wholeRun(table)] : []),
    ...(name === 'certification_check'
      ? [`CREATE TRIGGER guard_check BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION ledger.guard_check()`]
      : []),
    ...appendOnly(table, 'guard_append', ...(ownGuard[name] ?? [])),
  ]
}

/** What an index enforces is named like one: those names are unique in their schema. */
const nameOfRule = (name: LedgerName, rule: string, says: string): string =>
  says.startsWith('UNIQUE') ? `${tableOf[name]}_${rule}` : rule

const ownGuard: Partial<Record<LedgerName, readonly string[]>> = {
  certification_run: ['guard_run'],
  certification_check: ['guard_check'],
}

/** Its checks come after it in the same transaction. */
const wholeRun = (table: string): string =>
  `CREATE CONSTRAINT TRIGGER guard_run AFTER INSERT ON ${table} DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION ledger.guard_run()`

const columnText = ({ name, from, type, check, optional }: Column): string =>
  `  ${name} ${type}${type === 'text' ? ' COLLATE "C"' : ''} GENERATED ALWAYS AS (${from}) STORED` +
  (optional ? '' : ' NOT NULL') +
  (check === undefined ? '' : ` CONSTRAINT ${name}_is_well_formed CHECK (${check})`)

/** ALWAYS: otherwise a session that poses as a replica would skip these triggers. */
function appendOnly(table: string, ...guardNames: readonly string[]): readonly string[] {
  return [
    `CREATE TRIGGER refuse_change BEFORE UPDATE OR DELETE OR TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION ledger.refuse_change()`,
    `CREATE TRIGGER refuse_change_of_row BEFORE UPDATE OR DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION ledger.refuse_change()`,
    ...['refuse_change', 'refuse_change_of_row', ...guardNames].map(
      (trigger) => `ALTER TABLE ${table} ENABLE ALWAYS TRIGGER ${trigger}`,
    ),
  ]
}

const checkpoints = [
  `CREATE TABLE ledger.${checkpointTable} (
  seq bigint PRIMARY KEY,
  envelope text COLLATE "C" NOT NULL,
  CONSTRAINT envelope_is_an_object CHECK (length(envelope) <= 16384 AND json_typeof(envelope::json) = 'object')
)`,
  `CREATE TRIGGER guard_checkpoint BEFORE INSERT ON ledger.${checkpointTable} FOR EACH ROW EXECUTE FUNCTION ledger.guard_checkpoint()`,
  ...appendOnly(`ledger.${checkpointTable}`, 'guard_checkpoint'),
]

const migrations = [
  `CREATE TABLE ledger.${migrationTable} (version integer PRIMARY KEY CONSTRAINT is_ours CHECK (version = ${migration}))`,
  `INSERT INTO ledger.${migrationTable} VALUES (${migration})`,
  ...appendOnly(`ledger.${migrationTable}`),
]
