import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { RecommendationNotPending, type ServiceError } from "../../contract/index.ts"
import type { Deed } from "../../pipeline/call.ts"
import type { Pipeline } from "../../pipeline/pipeline.ts"
import { NotPending } from "./not-pending.ts"

/**
 * Does a person's work audited, and answers with its outcome. That another was faster is told to the audit
 * trail in its own words: queued writes are recommendations to it, as they are to callers.
 */
export const attended = <A>(
  pipeline: Pipeline["Type"],
  deed: Deed,
  work: Effect.Effect<A, ServiceError | NotPending | SqlError>
): Effect.Effect<A, ServiceError | NotPending> =>
  Effect.suspend(() => {
    let late: NotPending | undefined
    const told = work.pipe(
      Effect.catchIf(
        (error): error is NotPending => error instanceof NotPending,
        (error) => {
          late = error
          return Effect.fail(new RecommendationNotPending({ status: error.status }))
        }
      )
    )
    return Effect.flatMap(
      pipeline.attend(deed, told as Effect.Effect<A, ServiceError | SqlError>),
      ({ error, output }): Effect.Effect<A, ServiceError | NotPending> =>
        late !== undefined
          ? Effect.fail(late)
          : error !== null
            ? Effect.fail(error)
            : Effect.succeed(output as A)
    )
  })
