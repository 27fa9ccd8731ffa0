import { Effect } from "effect"
import type { PipelineRequest } from "../request/pipeline-request.ts"
import {
  annotateSampled,
  counter,
  histogram,
  type InSpan,
  makeInSpan,
  startRequestTrace,
  Telemetry
} from "../telemetry/index.ts"
import type { RequestLine } from "./request-log.ts"

const countRequest = counter("adwarden_requests_total")
const observeDuration = histogram("adwarden_request_duration_seconds")

const countLine = ({ error, facts, millis, operation }: RequestLine): void => {
  const name = operation ?? "none"
  countRequest(facts.surface, name, error ?? "ok")
  observeDuration(millis / 1000, name)
}

/** The span of a request, which names what is known when it ends. */
const annotateSpan = ({ error, operation, organization, status }: RequestLine): Effect.Effect<void> =>
  annotateSampled(() => ({
    "adwarden.operation": operation ?? "none",
    "adwarden.organization": organization ?? "none",
    "http.response.status_code": status,
    ...(error === null ? {} : { "error.type": error })
  }))

export interface RequestObserver {
  readonly inSpan: InSpan
  /** Runs a request in a span that continues the trace of its client. */
  readonly requestSpan: <A>(
    request: Pick<PipelineRequest, "facts" | "name" | "trace">,
    work: Effect.Effect<A>
  ) => Effect.Effect<A>
  /** Counts a finished request; null while telemetry is off. */
  readonly finished: ((line: RequestLine) => Effect.Effect<void>) | null
}

/** Metrics and spans of requests. While both are off, it adds nothing to a request. */
export const makeRequestObserver: Effect.Effect<RequestObserver> = Effect.gen(function* () {
  const { metrics, traces } = yield* Telemetry
  const inSpan = yield* makeInSpan
  const finished = (line: RequestLine): Effect.Effect<void> => {
    if (metrics) countLine(line)
    return traces === null ? Effect.void : annotateSpan(line)
  }
  return {
    inSpan,
    requestSpan: ({ facts, name, trace }, work) => {
      if (traces === null) return work
      const spanName = name ?? facts.surface
      const { isSampled, parent } = trace ?? startRequestTrace(traces, spanName)
      if (!isSampled) return work
      const attributes = {
        "adwarden.request_id": facts.id,
        "adwarden.surface": facts.surface,
        ...(facts.method === null ? {} : { "http.request.method": facts.method })
      }
      return inSpan(spanName, work, { kind: "server", attributes, parent })
    },
    finished: metrics || traces !== null ? finished : null
  }
})
