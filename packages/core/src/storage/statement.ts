import { createHash } from "node:crypto"

/** A statement that is prepared once on each connection, under a name made from its text. */
export interface Statement {
  readonly name: string
  readonly text: string
}

const nameOf = (text: string): string =>
  `s${createHash("sha256").update(text).digest("base64url").slice(0, 20)}`

/** Declare a hot statement once, at module level, so that its name is worked out once. */
export const statement = (text: string): Statement => ({ name: nameOf(text), text })

/** A declared statement with its values: what it answers are rows of this type. */
export interface Bound<Row = unknown> extends Statement {
  readonly values: ReadonlyArray<unknown>
  readonly answers?: Row
}

export const bound = <Row = unknown>(
  { name, text }: Statement,
  values: ReadonlyArray<unknown>
): Bound<Row> => ({ name, text, values })

/** The statements that were made one, by the names of their parts. There are as many as places that do it. */
const joined = new Map<string, Statement>()

const join = (parts: ReadonlyArray<Bound>): Statement => {
  let before = 0
  const texts = parts.map(({ text, values }) => {
    const numbered = text.replaceAll(/\$(\d+)/g, (_, number) => `$${Number(number) + before}`)
    before += values.length
    return numbered
  })
  const named = texts.slice(0, -1).map((text, n) => `part_${n} as (${text})`)
  return statement(`with ${named.join(", ")} ${texts.at(-1)}`)
}

/**
 * Several writes as one statement, which costs both sides little more than one of them. They run in no order and
 * none sees what the others do, so each must write rows that no other one reads or writes.
 */
export const together = (parts: ReadonlyArray<Bound>): Bound => {
  if (parts.length === 1) return parts[0]!
  const key = parts.map(({ name }) => name).join(" ")
  const one = joined.get(key) ?? join(parts)
  joined.set(key, one)
  return bound(
    one,
    parts.flatMap(({ values }) => values)
  )
}

/**
 * Names for statements that are not declared but met. Only so many: each name costs memory on every connection,
 * and texts that vary with their number of rows would never end. Those past the cap run unnamed, only slower.
 */
const cap = 1000
const names = new Map<string, string>()

export const metName = (text: string): string | undefined => {
  const known = names.get(text)
  if (known !== undefined || names.size >= cap) return known
  const name = nameOf(text)
  names.set(text, name)
  return name
}
