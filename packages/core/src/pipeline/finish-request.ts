import { SqlError } from "@effect/sql/SqlError"
import { Cause, Context, Effect, Layer, Option } from "effect"
import { newAuditId } from "../audit/insertion.ts"
import { AuditTrail } from "../audit/trail.ts"
import {
  InternalError,
  type ResponseHeaderName,
  type ServiceError,
  statusOf,
  Unavailable
} from "../contract/index.ts"
import type { OrganizationFacts } from "../request/caller.ts"
import { type AuditDraft, type AuditOutcome, auditDraftOf } from "../request/clearance.ts"
import { type EndpointError, isEndpointError } from "../request/endpoint.ts"
import type { HandlerResponse } from "../request/handler.ts"
import type { RateLimitState } from "../request/limits.ts"
import type { PipelineRequest, PipelineResponse, RequestFacts } from "../request/pipeline-request.ts"
import { Settings } from "../settings.ts"
import { isContended, isUnavailable } from "../storage/index.ts"
import {
  annotateSampled,
  counter,
  histogram,
  type InSpan,
  makeInSpan,
  startRequestTrace,
  Telemetry
} from "../telemetry/index.ts"

interface RequestLine {
  readonly facts: RequestFacts
  readonly operation: string | null
  readonly status: number
  readonly error: string | null
  readonly organization: string | null
  readonly actor: string | null
  readonly millis: number
  /** Whether its audit event waits in memory for the database. */
  readonly isDelayed: boolean
}

const json = (line: RequestLine): string =>
  JSON.stringify({
    at: new Date().toISOString(),
    level: line.status >= 500 ? "error" : "info",
    message: "request",
    request_id: line.facts.id,
    surface: line.facts.surface,
    method: line.facts.method,
    path: line.facts.path,
    operation: line.operation,
    status: line.status,
    error: line.error,
    organization: line.organization,
    actor: line.actor,
    ip: line.facts.ip,
    ms: line.millis,
    ...(line.isDelayed ? { audit: "delayed" } : {})
  })

const paint = (status: number, text: string): string =>
  `\u001b[${status >= 500 ? 31 : status >= 400 ? 33 : 32}m${text}\u001b[39m`

const pretty = (line: RequestLine): string => {
  const what = line.operation ?? `${line.facts.method} ${line.facts.path}`
  const outcome = line.error === null ? `${line.status}` : `${line.status} ${line.error}`
  const where = [line.organization, line.actor].filter((part) => part !== null).join(" · ")
  const time = new Date().toISOString().slice(11, 19)
  const audit = line.isDelayed ? " audit delayed" : ""
  return `${time} ${line.facts.surface.padEnd(4)} ${what} ${paint(line.status, outcome)}${audit} ${line.millis} ms ${where}`
}

/** A line in each format. */
export const lineFormats = { json, pretty }

/**
 * Writes the lines of one turn of the event loop together. A write of each line cost more than its text. They are
 * also written when the process exits. An urgent line is written before the response is sent.
 */
const makeWriter = Effect.gen(function* () {
  let lines = ""
  const flush = (): void => {
    if (lines === "") return
    const text = lines
    lines = ""
    process.stdout.write(text)
  }
  yield* Effect.acquireRelease(
    Effect.sync(() => process.on("exit", flush)),
    () =>
      Effect.sync(() => {
        process.off("exit", flush)
        flush()
      })
  )
  return (line: string, isUrgent: boolean): void => {
    if (lines === "") setImmediate(flush)
    lines += `${line}\n`
    if (isUrgent) flush()
  }
})

/** Logs one line per request on every surface. It never contains credentials or inputs. */
export class RequestLog extends Context.Tag("@adwarden/RequestLog")<
  RequestLog,
  { readonly write: (line: RequestLine) => void }
>() {
  static readonly layer = Layer.scoped(
    RequestLog,
    Effect.gen(function* () {
      const { logFormat } = yield* Settings
      if (logFormat === "off") return { write: () => {} }
      const write = yield* makeWriter
      const format = lineFormats[logFormat]
      // Until the database is back, the log is the only place that has a delayed event.
      return { write: (line: RequestLine) => write(format(line), line.isDelayed) }
    })
  )
}

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

