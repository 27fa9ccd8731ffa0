import { Data, type Effect, Either, ParseResult, Schema } from "effect"

/*
 * Something that is written down as JSON now is read later, maybe by another version of the service. So it is an
 * object that says its version, and reading it always decodes it. What says none is of the first version.
 */

/** Whoever changes a form in a way that older values do not fit counts its version up. */
export interface VersionedSchema<A> {
  readonly version: number
  /** What it is stored as is what it is, so that writing needs no work; reading always decodes. */
  readonly schema: Schema.Schema<A>
}

/** What was stored is not of the form that this version of the service reads. */
export class UnreadableStoredValue extends Data.TaggedError("UnreadableStoredValue")<{
  readonly message: string
  /** Written by a newer version of the service: whoever runs that one can read it. */
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

/** Compiled once, since a form is read more often than it is made. */
const decoderOf = <A, I>(schema: Schema.Schema<A, I>): Decoder<A> => {
  const decode = Schema.decodeUnknownEither(schema)
  return (stored) =>
    Either.mapLeft(
      decode(stored),
      (error) =>
        new UnreadableStoredValue({ message: ParseResult.TreeFormatter.formatErrorSync(error), newer: false })
    )
}

/** Its version is told apart from its fields: no schema names it. */
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

/** The row that a value was read from, as people look for it. */
export interface StoredRowId {
  readonly organization: number
  readonly id: number | string
}

/**
 * Reads the JSON of a column. A row that cannot be read is a defect: nobody who asked could do anything about it. It is
 * thrown where it is met, and says which value of which row it is, so that it is found.
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

/** A column of JSON that is read back. */
export interface StoredColumn<A> {
  /** `campaigns.locations` */
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

/** A column that is a list, whose items each say their own version. */
export const storedList = <A, I>(
  name: ColumnName,
  item: Schema.Schema<A, I>
): Pick<StoredColumn<ReadonlyArray<A>>, "name" | "read"> => ({
  name,
  read: readerOf(name, decoderOf(Schema.Array(item)))
})
