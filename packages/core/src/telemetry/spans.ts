import { Context, Effect, Fiber, FiberRef, HashMap, Option, Tracer } from "effect"

/** Decides whether a span is exported, from its parent. */
export type Sampler = (parent: Tracer.AnySpan | undefined) => boolean

export interface TelemetryShape {
  /** Whether requests, calls and jobs are counted. */
  readonly metrics: boolean
  /** Decides which requests are traced; null while no spans are exported. */
  readonly traces: Sampler | null
}

/**
 * What the operator has enabled. Modules read it once, when their layer is built, so that disabled telemetry adds
 * nothing to a request.
 */
export class Telemetry extends Context.Reference<Telemetry>()("@adwarden/Telemetry", {
  defaultValue: (): TelemetryShape => ({ metrics: false, traces: null })
}) {}

const key = "request_id"

/**
 * Runs an effect as part of a request: all its log lines carry the request's id, and so do the jobs and platform calls
 * that it starts. `Effect.annotateLogs` would also restore the annotations after a failure, at more cost; here the
 * fiber of a request or job ends with it.
 */
export const withRequestId = <A, E, R>(effect: Effect.Effect<A, E, R>, id: string): Effect.Effect<A, E, R> =>
  Effect.flatMap(FiberRef.get(FiberRef.currentLogAnnotations), (before) =>
    Effect.zipRight(
      FiberRef.set(FiberRef.currentLogAnnotations, HashMap.set(before, key, id)),
      Effect.zipLeft(effect, FiberRef.set(FiberRef.currentLogAnnotations, before))
    )
  )

/** The id of the request that the running effect is part of; null outside a request. */
export const currentRequestId: Effect.Effect<string | null> = Effect.map(
  FiberRef.get(FiberRef.currentLogAnnotations),
  (annotations) => {
    const id = Option.getOrNull(HashMap.get(annotations, key))
    return typeof id === "string" ? id : null
  }
)

interface SpanDetails {
  readonly kind?: Tracer.SpanKind
  readonly attributes?: Readonly<Record<string, unknown>>
  readonly parent?: Tracer.AnySpan | undefined
}

/** Runs an effect in a span. While traces are off it returns the effect unchanged. */
export type InSpan = <A, E, R>(
  name: string,
  effect: Effect.Effect<A, E, R>,
  details?: SpanDetails
) => Effect.Effect<A, E, R>

export const withoutSpan: InSpan = (_, effect) => effect

/** Requests and jobs start traces. A statement or a call outside of them would be a trace of one span. */
export const startsTrace = (kind: Tracer.SpanKind | undefined): boolean =>
  kind === "server" || kind === "consumer"

/** Whether nothing is traced: neither outside of requests and jobs, nor in those that are not sampled. */
const isUntraced = ({ currentSpan }: Fiber.RuntimeFiber<unknown, unknown>): boolean =>
  currentSpan === undefined || (currentSpan._tag === "Span" && !currentSpan.sampled)

/** The fiber that builds an effect usually runs it too, which saves a step of the effect. */
const isBuiltUntraced = (): boolean => {
  const fiber = Fiber.getCurrentFiber()
  return fiber._tag === "Some" && isUntraced(fiber.value)
}

/** Adds attributes to the span of the running effect, if it is exported. */
export const annotateSampled = (attributes: () => Readonly<Record<string, unknown>>): Effect.Effect<void> =>
  isBuiltUntraced()
    ? Effect.void
    : Effect.withFiberRuntime((fiber) =>
        isUntraced(fiber) ? Effect.void : Effect.annotateCurrentSpan(attributes())
      )

const inSpan: InSpan = <A, E, R>(name: string, effect: Effect.Effect<A, E, R>, details: SpanDetails = {}) => {
  if (details.parent !== undefined || startsTrace(details.kind)) return withSpan(name, effect, details)
  return isBuiltUntraced()
    ? effect
    : Effect.withFiberRuntime<A, E, R>((fiber) =>
        isUntraced(fiber) ? effect : withSpan(name, effect, details)
      )
}

/** The parent span is never a requirement here. */
const withSpan = <A, E, R>(name: string, effect: Effect.Effect<A, E, R>, details: SpanDetails) =>
  Effect.withSpan(effect, name, { captureStackTrace: false, ...details }) as Effect.Effect<A, E, R>

export const makeInSpan: Effect.Effect<InSpan> = Effect.map(Telemetry, ({ traces }) =>
  traces === null ? withoutSpan : inSpan
)

