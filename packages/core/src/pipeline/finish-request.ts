import { SqlError } from "@effect/sql/SqlError"
import { Cause, Effect, Option } from "effect"
import { newAuditId } from "../audit/insertion.ts"
import { AuditTrail } from "../audit/trail.ts"
import { InternalError, type ServiceError, statusOf, Unavailable } from "../contract/index.ts"
import { type AuditDraft, type AuditOutcome, auditDraftOf } from "../request/audit-event.ts"
import type { OrganizationFacts } from "../request/caller.ts"
import { type EndpointError, isEndpointError } from "../request/endpoint.ts"
import type { HandlerResponse } from "../request/handler.ts"
import type { RateLimitState } from "../request/limits.ts"
import type { PipelineResponse, RequestFacts } from "../request/pipeline-request.ts"
import { isContended, isUnavailable } from "../storage/index.ts"
import type { RequestObserver } from "./observe-request.ts"
import { type RequestLine, RequestLog } from "./request-log.ts"

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