interface RequestObserver {
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

/** The HTTP headers of a response on every surface, as the contract declares them. */
export const httpHeaders = (
  response: PipelineResponse,
  resourceMetadataUrl: string
): Record<string, string> => {
  const { error, quota, rateLimit, replayed, requestId } = response
  const headers: Partial<Record<ResponseHeaderName, string>> = { "X-Request-Id": requestId }
  if (rateLimit !== null) {
    headers["X-RateLimit-Limit"] = String(rateLimit.limit)
    headers["X-RateLimit-Remaining"] = String(rateLimit.remaining)
    headers["X-RateLimit-Reset"] = String(rateLimit.reset)
  }
  if (quota !== null) {
    headers["X-WriteQuota-Limit"] = String(quota.limit)
    headers["X-WriteQuota-Remaining"] = String(quota.remaining)
  }
  if (replayed) headers["Idempotency-Replayed"] = "true"
  if (error === null) return headers
  if ("retryAfter" in error) headers["Retry-After"] = String(error.retryAfter)
  if (error._tag === "unauthorized") {
    const why = error.why === "missing" ? "" : `error="invalid_token", `
    headers["WWW-Authenticate"] = `Bearer ${why}resource_metadata="${resourceMetadataUrl}"`
  }
  if (error._tag === "insufficient_scope") {
    headers["WWW-Authenticate"] =
      `Bearer error="insufficient_scope", scope="${error.required_scope}", resource_metadata="${resourceMetadataUrl}"`
  }
  return headers
}

/** The state of a request, filled in step by step for the audit trail and the log. */
export interface RequestState {
  audit: AuditDraft
  rateLimit: RateLimitState | null
  organization: OrganizationFacts | null
  /** Email of the recognised person. */
  person: string | null
  /** The status code of a success. */
  successStatus: number
  /** The subject whose rate limit was exhausted, if that is why the request was rejected. */
  limitedSubject: string | null
}

const retryAfter = 5

/**
 * Maps a failure to an error. Everything outside the error table is a defect, except an unreachable database.
 */
const errorOf = <E>(
  cause: Cause.Cause<E | SqlError>,
  requestId: string
): { readonly error: Exclude<E, SqlError> | Unavailable | InternalError; readonly defect: boolean } => {
  const failure = Option.getOrUndefined(Cause.failureOption(cause))
  if (failure !== undefined && !(failure instanceof SqlError)) {
    return { error: failure as Exclude<E, SqlError>, defect: false }
  }
  if (isUnavailable(failure ?? Cause.squash(cause)))
    return { error: new Unavailable({ retryAfter }), defect: true }
  return { error: new InternalError({ request_id: requestId }), defect: true }
}

/** Logs the cause together with the database's own error, which is nested in it. */
const logCause = (message: string, cause: Cause.Cause<unknown>) =>
  Effect.logError(message, Cause.pretty(cause, { renderErrorCause: true }))

const auditOutcomeOf = (error: ServiceError | EndpointError | null, successStatus: number): AuditOutcome => {
  if (error === null) return { status_code: successStatus, error_code: null }
  return isEndpointError(error)
    ? { status_code: error.statusCode, error_code: error.errorCode }
    : { status_code: statusOf(error), error_code: error._tag }
}

/** Turns an outcome into a response: audited before it is sent, and logged in one line. */
export const makeFinishRequest = ({ finished, inSpan }: RequestObserver) =>
  Effect.gen(function* () {
    const audit = yield* AuditTrail
    const log = yield* RequestLog

    return Effect.fnUntraced(function* <Out, E extends EndpointError>(
      facts: RequestFacts,
      name: string | null,
      work: (state: RequestState) => Effect.Effect<HandlerResponse<unknown>, ServiceError | E | SqlError>
    ) {
      const startedAt = performance.now()
      const state: RequestState = {
        audit: auditDraftOf(facts, name),
        rateLimit: null,
        organization: null,
        person: null,
        successStatus: 200,
        limitedSubject: null
      }
      const exit = yield* Effect.exit(work(state))
      const handlerResponse = exit._tag === "Success" ? exit.value : null
      const { operation } = state.audit
      let error: ServiceError | E | null = null
      let isDatabaseAway = false
      if (exit._tag === "Failure") {
        const failure = errorOf<ServiceError | E>(exit.cause, facts.id)
        error = failure.error
        isDatabaseAway = failure.defect && error._tag === "unavailable" && !isContended(exit.cause)
        if (failure.defect)
          yield* logCause(`${operation ?? facts.path} answered ${failure.error._tag}`, exit.cause)
      } else if ("refused" in exit.value.result) error = exit.value.result.refused
      const draft: AuditDraft = {
        ...state.audit,
        ...(error !== null && isEndpointError(error) ? error.actor : {}),
        organization_id: state.organization?.id ?? state.audit.organization_id
      }
      const eventId = newAuditId()
      const event = { id: eventId, ...draft, ...auditOutcomeOf(error, state.successStatus) }
      const recording =
        state.limitedSubject === null ? audit.record(event) : audit.recordLimited(event, state.limitedSubject)
      let isDelayed = false
      if (handlerResponse?.audited === true) audit.written.unsafeOpen()
      // Nothing was served, and the response does not wait long for a database that is away.
      else if (isDatabaseAway) isDelayed = !(yield* audit.recordOrDelay(event))
      else {
        const recorded = yield* Effect.exit(inSpan("audit", recording))
        // A response without an audit record is not sent.
        if (recorded._tag === "Failure") {
          error = errorOf<never>(recorded.cause, facts.id).error
          isDelayed = !(yield* audit.recordOrDelay({
            id: eventId,
            ...draft,
            ...auditOutcomeOf(error, state.successStatus)
          }))
          yield* logCause("The audit trail could not be written", recorded.cause)
        }
      }
      // A response with a stored event shows that the database is back, so earlier events are stored before it is sent.
      if (!isDelayed && audit.hasDelayed()) yield* audit.writeDelayed
      const { error_code, status_code: status } = auditOutcomeOf(error, state.successStatus)
      const line: RequestLine = {
        facts,
        operation,
        status,
        error: error_code,
        organization: state.organization?.slug ?? null,
        actor: draft.user_email,
        millis: Math.round((performance.now() - startedAt) * 10) / 10,
        isDelayed
      }
      log.write(line)
      if (finished !== null) yield* finished(line)
      const output =
        error === null && handlerResponse !== null && "output" in handlerResponse.result
          ? handlerResponse.result.output
          : null
      const response: PipelineResponse<Out, E> = {
        status,
        requestId: facts.id,
        person: state.person,
        organization: state.organization?.slug ?? null,
        output: output as Out | null,
        error,
        rateLimit: state.rateLimit,
        quota: handlerResponse?.quota ?? null,
        replayed: handlerResponse?.replayed ?? false
      }
      return response
    })
  })
