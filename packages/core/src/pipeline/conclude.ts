import { SqlError } from "@effect/sql/SqlError"
import { Cause, Effect, Option } from "effect"
import { AuditTrail } from "../audit/trail.ts"
import { InternalError, type ServiceError, statusOf, Unavailable } from "../contract/index.ts"
import { type AuditDraft, type AuditEnding, draftOf } from "../request/audit-event.ts"
import type { Answer, RequestFacts } from "../request/call.ts"
import type { OrganizationFacts } from "../request/caller.ts"
import { isOwnRefusal, type OwnRefusal } from "../request/entrance.ts"
import type { Reply } from "../request/handler.ts"
import type { RateLimitState } from "../request/limits.ts"
import { isUnavailable } from "../storage/index.ts"
import { RequestLog } from "./request-log.ts"

/** What became known of a request on its way; filled in step by step, for the audit trail and the log. */
export interface Progress {
  audit: AuditDraft
  rateLimit: RateLimitState | null
  organization: OrganizationFacts | null
  /** E-mail of whoever was recognised. */
  person: string | null
  /** The status of a success. */
  success: number
  /** Whose rate was used up, where that is why it was refused. */
  limitedBy: string | null
}

const retryAfter = 5

/** Everything that is not an error of the table is a defect, except a database that cannot be reached. */
const problemOf = <E>(
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

/** With what the database itself said, which is the cause of the cause. */
const logCause = (message: string, cause: Cause.Cause<unknown>, facts: RequestFacts) =>
  Effect.logError(message, Cause.pretty(cause, { renderErrorCause: true })).pipe(
    Effect.annotateLogs("request_id", facts.id)
  )

const endingOf = (error: ServiceError | OwnRefusal | null, success: number): AuditEnding => {
  if (error === null) return { status_code: success, error_code: null }
  return isOwnRefusal(error)
    ? { status_code: error.statusCode, error_code: error.errorCode }
    : { status_code: statusOf(error), error_code: error._tag }
}

/** Turns whatever came of a request into its answer: audited before it leaves, logged in one line. */
export const conclude = Effect.gen(function* () {
  const audit = yield* AuditTrail
  const log = yield* RequestLog

  return Effect.fnUntraced(function* <Out, E extends OwnRefusal>(
    facts: RequestFacts,
    name: string | null,
    work: (progress: Progress) => Effect.Effect<Reply<unknown>, ServiceError | E | SqlError>
  ) {
    const began = performance.now()
    const progress: Progress = {
      audit: draftOf(facts, name),
      rateLimit: null,
      organization: null,
      person: null,
      success: 200,
      limitedBy: null
    }
    const exit = yield* Effect.exit(work(progress))
    const reply = exit._tag === "Success" ? exit.value : null
    const { operation } = progress.audit
    let error: ServiceError | E | null = null
    if (exit._tag === "Failure") {
      const problem = problemOf<ServiceError | E>(exit.cause, facts.id)
      error = problem.error
      if (problem.defect)
        yield* logCause(`${operation ?? facts.path} answered ${problem.error._tag}`, exit.cause, facts)
    } else if ("refused" in exit.value.result) error = exit.value.result.refused
    const draft: AuditDraft = {
      ...progress.audit,
      ...(error !== null && isOwnRefusal(error) ? error.actor : {}),
      organization_id: progress.organization?.id ?? progress.audit.organization_id
    }
    const event = { ...draft, ...endingOf(error, progress.success) }
    const recording =
      progress.limitedBy === null ? audit.record(event) : audit.recordLimited(event, progress.limitedBy)
    if (reply?.audited === true) audit.written.unsafeOpen()
    else if (error?._tag === "unavailable") {
      // Nothing was served, and waiting for a database that is away would only keep the caller waiting.
      audit.recordLater(event)
    } else {
      const recorded = yield* Effect.exit(recording)
      // An answer that cannot be accounted for is not given.
      if (recorded._tag === "Failure") {
        error = problemOf<never>(recorded.cause, facts.id).error
        audit.recordLater({ ...draft, ...endingOf(error, progress.success) })
        yield* logCause("The audit trail could not be written", recorded.cause, facts)
      }
    }
    const { error_code, status_code: status } = endingOf(error, progress.success)
    log.write({
      facts,
      operation,
      status,
      error: error_code,
      organization: progress.organization?.slug ?? null,
      actor: draft.user_email,
      millis: Math.round((performance.now() - began) * 10) / 10
    })
    const output = error === null && reply !== null && "output" in reply.result ? reply.result.output : null
    const answer: Answer<Out, E> = {
      status,
      requestId: facts.id,
      person: progress.person,
      output: output as Out | null,
      error,
      rateLimit: progress.rateLimit,
      quota: reply?.quota ?? null,
      replayed: reply?.replayed ?? false
    }
    return answer
  })
})
