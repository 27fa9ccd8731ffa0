import { Effect } from "effect"
import {
  currentRequestId,
  currentTraceParent,
  makeInSpan,
  parentSpanOf,
  Telemetry,
  withRequestId
} from "../telemetry/index.ts"

/** The request that sent a job. It is stored beside the job's own data, which its schema decodes without it. */
interface JobOrigin {
  readonly request_id?: string
  readonly traceparent?: string
}

/** Returns an effect with the origin for jobs that the running effect sends; null outside a request. */
export const makeCurrentOrigin: Effect.Effect<Effect.Effect<JobOrigin | null>> = Effect.map(
  Telemetry,
  ({ traces }) =>
    Effect.gen(function* () {
      const request_id = yield* currentRequestId
      const traceparent = traces === null ? null : yield* currentTraceParent
      if (request_id === null && traceparent === null) return null
      return { ...(request_id !== null && { request_id }), ...(traceparent !== null && { traceparent }) }
    })
)

const originOf = (data: unknown): JobOrigin => {
  const { origin } = Object(data) as { readonly origin?: unknown }
  const { request_id, traceparent } = Object(origin) as Record<string, unknown>
  return {
    ...(typeof request_id === "string" && { request_id }),
    ...(typeof traceparent === "string" && { traceparent })
  }
}

/** Runs an attempt of a job as part of the request that sent it: the same trace, and its id on every log line. */
export const makeAsPartOfOrigin = Effect.map(
  makeInSpan,
  (inSpan) =>
    <A, E>(name: string, data: unknown, work: Effect.Effect<A, E>): Effect.Effect<A, E> => {
      const { request_id, traceparent } = originOf(data)
      const attributes = request_id === undefined ? {} : { "adwarden.request_id": request_id }
      const traced = inSpan(name, work, { kind: "consumer", attributes, parent: parentSpanOf(traceparent) })
      return request_id === undefined ? traced : withRequestId(traced, request_id)
    }
)
