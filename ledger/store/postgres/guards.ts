import { checkpointTable, tableOf } from '../tables.ts'

/** Appends wait for one another on this advisory lock of the database; whoever knows the number can make them wait. */
export const appendLock = 7_707_700_770_077

// pg_temp last: otherwise whoever may make temporary tables puts one before ours.
const head = 'LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp'

/**
 * What one row alone cannot tell. Whatever a row can tell is a CHECK of its table: those hold after every trigger, and
 * whatever `session_replication_role` says.
 */
export const guards: readonly string[] = [
  `CREATE FUNCTION ledger.refuse_change() RETURNS trigger ${head} AS $$
BEGIN
  RAISE EXCEPTION 'ledger.% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$`,

  `CREATE FUNCTION ledger.guard_append() RETURNS trigger ${head} AS $$
DECLARE
  head_seq bigint;
  head_hash text;
  is_there boolean;
  keys text[];
  odd text;
BEGIN
  PERFORM pg_advisory_xact_lock(${appendLock});
  EXECUTE format('SELECT seq, record_hash FROM %I.%I ORDER BY seq DESC LIMIT 1', TG_TABLE_SCHEMA, TG_TABLE_NAME)
    INTO head_seq, head_hash;
  IF NEW.seq IS DISTINCT FROM coalesce(head_seq, 0) + 1
     OR NEW.prev_hash IS DISTINCT FROM coalesce(head_hash, repeat('0', 64)) THEN
    RAISE EXCEPTION 'ledger.%: does not follow record %', TG_TABLE_NAME, coalesce(head_seq, 0)
      USING ERRCODE = 'check_violation';
  END IF;

  SELECT array_agg(key ORDER BY n) INTO keys FROM json_object_keys(NEW.body::json) WITH ORDINALITY AS k (key, n);
  IF keys IS DISTINCT FROM string_to_array(TG_ARGV[0], ' ') THEN
    RAISE EXCEPTION 'ledger.%: keys are not the right ones, once each and sorted', TG_TABLE_NAME
      USING ERRCODE = 'check_violation';
  END IF;
  SELECT key INTO odd FROM json_each(NEW.body::json) WHERE NOT CASE json_typeof(value)
    WHEN 'string' THEN true
    WHEN 'number' THEN value::text ~ '^(0|[1-9][0-9]{0,15})$'
    WHEN 'null' THEN key = 'expires_at'
    WHEN 'array' THEN value::text = coalesce(
      (SELECT '["' || string_agg(DISTINCT one, '","' ORDER BY one) || '"]'
         FROM (SELECT t COLLATE "C" FROM json_array_elements_text(value) AS t) AS texts (one)), '[]')
    ELSE false
  END LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'ledger.%: % is not a value in its one form', TG_TABLE_NAME, odd USING ERRCODE = 'check_violation';
  END IF;

  EXECUTE format('SELECT EXISTS (SELECT FROM %I.%I WHERE id = $1)', TG_TABLE_SCHEMA, TG_TABLE_NAME)
    INTO is_there USING NEW.body::json ->> 'id';
  IF is_there THEN
    RAISE EXCEPTION 'ledger.%: the id is there already', TG_TABLE_NAME USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$`,

  `CREATE FUNCTION ledger.guard_check() RETURNS trigger ${head} AS $$
DECLARE
  run text := NEW.body::json ->> 'run_id';
  run_seq bigint;
  room bigint;
BEGIN
  SELECT r.seq, r.check_count - (SELECT count(*) FROM ledger.${tableOf.certification_check} AS c WHERE c.run_id = run)
    INTO run_seq, room FROM ledger.${tableOf.certification_run} AS r WHERE r.id = run;
  -- In the order of their runs: that is how both are read side by side.
  IF run_seq IS NULL OR run_seq < (SELECT r.seq FROM ledger.${tableOf.certification_check} AS c
      JOIN ledger.${tableOf.certification_run} AS r ON r.id = c.run_id ORDER BY c.seq DESC LIMIT 1) THEN
    RAISE EXCEPTION 'ledger.%: the run is not there, or later ones have checks', TG_TABLE_NAME
      USING ERRCODE = 'check_violation';
  END IF;
  IF coalesce(room, 0) <= 0 THEN
    RAISE EXCEPTION 'ledger.%: the run has all its checks', TG_TABLE_NAME USING ERRCODE = 'check_violation';
  END IF;
  IF EXISTS (SELECT FROM ledger.${tableOf.certification_check} AS c
             WHERE c.run_id = run AND c.kind = NEW.body::json ->> 'kind') THEN
    RAISE EXCEPTION 'ledger.%: the run has a check of this kind', TG_TABLE_NAME USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$`,

  // At the end of the transaction: the checks come after their run.
  `CREATE FUNCTION ledger.guard_run() RETURNS trigger ${head} AS $$
DECLARE
  digest text;
BEGIN
  SELECT 'sha256:' || encode(sha256(convert_to('[' || string_agg(body, ',' ORDER BY kind) || ']', 'UTF8')), 'hex')
    INTO digest FROM ledger.${tableOf.certification_check} WHERE run_id = NEW.id;
  IF digest IS DISTINCT FROM NEW.body::json ->> 'checks_digest' THEN
    RAISE EXCEPTION 'ledger.%: record % is not there with exactly its checks', TG_TABLE_NAME, NEW.seq
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$`,

  `CREATE FUNCTION ledger.guard_checkpoint() RETURNS trigger ${head} AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(${appendLock});
  IF NEW.seq IS DISTINCT FROM (SELECT coalesce(max(seq), 0) + 1 FROM ledger.${checkpointTable}) THEN
    RAISE EXCEPTION 'ledger.%: does not follow the newest', TG_TABLE_NAME USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$`,
]
