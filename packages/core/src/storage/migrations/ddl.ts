/**
 * Several DDL statements, sent unchanged. They are stored as text, so that an edited migration can be
 * detected.
 */
export interface Migration {
  readonly text: string
}

export const ddl = (text: string): Migration => ({ text })

/**
 * Where the rows of a table live in a Citus cluster. On a single Postgres it is only a comment. A test checks
 * that every table meets its kind's rules for keys and references.
 * - distributed: with their organization, by organization_id
 * - reference: complete on every node, for data that is read before or without an organization
 * - local: on the coordinator only
 */
const tableComment =
  (name: string) =>
  (table: string, what: string): string =>
    `comment on table ${table} is '${name}: ${what.replaceAll("'", "''")}';\n`

export const distributed = tableComment("distributed")
export const reference = tableComment("reference")
export const local = tableComment("local")

/**
 * A check that a column, or every item of an array column, has one of these values. They are written out,
 * because a migration must not change with the code.
 */
export const oneOf = (column: string, values: string): string => `check (${column} in (${quoted(values)}))`
export const allOf = (column: string, values: string): string =>
  `check (${column} <@ array[${quoted(values)}])`

const quoted = (values: string): string =>
  values
    .split(/\s+/)
    .map((value) => `'${value}'`)
    .join(", ")

export const scopes =
  "organizations:read campaigns:read performance:read reports:read reports:generate recommendations:read " +
  "recommendations:apply campaigns:write keywords:write audit:read"

/**
 * A check of stored JSON: it is an object with a version. The expression is never null, which a check would
 * accept.
 */
export const versioned = (column: string): string =>
  `check (${column} is null or coalesce(jsonb_typeof(${column} -> 'version'), '') = 'number')`

/** SHA-256 of a secret: the only stored form. */
export const secretHash = (column: string): string =>
  `${column} bytea not null check (octet_length(${column}) = 32)`
