import { Effect, Fiber, Option, Tracer } from "effect"
import { Telemetry } from "./telemetry.ts"

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
