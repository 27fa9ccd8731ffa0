import { statementName } from "@adwarden/core"
import { Cause, Exit, Option, Tracer } from "effect"
import type { Sampler } from "./sampler.ts"

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

/** A span that nobody exports. Its ids still reach the services behind it. */
const unsampledSpan = (
  name: string,
  parent: Option.Option<Tracer.AnySpan>,
  context: Tracer.Span["context"],
  startTime: bigint,
  kind: Tracer.SpanKind
): Tracer.Span => ({
  _tag: "Span",
  name,
  parent,
  context,
  kind,
  links: [],
  sampled: false,
  spanId: randomHex(16),
  traceId: Option.match(parent, { onNone: () => randomHex(32), onSome: ({ traceId }) => traceId }),
  status: { _tag: "Started", startTime },
  attributes: new Map(),
  end: ignore,
  attribute: ignore,
  event: ignore,
  addLinks: ignore
})

const randomHex = (length: 16 | 32): string => {
  let text = ""
  while (text.length < length)
    text += Math.floor(Math.random() * 2 ** 32)
      .toString(16)
      .padStart(8, "0")
  return text
}

/**
 * Wraps a tracer so that only sampled spans are exported, and with names alone: no SQL text, no message of an error,
 * no log line, no header.
 */
export const makeSafeTracer = (exporter: Tracer.Tracer, sample: Sampler): Tracer.Tracer =>
  Tracer.make({
    span: (name, parent, context, links, startTime, kind, ...rest) => {
      if (!sample(parent)) return unsampledSpan(name, parent, context, startTime, kind)
      const span: Writable<Tracer.Span> = exporter.span(
        name,
        parent,
        context,
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
    context: exporter.context
  })

type Writable<A> = { -readonly [Key in keyof A]: A[Key] }
