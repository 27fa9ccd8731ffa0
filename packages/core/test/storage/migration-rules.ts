/**
 * Why a migration cannot run while the previous version serves on the same database. The rules hold for tables that
 * existed before it: those that it creates are empty and unknown to others.
 */
export const unsafeStatements = (text: string): ReadonlyArray<string> => {
  const statements = statementsOf(text)
  const created = new Set(
    statements.flatMap((statement) => /^create table (?:if not exists )?(\w+)/.exec(statement)?.[1] ?? [])
  )
  return statements.flatMap((statement) => {
    const table = tableOf(statement)
    if (table !== null && created.has(table)) return []
    return rules.flatMap(({ pattern, reason }) =>
      pattern.test(statement) ? [`${reason}: ${statement}`] : []
    )
  })
}

interface Rule {
  readonly pattern: RegExp
  readonly reason: string
}

const rules: ReadonlyArray<Rule> = [
  { pattern: /^drop (table|view|function)/, reason: "The previous version still uses it" },
  {
    pattern: /^alter table .*\bdrop (column )?(?!constraint|not null|default)\w/,
    reason: "The previous version still uses it"
  },
  { pattern: /^alter .*\brename\b/, reason: "The previous version knows the old name" },
  {
    pattern:
      /\badd (column )?(?!constraint|check|foreign|primary|unique)(?=[^,]*\bnot null\b)(?![^,]*\bdefault\b)\w/,
    reason: "The previous version inserts rows without it"
  },
  {
    pattern: /\badd column [^,]*\bdefault [^,]*\b(gen_random_uuid|random|clock_timestamp|nextval)\(/,
    reason: "A default that differs per row rewrites the table under an exclusive lock"
  },
  {
    pattern: /\balter (column )?\w+ (set data )?type\b/,
    reason: "It rewrites the table under an exclusive lock"
  },
  {
    pattern: /\balter (column )?\w+ set not null\b/,
    reason: "It reads the whole table under an exclusive lock, and the previous version may insert nulls"
  },
  {
    pattern:
      /\badd (column )?(?!constraint|check|foreign|primary|unique)\w+ [^,(]*\b(check|references|unique|primary key)\b/,
    reason: "A cluster does not add a column with a constraint; add the constraint in a statement of its own"
  },
  {
    pattern: /\badd (constraint \w+ )?(check|foreign key)\b(?!.*\bnot valid\b)/,
    reason:
      "It checks every row under an exclusive lock; add it as not valid and validate it in a later migration"
  },
  {
    pattern: /\badd (constraint \w+ )?(unique|primary key|exclude)\b(?!.*\busing index\b)/,
    reason: "It builds an index under an exclusive lock"
  },
  {
    pattern: /^create (unique )?index\b(?! concurrently)/,
    reason: "It blocks all writes to the table while it is built"
  },
  {
    pattern: /^(update|delete from|truncate|lock|cluster|vacuum|reindex)\b/,
    reason: "It locks every row that it changes until the end; a job does it in small steps"
  }
]

const tableOf = (statement: string): string | null =>
  /^(?:alter table (?:if exists )?(?:only )?|update |delete from |create (?:unique )?index (?:\w+ )?on |drop table (?:if exists )?)(\w+)/.exec(
    statement
  )?.[1] ?? null

/** Statements in lower case with single spaces, without comments and the text of literals. */
const statementsOf = (text: string): ReadonlyArray<string> =>
  text
    .replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, " ")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()
    .split(";")
    .map((statement) => statement.replaceAll(/\s+/g, " ").trim())
    .filter((statement) => statement !== "")
