import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer, type Stream } from "effect"
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

/** The outcome of a call as a value. A handler has no other output. */
export interface HandlerResponse<A> {
  readonly result: { readonly output: A } | { readonly refused: ServiceError }
  /** Set on every response of a write, including errors; null if it is unknown. */
  readonly quota: QuotaState | null
  /** Whether this is the stored response to an earlier call with the same idempotency key. */
  readonly replayed: boolean
  /**
   * Whether the audit event was committed together with the change. The pipeline then records no second
   * event.
   */
  readonly audited: boolean
}

type HandlerErrors<Name extends OperationName> = Failure<Name> | ValidationError | SqlError

/** A response's rows of unlimited number, read while they are sent. */
export type Rows<Row = object> = Stream.Stream<Row, SqlError>

type RowIn<List> = List extends ReadonlyArray<infer Row> ? Row : never

/** The output of a read, with the field that the contract declares as rows replaced by a stream. */
type HandlerOutput<Name extends OperationName> = OperationNamed<Name>["rows"] extends infer Field extends
  keyof Output<Name>
  ? Omit<Output<Name>, Field> & { readonly [Key in Field]: Rows<RowIn<Output<Name>[Key]>> }
  : Output<Name>

interface SplitOutput {
  readonly rest: Readonly<Record<string, unknown>>
  readonly rows: Rows
}

/** Separates an output from its rows. Returns null if the contract declares no rows for the operation. */
export const splitRows = ({ rows: field }: AnyOperation, output: unknown): SplitOutput | null => {
  if (field === null) return null
  // The type of an operation's handler guarantees that its rows are a stream.
  const { [field]: rows, ...rest } = output as Record<string, unknown>
  return { rest, rows: rows as Rows }
}

/** The function that runs a read, with the caller cleared and the input decoded. */
type HandlerFunction<Name extends OperationName> = (
  clearance: ClearanceFor<Name>,
  input: Input<Name>
) => Effect.Effect<HandlerOutput<Name>, HandlerErrors<Name>>

/**
 * A handler function without its types. The pipeline clears and decodes according to the contract of the same
 * name.
 */
type AnyHandlerFunction = (
  clearance: Clearance,
  input: unknown
) => Effect.Effect<HandlerResponse<unknown>, ServiceError | SqlError>

/**
 * Writes go through previews, approvals, quota and idempotency. A test checks that each write uses that
 * engine.
 */
type HandlerKind = "read" | "write"

/** Reads the organization's remaining writes of the day. */
export type QuotaReader = (organization: number) => Effect.Effect<QuotaState, SqlError>

/** The handler of one operation, ready to run. */
export interface BuiltHandler {
  readonly handle: AnyHandlerFunction
  /** Set on writes: their responses report the quota even if the handler was never reached. */
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

// The only place where a handler loses its operation's types. The contract guarantees its input.
const erase = (handle: unknown): AnyHandlerFunction => handle as AnyHandlerFunction

/** Pairs a read with its handler function. `make` acquires the dependencies once. */
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

/**
 * Pairs a write, which acts in one organization, with the engine that runs it and counts the day's writes.
 */
export const writeHandler = <const Name extends OperationName, R>(
  name: ClearanceFor<Name> extends OrganizationClearance ? Name : never,
  make: Effect.Effect<{ readonly run: WriteRunner; readonly quota: QuotaReader }, never, R>
): Handler<Name, R> => ({
  name,
  kind: "write",
  make: Effect.map(make, ({ quota, run }) => ({ handle: erase(run), quota }))
})

/** The registered handler of each operation. The pipeline looks up a handler for each call. */
export class Handlers extends Context.Tag("@adwarden/Handlers")<
  Handlers,
  {
    readonly add: (name: OperationName, built: BuiltHandler) => void
    readonly find: (name: OperationName) => BuiltHandler | undefined
    readonly names: () => ReadonlySet<OperationName>
  }
>() {
  /** An empty registry. Features fill it while their layers are built. */
  static readonly layer = Layer.sync(Handlers, () => {
    const handlers = new Map<OperationName, BuiltHandler>()
    return {
      add: (name, built) => {
        if (handlers.has(name)) throw new Error(`The operation ${name} has two handlers.`)
        handlers.set(name, built)
      },
      find: (name) => handlers.get(name),
      names: () => new Set(handlers.keys())
    }
  })
}

type RequirementsOf<Of extends ReadonlyArray<Handler<OperationName, unknown>>> = {
  readonly [Index in keyof Of]: Of[Index] extends Handler<OperationName, infer R> ? R : never
}[number]

/** Registers a feature's handlers. */
export const registerHandlers = <const Of extends ReadonlyArray<Handler<OperationName, unknown>>>(
  ...handlers: Of
): Effect.Effect<void, never, RequirementsOf<Of> | Handlers> =>
  Effect.flatMap(Handlers, (registry) =>
    Effect.forEach(
      handlers as ReadonlyArray<Handler<OperationName, RequirementsOf<Of>>>,
      ({ make, name }) => Effect.map(make, (built) => registry.add(name, built)),
      { discard: true }
    )
  )
