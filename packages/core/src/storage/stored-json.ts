import { Data, type Effect, Either, ParseResult, Schema } from "effect"

/*
 * Stored JSON is read later, possibly by another version of the service. It is therefore an object with a
 * version, and every read decodes it. A value without a version is of the first version.
 */

/** Increase the version when older values no longer fit the schema. */
export interface VersionedSchema<A> {
  readonly version: number
  /** The encoded form equals the decoded one, so writing needs no conversion; reading always decodes. */
  readonly schema: Schema.Schema<A>
}

/** The stored value does not have the form that this version of the service reads. */
export class UnreadableStoredValue extends Data.TaggedError("UnreadableStoredValue")<{
  readonly message: string
  /** Written by a newer version of the service, which can read it. */
  readonly newer: boolean
}> {}

export const encodeStored = <A extends object>(
  { version }: Pick<VersionedSchema<A>, "version">,
  value: A
): object => ({
  ...value,
  version
})

type Decoder<A> = (stored: unknown) => Either.Either<A, UnreadableStoredValue>

/** Compiled once, because a schema is read more often than it is created. */
const decoderOf = <A, I>(schema: Schema.Schema<A, I>): Decoder<A> => {
  const decode = Schema.decodeUnknownEither(schema)
  return (stored) =>
    Either.mapLeft(
      decode(stored),
      (error) =>
        new UnreadableStoredValue({ message: ParseResult.TreeFormatter.formatErrorSync(error), newer: false })
    )
}

/** The version is read separately from the fields: no schema contains it. */
const decodeVersion =
  <A>(supported: number, decode: Decoder<A>): Decoder<A> =>
  (stored) => {
    const { version = 1, ...value } = Object(stored) as { readonly version?: unknown }
    if (version === supported) return decode(value)
    const newer = typeof version === "number" && version > supported
    const message = `it is of version ${String(version)}, and this service reads version ${supported}`
    return Either.left(new UnreadableStoredValue({ message, newer }))
  }

export const decodeStored = <A>(
  { schema, version }: VersionedSchema<A>,
  stored: unknown
): Effect.Effect<A, UnreadableStoredValue> => decodeVersion(version, decoderOf(schema))(stored)

/** The row that a value was read from, for the error message. */
export interface StoredRowId {
  readonly organization: number
  readonly id: number | string
}

/**
 * Reads the JSON of a column. An unreadable row is a defect, because the caller cannot do anything about it.
 * The thrown error names the value and its row.
 */
export type ReadStored<A> = (stored: unknown, row: StoredRowId) => A

const readerOf =
  <A>(name: string, decode: Decoder<A>): ReadStored<A> =>
  (stored, { id, organization }) =>
    Either.getOrThrowWith(decode(stored), ({ message, newer }) => {
      const where = `${name} of ${id} in organization ${organization}`
      return new UnreadableStoredValue({ message: `${where} cannot be read: ${message}`, newer })
    })

type ColumnName = `${string}.${string}`

/** A column of stored JSON. */
export interface StoredColumn<A> {
  readonly name: ColumnName
  readonly write: (value: A) => object
  readonly read: ReadStored<A>
}

export const storedColumn = <A extends object, I>(
  name: ColumnName,
  schema: Schema.Schema<A, I>,
  version = 1
): StoredColumn<A> => ({
  name,
  write: (value) => encodeStored({ version }, value),
  read: readerOf(name, decodeVersion(version, decoderOf(schema)))
})

/** A column with a list whose items each have their own version. */
export const storedList = <A, I>(
  name: ColumnName,
  item: Schema.Schema<A, I>
): Pick<StoredColumn<ReadonlyArray<A>>, "name" | "read"> => ({
  name,
  read: readerOf(name, decoderOf(Schema.Array(item)))
})
