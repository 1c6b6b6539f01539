import { owner, reader, writer } from './roles.ts'

/*
 * Everything that decides what the tables of schema `ledger` accept and show, one line each: what it is, and how it is.
 * Raw fields of the catalog rather than its renderings where that can be, for those change between versions.
 */

const onOurs = `pg_class AS t JOIN pg_namespace AS s ON s.oid = t.relnamespace AND s.nspname = 'ledger'`

/** Rights of everybody but the owner, who has all. */
const rights = (what: string, acl: string, from: string): string => `
SELECT 'rights of ' || CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(a.grantee) END || ' on ' || ${what},
  string_agg(a.privilege_type || CASE WHEN a.is_grantable THEN ' with grant option' ELSE '' END, ', ' ORDER BY a.privilege_type COLLATE "C")
FROM ${from}, aclexplode(${acl}) AS a WHERE pg_get_userbyid(a.grantee) <> '${owner}' GROUP BY 1`

/**
 * Who may act as a role, directly or through other roles. Since version 16, whoever made a role administers it without
 * being able to act as it. Superusers, who may act as anybody, are in it only as members.
 */
const membersOf = (role: string): string => `(WITH RECURSIVE acting AS (
    SELECT oid AS role FROM pg_roles WHERE rolname = '${role}'
    UNION SELECT m.member FROM pg_auth_members AS m JOIN acting ON m.roleid = acting.role
    WHERE coalesce((to_jsonb(m) ->> 'set_option')::boolean, true) OR coalesce((to_jsonb(m) ->> 'inherit_option')::boolean, true))
  SELECT role FROM acting WHERE pg_get_userbyid(role) <> '${role}') AS members`

