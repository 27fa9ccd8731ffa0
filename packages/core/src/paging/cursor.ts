import { hash } from "node:crypto"
import { Effect, Schema } from "effect"
import { ValidationError } from "../contract/index.ts"

const invalidCursor = new ValidationError({
  fields: [
    { path: "cursor", message: "does not belong to this list and these filters; leave it out to start again" }
  ]
})

/**
 * A timestamp in milliseconds within a valid range, so that a forged cursor cannot cause a database error.
 */
export const EpochMillis = Schema.Number.pipe(Schema.int(), Schema.between(0, 253_402_300_799_999))
export const NonNegativeInteger = Schema.Number.pipe(Schema.int(), Schema.between(0, Number.MAX_SAFE_INTEGER))

/** A timestamp and a number that separates equal ones: the position in most lists sorted by time. */
export const TimePosition = Schema.Tuple(EpochMillis, NonNegativeInteger)

/** Cursors of the version before carry no total. */
const isTotal = Schema.is(Schema.NullOr(NonNegativeInteger))

/**
 * Encodes cursors. A cursor contains the position of the last row and a fingerprint of its list (operation,
 * organization, filters, sort). It names a row, not an offset, so that inserted or deleted rows never cause
 * duplicates or gaps. It may also carry the total, which then is counted once for all pages.
 */
export const cursorCodec = <Position>(
  position: Schema.Schema<Position>,
  ...identity: ReadonlyArray<unknown>
) => {
  // Computed only when a cursor is read or written: most responses have none.
  const fingerprint = () => hash("sha256", JSON.stringify(identity), "base64url").slice(0, 12)
  const isPosition = (last: unknown): last is Position => Schema.is(position)(last)
  return {
    encode: (last: Position, total?: number): string =>
      Buffer.from(JSON.stringify([fingerprint(), last, total])).toString("base64url"),
    decode: (
      cursor: string | undefined
    ): Effect.Effect<{ readonly after: Position | null; readonly total: number | null }, ValidationError> => {
      if (cursor === undefined) return Effect.succeed({ after: null, total: null })
      try {
        const [cursorFingerprint, last, total = null] = JSON.parse(
          Buffer.from(cursor, "base64url").toString()
        ) as ReadonlyArray<unknown>
        return cursorFingerprint === fingerprint() && isPosition(last) && isTotal(total)
          ? Effect.succeed({ after: last, total })
          : Effect.fail(invalidCursor)
      } catch {
        return Effect.fail(invalidCursor)
      }
    }
  }
}

/** Splits off the extra row that was read only to detect a next page. */
export const splitPage = <Row>(rows: ReadonlyArray<Row>, limit: number) => ({
  page: rows.length > limit ? rows.slice(0, limit) : rows,
  last: rows.length > limit ? rows[limit - 1]! : null
})
