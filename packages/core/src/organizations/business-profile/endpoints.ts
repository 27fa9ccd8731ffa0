import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { recordInTransaction } from "../../audit/trail.ts"
import { type Output, type TaskId, ValidationError } from "../../contract/index.ts"
import { parseTarget, registeredDomain } from "../../outbound/index.ts"
import type { OrganizationFacts } from "../../request/caller.ts"
import type { OperatorClearance } from "../../request/clearance.ts"
import type { Endpoint } from "../../request/endpoint.ts"
import { respondWith } from "../../request/handler.ts"
import { Statements } from "../../storage/index.ts"
import { type FollowedTask, type FollowOptions, followTask } from "../../tasks/follow-task.ts"
import { Queue } from "../../tasks/queue.ts"
import { startTask } from "../../tasks/start-task.ts"
import { readProfile } from "./get.ts"
import { beginAnalysis, lockProfile } from "./rows.ts"
import { businessProfileTask } from "./task.ts"

type OrganizationOperator = OperatorClearance<OrganizationFacts>

export type AnalysisStarted = FollowedTask

/** Checks a URL before any request. */
const checkWebsiteUrl = (url: string): Effect.Effect<string, ValidationError> => {
  const invalid = (message: string) => new ValidationError({ fields: [{ path: "url", message }] })
  return parseTarget(url).pipe(
    Effect.mapError(({ message }) => invalid(message)),
    Effect.filterOrFail(
      ({ name }) => registeredDomain(name) !== null,
      () => invalid("must be the address of a website, such as https://www.example.com")
    ),
    Effect.map((target) => target.url.href)
  )
}

/**
 * The operators' endpoints for a business profile. A second analysis of the same website is not started; one
 * of another website replaces the first.
 */
export const profileEndpoints = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const statements = yield* Statements
  const queue = yield* Queue
  const common = (name: string, organization: string) =>
    ({ name: `business_profile.${name}`, admits: "operators", organization }) as const

  const start = (organization: number, url: string, requestedBy: number | null) =>
    Effect.gen(function* () {
      const current = yield* lockProfile(organization, url)
      if (current.task !== null && current.analysing === url) return current.task as TaskId
      const task = yield* startTask(queue, businessProfileTask, { organization, input: { url }, requestedBy })
      yield* beginAnalysis(organization, url, task)
      return task
    })

  return {
    analyse: (
      organization: string,
      inputUrl: string,
      followOptions: FollowOptions = { seconds: 0 }
    ): Endpoint<AnalysisStarted> => ({
      ...common("analyse", organization),
      run: ({ audit, caller, organization: { id } }: OrganizationOperator) =>
        Effect.gen(function* () {
          const url = yield* checkWebsiteUrl(inputUrl)
          yield* queue.ready
          const task = yield* start(id, url, caller?.userId ?? null).pipe(
            Effect.tap(() => recordInTransaction(audit, { status_code: 200, error_code: null })),
            sql.withTransaction
          )
          return { ...respondWith(yield* followTask(id, task, followOptions)), audited: true }
        }).pipe(Effect.provideService(SqlClient.SqlClient, sql))
    }),
    show: (organization: string): Endpoint<Output<"organizations.business_profile">> => ({
      ...common("show", organization),
      run: ({ organization }: OrganizationOperator) =>
        Effect.map(readProfile(statements, organization), respondWith)
    })
  }
})