const parts: readonly string[] = [
  `SELECT 'schema', 'owner ' || pg_get_userbyid(nspowner) FROM pg_namespace WHERE nspname = 'ledger'`,

  `SELECT 'role ' || rolname, concat_ws(', ', CASE WHEN rolcanlogin THEN 'logs in' ELSE 'does not log in' END, CASE WHEN rolsuper THEN 'superuser' END,
    CASE WHEN rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls THEN 'has attributes' END,
    'holds roles ' || (SELECT string_agg(pg_get_userbyid(m.roleid), ' ' ORDER BY 1) FROM pg_auth_members AS m WHERE m.member = r.oid))
   FROM pg_roles AS r WHERE rolname IN ('${owner}', '${writer}', '${reader}')`,

  `SELECT 'role ' || pg_get_userbyid(role), 'may act as ${owner}' FROM ${membersOf(owner)}`,

  // Whoever appends could switch off what keeps the tables append-only.
  `SELECT 'role ' || pg_get_userbyid(role), 'appends, and may act as a superuser' FROM ${membersOf(writer)}
   WHERE EXISTS (SELECT FROM pg_roles AS s WHERE s.rolsuper AND pg_has_role(role, s.oid, 'MEMBER'))`,

  `SELECT 'relation ' || t.relname, concat_ws(', ', 'kind ' || t.relkind::text, 'persistence ' || t.relpersistence::text, 'owner ' || pg_get_userbyid(t.relowner),
    CASE WHEN t.relrowsecurity OR t.relforcerowsecurity THEN 'row security' END, CASE WHEN t.relispartition THEN 'partition' END,
    CASE WHEN i.indexrelid IS NOT NULL THEN pg_get_indexdef(t.oid) END, CASE WHEN NOT i.indisvalid OR NOT i.indisready THEN 'invalid' END)
   FROM ${onOurs} LEFT JOIN pg_index AS i ON i.indexrelid = t.oid`,

  `SELECT 'column ' || t.relname || '.' || c.attname, concat_ws(', ', 'number ' || c.attnum, format_type(c.atttypid, c.atttypmod),
    (SELECT 'collation ' || collname FROM pg_collation WHERE oid = c.attcollation), CASE WHEN c.attnotnull THEN 'not null' END,
    CASE c.attgenerated WHEN 's' THEN 'generated' WHEN '' THEN NULL ELSE 'generated ' || c.attgenerated::text END, pg_get_expr(d.adbin, d.adrelid))
   FROM ${onOurs} JOIN pg_attribute AS c ON c.attrelid = t.oid AND c.attnum > 0 AND NOT c.attisdropped AND t.relkind <> 'i'
   LEFT JOIN pg_attrdef AS d ON d.adrelid = c.attrelid AND d.adnum = c.attnum`,

  // Version 18 lists NOT NULL among the constraints; the columns tell already.
  `SELECT 'constraint ' || c.conname || ' on ' || t.relname, concat_ws(', ', pg_get_constraintdef(c.oid),
    CASE WHEN NOT c.convalidated THEN 'not validated' END, CASE WHEN c.connoinherit AND c.contype = 'c' THEN 'not inherited' END)
   FROM ${onOurs} JOIN pg_constraint AS c ON c.conrelid = t.oid WHERE c.contype <> 'n'`,

  `SELECT 'trigger ' || CASE WHEN g.tgisinternal THEN 'of ' || c.conname || ' ' || f.proname ELSE g.tgname END || ' on ' || t.relname,
    concat_ws(', ', 'fires ' || g.tgenabled::text, CASE WHEN NOT g.tgisinternal THEN pg_get_triggerdef(g.oid) END)
   FROM ${onOurs} JOIN pg_trigger AS g ON g.tgrelid = t.oid JOIN pg_proc AS f ON f.oid = g.tgfoid
   LEFT JOIN pg_constraint AS c ON c.oid = g.tgconstraint`,

  `SELECT 'function ' || f.proname || '(' || pg_get_function_identity_arguments(f.oid) || ')', concat_ws(', ', 'owner ' || pg_get_userbyid(f.proowner),
    l.lanname, 'kind ' || f.prokind::text, 'volatility ' || f.provolatile::text, CASE WHEN f.prosecdef THEN 'security definer' END,
    array_to_string(f.proconfig, '; '), 'source ' || encode(sha256(convert_to(f.prosrc, 'UTF8')), 'hex'))
   FROM pg_proc AS f JOIN pg_namespace AS s ON s.oid = f.pronamespace AND s.nspname = 'ledger' JOIN pg_language AS l ON l.oid = f.prolang`,

  `SELECT 'rule ' || r.rulename || ' on ' || t.relname, 'enabled ' || r.ev_enabled::text FROM ${onOurs} JOIN pg_rewrite AS r ON r.ev_class = t.oid`,
  `SELECT 'policy ' || p.polname || ' on ' || t.relname, 'for ' || p.polcmd::text FROM ${onOurs} JOIN pg_policy AS p ON p.polrelid = t.oid`,
  `SELECT 'inheritance of ' || i.inhparent::regclass, 'by ' || i.inhrelid::regclass FROM pg_inherits AS i
   JOIN ${onOurs} ON t.oid IN (i.inhparent, i.inhrelid) AND t.relkind NOT IN ('i', 'I')`,
  // A table brings its row type and an array of it.
  `SELECT 'type ' || y.typname, 'kind ' || y.typtype::text FROM pg_type AS y JOIN pg_namespace AS s ON s.oid = y.typnamespace AND s.nspname = 'ledger'
   WHERE y.typrelid = 0 AND y.typcategory <> 'A'`,

  rights(
    "'schema'",
    "coalesce(nspacl, acldefault('n', nspowner))",
    `(SELECT * FROM pg_namespace WHERE nspname = 'ledger') AS n`,
  ),
  rights(
    't.relname',
    "coalesce(t.relacl, acldefault('r', t.relowner))",
    `(SELECT t.* FROM ${onOurs} WHERE t.relkind <> 'i') AS t`,
  ),
  rights(
    'c.name',
    'c.attacl',
    `(SELECT t.relname || '.' || attname AS name, attacl FROM ${onOurs} JOIN pg_attribute ON attrelid = t.oid) AS c`,
  ),
  rights(
    "f.proname || '()'",
    "coalesce(f.proacl, acldefault('f', f.proowner))",
    `(SELECT f.* FROM pg_proc AS f JOIN pg_namespace AS s ON s.oid = f.pronamespace AND s.nspname = 'ledger') AS f`,
  ),

  // What lets others get round the tables without touching them.
  `SELECT 'rights of PUBLIC on this database', 'TEMPORARY' FROM pg_database, aclexplode(coalesce(datacl, acldefault('d', datdba))) AS a
   WHERE datname = current_database() AND a.grantee = 0 AND a.privilege_type = 'TEMPORARY'`,
  `SELECT 'setting session_replication_role', 'may be set by ' || string_agg(CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(a.grantee) END, ' ')
   FROM pg_parameter_acl, aclexplode(paracl) AS a WHERE parname = 'session_replication_role' AND a.grantee <> 10 HAVING count(*) > 0`,
  `SELECT 'setting session_replication_role', 'preset for ' || CASE setrole WHEN 0 THEN 'everybody' ELSE pg_get_userbyid(setrole) END
   FROM pg_db_role_setting WHERE array_to_string(setconfig, ' ') LIKE '%session_replication_role%' AND setdatabase IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))`,
]

/** Rows of `what` and `how`. Names come out qualified only under `search_path = pg_catalog`. */
export const catalogQuery: string = `SELECT what, how FROM (${parts.join('\nUNION ALL ')}) AS lines (what, how) ORDER BY what COLLATE "C", how COLLATE "C"`
