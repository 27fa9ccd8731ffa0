import type { SqlError } from "@effect/sql/SqlError"
import { Effect, type Stream } from "effect"
import type {
  AnyOperation,
  Failure,
  Input,
  OperationName,
  OperationNamed,
  Output,
  ServiceError,
  ValidationError
} from "../contract/index.ts"
import type { Clearance, ClearanceFor, OrganizationClearance } from "./clearance.ts"
import type { QuotaState } from "./limits.ts"

/** What came of a call, as a value: nothing else carries anything out of a handler. */
export interface Reply<A> {
  readonly result: { readonly output: A } | { readonly refused: ServiceError }
  /** Told on every answer of a write, also on a refusal; null where it was not found out. */
  readonly quota: QuotaState | null
  /** Whether this is the stored answer to an earlier call with the same idempotency key. */
  readonly replayed: boolean
  /** Whether the audit event was committed together with the change, so that there must be no second one. */
  readonly audited: boolean
}

type Fails<Name extends OperationName> = Failure<Name> | ValidationError | SqlError

/** An answer's rows where they may be of any number: read while they are written. */
export type Rows<Row = object> = Stream.Stream<Row, SqlError>

type RowIn<List> = List extends ReadonlyArray<infer Row> ? Row : never

/** What a read answers: its output, with what the contract calls its rows as a stream. */
export type Answered<Name extends OperationName> = OperationNamed<Name>["rows"] extends infer Field extends
  keyof Output<Name>
  ? Omit<Output<Name>, Field> & { readonly [Key in Field]: Rows<RowIn<Output<Name>[Key]>> }
  : Output<Name>

interface Split {
  readonly rest: Readonly<Record<string, unknown>>
  readonly rows: Rows
}

/** An answer and its rows apart; null where the contract says of the operation that it has none. */
export const splitRows = ({ rows: field }: AnyOperation, output: unknown): Split | null => {
  if (field === null) return null
  // What runs an operation with rows answers them as a stream: the type of its handle says so.
  const { [field]: rows, ...rest } = output as Record<string, unknown>
  return { rest, rows: rows as Rows }
}

/** What runs a read once its caller is cleared and its input decoded. */
export type Handle<Name extends OperationName> = (
  clearance: ClearanceFor<Name>,
  input: Input<Name>
) => Effect.Effect<Answered<Name>, Fails<Name>>

/** Any handle, as the pipeline runs it: it clears and decodes by the contract of the same name. */
export type AnyHandle = (
  clearance: Clearance,
  input: unknown
) => Effect.Effect<Reply<unknown>, ServiceError | SqlError>

/** Writes go through previews, approvals, quota and idempotency; a law holds that they are made for it. */
export type HandlerKind = "read" | "write"

/** Finds out what is left of an organization's writes of the day. */
export type ReadsQuota = (organization: number) => Effect.Effect<QuotaState, SqlError>

/** What answers calls of an operation. */
export interface Answers {
  readonly handle: AnyHandle
  /** Brought along by writes: their answers tell it also where the handle was never reached. */
  readonly quota: ReadsQuota | null
}

export interface Handler<Name extends OperationName, R> {
  readonly name: Name
  readonly kind: HandlerKind
  readonly make: Effect.Effect<Answers, never, R>
}

export const replyOf = <A>(output: A): Reply<A> => ({
  result: { output },
  quota: null,
  replayed: false,
  audited: false
})

export const refusalOf = (refused: ServiceError): Reply<never> => ({
  result: { refused },
  quota: null,
  replayed: false,
  audited: false
})

// The one place where a handle loses its operation's types: the contract vouches for what it is run with.
const erase = (handle: unknown): AnyHandle => handle as AnyHandle

/** Pairs a read with the code that runs it; `make` takes what that code needs, once. */
export const handler = <const Name extends OperationName, R>(
  name: Name,
  make: Effect.Effect<Handle<Name>, never, R>
): Handler<Name, R> => ({
  name,
  kind: "read",
  make: Effect.map(make, (handle) => ({
    handle: erase((clearance: ClearanceFor<Name>, input: Input<Name>) =>
      Effect.map(handle(clearance, input), replyOf)
    ),
    quota: null
  }))
})

/** Runs guarded writes of any name, in the organization that the pipeline cleared the caller for. */
export type RunsWrites = (
  clearance: OrganizationClearance,
  input: Readonly<Record<string, unknown>>
) => Effect.Effect<Reply<unknown>, SqlError>

/** Pairs a write, which acts in one organization, with the engine that runs it and counts the day's writes. */
export const writeHandler = <const Name extends OperationName, R>(
  name: ClearanceFor<Name> extends OrganizationClearance ? Name : never,
  make: Effect.Effect<{ readonly run: RunsWrites; readonly quota: ReadsQuota }, never, R>
): Handler<Name, R> => ({
  name,
  kind: "write",
  make: Effect.map(make, ({ quota, run }) => ({ handle: erase(run), quota }))
})