const traceParent = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/

/** Reads a W3C `traceparent`. Returns undefined if it is missing or malformed: the trace then starts here. */
export const parentSpanOf = (header: unknown): Tracer.ExternalSpan | undefined => {
  if (typeof header !== "string") return
  const [, traceId, spanId, flags] = traceParent.exec(header) ?? []
  if (traceId === undefined || spanId === undefined || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return
  return Tracer.externalSpan({ traceId, spanId, sampled: (Number.parseInt(flags!, 16) & 1) === 1 })
}

const traceParentOf = ({ sampled, spanId, traceId }: Tracer.AnySpan): string =>
  `00-${traceId}-${spanId}-${sampled ? "01" : "00"}`

/** The `traceparent` of the running effect; null outside a span. */
export const currentTraceParent: Effect.Effect<string | null> = Effect.map(
  Effect.option(Effect.currentParentSpan),
  Option.match({ onNone: () => null, onSome: traceParentOf })
)

/** Texts that vary with their number of rows are unlimited. */
const maxNames = 1000

/** Reading the name from a long text costs more than the span. */
const names = new Map<string, string>()

/**
 * Names a statement by its verb and its first table, such as `SELECT campaigns`. Spans have this name instead of the
 * text, which is long.
 */
export const statementName = (text: string): string => {
  const known = names.get(text)
  if (known !== undefined) return known
  const verb = /[a-z]+/i.exec(text)?.[0]?.toUpperCase() ?? "SQL"
  const table = /\b(?:from|into|update)\s+(?:only\s+)?([a-z_][\w.]*)/i.exec(text)?.[1]
  const name = table === undefined ? verb : `${verb} ${table}`
  if (names.size < maxNames) names.set(text, name)
  return name
}

const randomHex = (length: 16 | 32): string => {
  let text = ""
  while (text.length < length)
    text += Math.floor(Math.random() * 2 ** 32)
      .toString(16)
      .padStart(8, "0")
  return text
}

/**
 * A span that nobody exports. Spans inside it are not exported either, and its ids reach jobs and the services behind
 * it. The ids are made when somebody asks: most requests send nothing on.
 */
export class UnsampledSpan implements Tracer.Span {
  readonly _tag = "Span"
  readonly sampled = false
  readonly links: ReadonlyArray<Tracer.SpanLink> = []
  readonly attributes: ReadonlyMap<string, unknown> = new Map()
  readonly name: string
  readonly parent: Option.Option<Tracer.AnySpan>
  readonly context: Context.Context<never>
  readonly kind: Tracer.SpanKind
  readonly status: Tracer.SpanStatus
  #traceId: string | undefined
  #spanId: string | undefined

  constructor(
    name: string,
    parent: Option.Option<Tracer.AnySpan>,
    context: Context.Context<never> = Context.empty(),
    startTime = 0n,
    kind: Tracer.SpanKind = "internal"
  ) {
    this.name = name
    this.parent = parent
    this.context = context
    this.kind = kind
    this.status = { _tag: "Started", startTime }
  }

  get traceId(): string {
    this.#traceId ??= Option.isSome(this.parent) ? this.parent.value.traceId : randomHex(32)
    return this.#traceId
  }

  get spanId(): string {
    this.#spanId ??= randomHex(16)
    return this.#spanId
  }

  end(): void {}
  attribute(): void {}
  event(): void {}
  addLinks(): void {}
}

/** What is decided about a request's trace before the request runs. */
export interface RequestTrace {
  readonly isSampled: boolean
  /** The span of the client. */
  readonly parent: Tracer.ExternalSpan | undefined
  /** Passes on the choice of a client that traces, but not this request. Without a client's trace there is nothing to pass on. */
  readonly unsampled: UnsampledSpan | null
}

const notTraced: RequestTrace = { isSampled: false, parent: undefined, unsampled: null }

/**
 * Decides whether a request is traced, from its `traceparent`. On a busy service almost none is, so the others run as if
 * traces were off.
 */
export const startRequestTrace = (
  sample: Sampler,
  name: string,
  traceParent: string | null = null
): RequestTrace => {
  const parent = traceParent === null ? undefined : parentSpanOf(traceParent)
  if (sample(parent)) return { isSampled: true, parent, unsampled: null }
  if (parent === undefined) return notTraced
  return { isSampled: false, parent, unsampled: new UnsampledSpan(name, Option.some(parent)) }
}
