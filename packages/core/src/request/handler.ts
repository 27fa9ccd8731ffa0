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
export interface HandlerResponse<A> {
  readonly result: { readonly output: A } | { readonly refused: ServiceError }
  /** Told on every answer of a write, also on a refusal; null where it was not found out. */
  readonly quota: QuotaState | null
  /** Whether this is the stored answer to an earlier call with the same idempotency key. */
  readonly replayed: boolean
  /** Whether the audit event was committed together with the change, so that there must be no second one. */
  readonly audited: boolean
}

type HandlerErrors<Name extends OperationName> = Failure<Name> | ValidationError | SqlError

/** An answer's rows where they may be of any number: read while they are written. */
export type Rows<Row = object> = Stream.Stream<Row, SqlError>

type RowIn<List> = List extends ReadonlyArray<infer Row> ? Row : never

/** What a read answers: its output, with what the contract calls its rows as a stream. */
export type HandlerOutput<Name extends OperationName> =
  OperationNamed<Name>["rows"] extends infer Field extends keyof Output<Name>
    ? Omit<Output<Name>, Field> & { readonly [Key in Field]: Rows<RowIn<Output<Name>[Key]>> }
    : Output<Name>

interface SplitOutput {
  readonly rest: Readonly<Record<string, unknown>>
  readonly rows: Rows
}

/** An answer and its rows apart; null where the contract says of the operation that it has none. */
export const splitRows = ({ rows: field }: AnyOperation, output: unknown): SplitOutput | null => {
  if (field === null) return null
  // What runs an operation with rows answers them as a stream: the type of its handle says so.
  const { [field]: rows, ...rest } = output as Record<string, unknown>
  return { rest, rows: rows as Rows }
}

/** What runs a read once its caller is cleared and its input decoded. */
export type HandlerFunction<Name extends OperationName> = (
  clearance: ClearanceFor<Name>,
  input: Input<Name>
) => Effect.Effect<HandlerOutput<Name>, HandlerErrors<Name>>

/** Any handle, as the pipeline runs it: it clears and decodes by the contract of the same name. */
export type AnyHandlerFunction = (
  clearance: Clearance,
  input: unknown
) => Effect.Effect<HandlerResponse<unknown>, ServiceError | SqlError>

/** Writes go through previews, approvals, quota and idempotency; a law holds that they are made for it. */
export type HandlerKind = "read" | "write"

/** Finds out what is left of an organization's writes of the day. */
export type QuotaReader = (organization: number) => Effect.Effect<QuotaState, SqlError>

/** What answers calls of an operation. */
export interface BuiltHandler {
  readonly handle: AnyHandlerFunction
  /** Brought along by writes: their answers tell it also where the handle was never reached. */
  readonly quota: QuotaReader | null
}

export interface Handler<Name extends OperationName, R> {
  readonly name: Name
  readonly kind: HandlerKind
  readonly make: Effect.Effect<BuiltHandler, never, R>
}

export const respondWith = <A>(output: A): HandlerResponse<A> => ({
  result: { output },
  quota: null,
  replayed: false,
  audited: false
})

export const refuseWith = (refused: ServiceError): HandlerResponse<never> => ({
  result: { refused },
  quota: null,
  replayed: false,
  audited: false
})

// The one place where a handle loses its operation's types: the contract vouches for what it is run with.
const erase = (handle: unknown): AnyHandlerFunction => handle as AnyHandlerFunction

/** Pairs a read with the code that runs it; `make` takes what that code needs, once. */
export const handler = <const Name extends OperationName, R>(
  name: Name,
  make: Effect.Effect<HandlerFunction<Name>, never, R>
): Handler<Name, R> => ({
  name,
  kind: "read",
  make: Effect.map(make, (handle) => ({
    handle: erase((clearance: ClearanceFor<Name>, input: Input<Name>) =>
      Effect.map(handle(clearance, input), respondWith)
    ),
    quota: null
  }))
})

/** Runs guarded writes of any name, in the organization that the pipeline cleared the caller for. */
export type WriteRunner = (
  clearance: OrganizationClearance,
  input: Readonly<Record<string, unknown>>
) => Effect.Effect<HandlerResponse<unknown>, SqlError>

/** Pairs a write, which acts in one organization, with the engine that runs it and counts the day's writes. */
export const writeHandler = <const Name extends OperationName, R>(
  name: ClearanceFor<Name> extends OrganizationClearance ? Name : never,
  make: Effect.Effect<{ readonly run: WriteRunner; readonly quota: QuotaReader }, never, R>
): Handler<Name, R> => ({
  name,
  kind: "write",
  make: Effect.map(make, ({ quota, run }) => ({ handle: erase(run), quota }))
})
