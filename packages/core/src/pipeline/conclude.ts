import { SqlError } from "@effect/sql/SqlError"
import { Cause, Effect, Option } from "effect"
import { InternalError, type ServiceError, statusOf, Unavailable } from "../contract/index.ts"
import { isUnavailable } from "../storage/index.ts"
import { AuditTrail } from "./audit-trail.ts"
import type { Answer, RateLimitState, RequestFacts } from "./call.ts"
import type { OrganizationFacts } from "./caller.ts"
import type { WriteNotes } from "./clearance.ts"
import { nobody, type Trace } from "./recognition.ts"
import { RequestLog } from "./request-log.ts"

export interface Outcome {
  readonly output: unknown
}

/** What became known of a request on its way; filled in step by step, for the audit trail and the log. */
export interface Progress {
  trace: Trace
  rateLimit: RateLimitState | null
  organization: OrganizationFacts | null
  readonly notes: WriteNotes
}

const retryAfter = 5

/** Everything that is not an error of the table is a defect, except a database that cannot be reached. */
const problemOf = (cause: Cause.Cause<ServiceError | SqlError>, requestId: string) => {
  const failure = Option.getOrUndefined(Cause.failureOption(cause))
  if (failure !== undefined && !(failure instanceof SqlError)) return { error: failure, defect: false }
  if (isUnavailable(failure ?? Cause.squash(cause)))
    return { error: new Unavailable({ retryAfter }), defect: true }
  return { error: new InternalError({ request_id: requestId }), defect: true }
}

/** With what the database itself said, which is the cause of the cause. */
const logCause = (message: string, cause: Cause.Cause<unknown>, facts: RequestFacts) =>
  Effect.logError(message, Cause.pretty(cause, { renderErrorCause: true })).pipe(
    Effect.annotateLogs("request_id", facts.id)
  )

/** Turns whatever came of a request into its answer: audited before it leaves, logged in one line. */
export const conclude = Effect.gen(function* () {
  const audit = yield* AuditTrail
  const log = yield* RequestLog

  return Effect.fnUntraced(function* (
    facts: RequestFacts,
    operation: string | null,
    success: number,
    work: (progress: Progress) => Effect.Effect<Outcome, ServiceError | SqlError>
  ) {
    const began = performance.now()
    const at = new Date().toISOString()
    const progress: Progress = {
      trace: nobody,
      rateLimit: null,
      organization: null,
      notes: { quota: null, replayed: false }
    }
    const exit = yield* Effect.exit(work(progress))
    let error: ServiceError | null = null
    if (exit._tag === "Failure") {
      const problem = problemOf(exit.cause, facts.id)
      error = problem.error
      if (problem.defect)
        yield* logCause(`${operation ?? facts.path} answered ${error._tag}`, exit.cause, facts)
    }
    const recording = audit.record({
      at,
      organization_id: progress.organization?.id ?? progress.trace.organizationId,
      request_id: facts.id,
      surface: facts.surface,
      operation,
      method: facts.method,
      path: facts.path,
      status_code: error === null ? success : statusOf(error),
      error_code: error?._tag ?? null,
      actor_type: progress.trace.actorType,
      user_email: progress.trace.email,
      key_prefix: progress.trace.keyPrefix,
      key_last_four: progress.trace.keyLastFour,
      ip: facts.ip,
      user_agent: facts.userAgent
    })
    if (error?._tag === "unavailable") {
      // Nothing was served, and waiting for a database that is away would only keep the caller waiting.
      yield* Effect.forkDaemon(Effect.ignore(recording))
    } else {
      const recorded = yield* Effect.exit(recording)
      // An answer that cannot be accounted for is not given.
      if (recorded._tag === "Failure") {
        error = problemOf(recorded.cause, facts.id).error
        yield* logCause("The audit trail could not be written", recorded.cause, facts)
      }
    }
    const status = error === null ? success : statusOf(error)
    log.write({
      facts,
      operation,
      status,
      error: error?._tag ?? null,
      organization: progress.organization?.slug ?? null,
      actor: progress.trace.email,
      millis: Math.round((performance.now() - began) * 10) / 10
    })
    const answer: Answer = {
      status,
      requestId: facts.id,
      output: error === null && exit._tag === "Success" ? exit.value.output : null,
      error,
      rateLimit: progress.rateLimit,
      quota: progress.notes.quota,
      replayed: progress.notes.replayed
    }
    return answer
  })
})
