import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { recordWithin } from "../../audit/trail.ts"
import { type Output, type TaskId, ValidationError } from "../../contract/index.ts"
import { registeredDomain, targetOf } from "../../outbound/index.ts"
import type { OrganizationFacts } from "../../request/caller.ts"
import type { OperatorEntry } from "../../request/clearance.ts"
import type { Entrance } from "../../request/entrance.ts"
import { replyOf } from "../../request/handler.ts"
import { Statements } from "../../storage/index.ts"
import { type Following, followTask, type TaskFollowed } from "../../tasks/follow-task.ts"
import { Queue } from "../../tasks/queue.ts"
import { startTask } from "../../tasks/start-task.ts"
import { readProfile } from "./get.ts"
import { beginAnalysis, lockProfile } from "./rows.ts"
import { businessProfileTask } from "./task.ts"

type Entered = OperatorEntry<OrganizationFacts>

export type AnalysisStarted = TaskFollowed

/** What can be said of an address before anybody goes there. */
const checked = (url: string): Effect.Effect<string, ValidationError> => {
  const invalid = (message: string) => new ValidationError({ fields: [{ path: "url", message }] })
  return targetOf(url).pipe(
    Effect.mapError(({ message }) => invalid(message)),
    Effect.filterOrFail(
      ({ name }) => registeredDomain(name) !== null,
      () => invalid("must be the address of a website, such as https://www.example.com")
    ),
    Effect.map((target) => target.url.href)
  )
}

/**
 * What operators do with an organization's business profile. An analysis of the same website that is under way is not
 * started twice; one of another website takes its place.
 */
export const profileEntrances = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const statements = yield* Statements
  const queue = yield* Queue
  const common = (name: string, organization: string) =>
    ({ name: `business_profile.${name}`, admits: "operators", organization }) as const

  const start = (organization: number, url: string, requestedBy: number | null) =>
    Effect.gen(function* () {
      const before = yield* lockProfile(organization, url)
      if (before.task !== null && before.analysing === url) return before.task as TaskId
      const task = yield* startTask(queue, businessProfileTask, { organization, input: { url }, requestedBy })
      yield* beginAnalysis(organization, url, task)
      return task
    })

  return {
    analyse: (
      organization: string,
      given: string,
      following: Following = { seconds: 0 }
    ): Entrance<AnalysisStarted> => ({
      ...common("analyse", organization),
      run: ({ audit, caller, organization: { id } }: Entered) =>
        Effect.gen(function* () {
          const url = yield* checked(given)
          yield* queue.ready
          const task = yield* start(id, url, caller?.userId ?? null).pipe(
            Effect.tap(() => recordWithin(audit, { status_code: 200, error_code: null })),
            sql.withTransaction
          )
          return { ...replyOf(yield* followTask(id, task, following)), audited: true }
        }).pipe(Effect.provideService(SqlClient.SqlClient, sql))
    }),
    show: (organization: string): Entrance<Output<"organizations.business_profile">> => ({
      ...common("show", organization),
      run: ({ organization }: Entered) => Effect.map(readProfile(statements, organization), replyOf)
    })
  }
})
