import { hash } from "node:crypto"
import { Effect, Schema } from "effect"
import { ValidationError } from "../contract/index.ts"

const invalidCursor = new ValidationError({
  fields: [
    { path: "cursor", message: "does not belong to this list and these filters; leave it out to start again" }
  ]
})

/**
 * A cursor holds the position of the last row and a fingerprint of the list it belongs to (operation,
 * organization, filters, sort). It names a row, not an offset, so that rows which come or go between two
 * pages never make others appear twice or not at all.
 */
export const cursorCodec = <Position>(
  position: Schema.Schema<Position>,
  ...identity: ReadonlyArray<unknown>
) => {
  // All of it is worked out only when a cursor is read or written: most answers have neither.
  const fingerprint = () => hash("sha256", JSON.stringify(identity), "base64url").slice(0, 12)
  const isPosition = (last: unknown): last is Position => Schema.is(position)(last)
  return {
    encode: (last: Position): string =>
      Buffer.from(JSON.stringify([fingerprint(), last])).toString("base64url"),
    decode: (cursor: string | undefined): Effect.Effect<Position | null, ValidationError> => {
      if (cursor === undefined) return Effect.succeed(null)
      try {
        const [cursorFingerprint, last] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as [
          unknown,
          unknown
        ]
        return cursorFingerprint === fingerprint() && isPosition(last)
          ? Effect.succeed(last)
          : Effect.fail(invalidCursor)
      } catch {
        return Effect.fail(invalidCursor)
      }
    }
  }
}

/** Rows of a page were asked for with one more, which only tells whether there is a next page. */
export const splitPage = <Row>(rows: ReadonlyArray<Row>, limit: number) => ({
  page: rows.length > limit ? rows.slice(0, limit) : rows,
  last: rows.length > limit ? rows[limit - 1]! : null
})

/** A moment in milliseconds, of checked range, so that a made-up cursor cannot reach the database as nonsense. */
export const EpochMillis = Schema.Number.pipe(Schema.int(), Schema.between(0, 253_402_300_799_999))
const NonNegativeInteger = Schema.Number.pipe(Schema.int(), Schema.between(0, Number.MAX_SAFE_INTEGER))

/** Rows carry the total of their list; only a page behind its last row has none, and has to count. */
export const totalOf = <E>(
  rows: ReadonlyArray<{ readonly total: number }>,
  count: Effect.Effect<ReadonlyArray<{ readonly total: number }>, E>
): Effect.Effect<number, E> =>
  rows[0] === undefined ? Effect.map(count, ([row]) => row!.total) : Effect.succeed(rows[0].total)

/** A moment and a number that tells apart what has the same one: the position in most lists that go by time. */
export const TimePosition = Schema.Tuple(EpochMillis, NonNegativeInteger)
