import { createHash } from "node:crypto"

export type SharedKind = "lookup" | "insert" | "count"

/** A statement that is prepared once per connection, under a name derived from its text. */
export interface Statement {
  readonly name: string
  readonly text: string
  /** It runs on the connection of its kind. */
  readonly shared?: SharedKind
}

const nameOf = (text: string): string =>
  `s${createHash("sha256").update(text).digest("base64url").slice(0, 20)}`

/** Declares a hot statement. Call it once, at module level, so that the name is computed once. */
export const statement = (text: string): Statement => ({ name: nameOf(text), text })

/**
 * Declares a statement that shares one connection with others of its kind. Lookups and inserts serve a batch of
 * requests, and the whole batch would wait behind the statements of single requests, and a lookup behind the commit of
 * an insert. Counting a list that grows for ever may take long, and all other reads would wait behind it.
 */
export const sharedStatement = (kind: SharedKind, text: string): Statement => ({
  ...statement(text),
  shared: kind
})

/** A declared statement with its values. Its rows have the type `Row`. */
export interface BoundStatement<Row = unknown> extends Statement {
  readonly values: ReadonlyArray<unknown>
  readonly rowType?: Row
}

export const bindStatement = <Row = unknown>(
  declared: Statement,
  values: ReadonlyArray<unknown>
): BoundStatement<Row> => ({ ...declared, values })

/**
 * Declares a read of some organizations, or of all (null). It is two statements: with an optional condition, a generic
 * plan would read all rows. `within` returns the condition on a column with the organization's id.
 */
export const organizationsStatement = <Row>(text: (within: (column: string) => string) => string) => {
  const some = statement(text((column) => `${column} = any($1::bigint[])`))
  const all = statement(text(() => "true"))
  return (organizations: ReadonlyArray<number> | null): BoundStatement<Row> =>
    organizations === null ? bindStatement(all, []) : bindStatement(some, [organizations])
}

/**
 * Names for statements that are not declared. Their number is limited: each name costs memory on every
 * connection, and texts that vary with their number of rows are unlimited. Further statements run unnamed and
 * slower.
 */
const maxNames = 1000
const names = new Map<string, string>()

export const cachedNameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known !== undefined || names.size >= maxNames) return known
  const name = nameOf(text)
  names.set(text, name)
  return name
}
