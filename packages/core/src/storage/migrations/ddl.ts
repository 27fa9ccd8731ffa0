/** Several statements of DDL, sent as they stand. Kept as text, so that a changed migration can be told from the old one. */
export interface Migration {
  readonly text: string
}

export const ddl = (text: string): Migration => ({ text })

/**
 * Where the rows of a table live once the database is a Citus cluster. On one Postgres it is only a comment, and
 * a test holds every table to what its kind asks of keys and references.
 * - distributed: with their organization, by organization_id
 * - reference: whole on every node, for what is looked up before, or without, an organization
 * - local: on the coordinator alone
 */
const tableComment =
  (name: string) =>
  (table: string, what: string): string =>
    `comment on table ${table} is '${name}: ${what.replaceAll("'", "''")}';\n`

export const distributed = tableComment("distributed")
export const reference = tableComment("reference")
export const local = tableComment("local")

/**
 * A check that a column, or every member of an array column, holds one of these words.
 * They are written out: a migration says what was true on its day, whatever the code says later.
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
 * A check of JSON that is read back: it is an object that says its version. Asked so that the answer is never null,
 * which a check would take for a yes.
 */
export const versioned = (column: string): string =>
  `check (${column} is null or coalesce(jsonb_typeof(${column} -> 'version'), '') = 'number')`

/** SHA-256 of a secret: the only form in which one is kept. */
export const secretHash = (column: string): string =>
  `${column} bytea not null check (octet_length(${column}) = 32)`
