import { type Sampler, startsTrace, statementName, UnsampledSpan } from "@adwarden/core"
import { Cause, Effect, Exit, Option, Tracer } from "effect"

/** What may leave the service in a span: names, codes, states and ids of requests. */
const exportedAttributes: ReadonlySet<string> = new Set([
  "adwarden.request_id",
  "adwarden.surface",
  "adwarden.operation",
  "adwarden.organization",
  "adwarden.platform",
  "adwarden.platform.call",
  "adwarden.platform.request_id",
  "db.system.name",
  "error.type",
  "http.request.method",
  "http.response.status_code"
])

const tagOf = (cause: Cause.Cause<unknown>): string => {
  const error = Option.getOrElse(Cause.failureOption(cause), () => Cause.squash(cause))
  if (typeof error !== "object" || error === null) return "Error"
  return "_tag" in error ? String(error._tag) : error.constructor.name
}

/** Keeps the name of an error alone: its message and stack can contain values. */
const withoutMessage = (exit: Exit.Exit<unknown, unknown>): Exit.Exit<unknown, unknown> => {
  if (Exit.isSuccess(exit) || Cause.isInterruptedOnly(exit.cause)) return exit
  const error = new Error(tagOf(exit.cause))
  error.stack = ""
  return Exit.fail(error)
}

const ignore = (): void => {}

/** Effect's own: it calls this function for every step of every fiber, and the engine can inline only one. */
const { context } = Effect.runSync(Effect.tracer)

/**
 * Wraps a tracer so that only sampled spans are exported, and with names alone: no SQL text, no message of an error,
 * no log line, no header. The span of a request, the only one of kind `server`, is not sampled again: the pipeline has
 * decided before it created the span.
 */
export const makeSafeTracer = (exporter: Tracer.Tracer, sample: Sampler): Tracer.Tracer => {
  const isExported = (parent: Option.Option<Tracer.AnySpan>, kind: Tracer.SpanKind): boolean =>
    Option.isSome(parent) ? sample(parent.value) : startsTrace(kind) && sample(undefined)
  return Tracer.make({
    span: (name, parent, services, links, startTime, kind, ...rest) => {
      if (kind !== "server" && !isExported(parent, kind))
        return new UnsampledSpan(name, parent, services, startTime, kind)
      const span: Writable<Tracer.Span> = exporter.span(
        name,
        parent,
        services,
        links,
        startTime,
        kind,
        ...rest
      )
      const { attribute, end } = span
      span.attribute = (key, value) => {
        if (key === "db.query.text") span.name = statementName(String(value))
        else if (exportedAttributes.has(key)) attribute.call(span, key, value)
      }
      span.event = ignore
      span.end = (endTime, exit) => end.call(span, endTime, withoutMessage(exit))
      return span
    },
    context
  })
}

type Writable<A> = { -readonly [Key in keyof A]: A[Key] }
