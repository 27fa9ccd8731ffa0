import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { recordInTransaction } from "../audit/trail.ts"
import { ActionId, randomId } from "../contract/index.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import { type HandlerResponse, respondWith } from "../request/handler.ts"
import { inOneRoundTrip } from "../storage/index.ts"
import { Queue } from "../tasks/queue.ts"
import { startBackgroundWork } from "./background-work.ts"
import type { EditKind, EngineError, PlanContext, Planned } from "./edit.ts"
import { readBusyKeys } from "./executions.ts"
import { readRules, rulesOf } from "./organization.ts"
import { busyKeysProblem, makePlanContext } from "./plan.ts"
import { renderSentence } from "./sentence.ts"

/** What was done, as a sentence. */
export interface PersonEditResult {
  readonly summary: string
}

/**
 * An edit that only people make, in the dashboard and on the service's own machine. It is no operation, so no key and no
 * token reaches it; it comes in by the door, runs under the same lock as everything else, keeps its hands off what is
 * under way, and is audited in the same transaction. Edits that move no money only: nothing here asks the limits.
 */
export const makePersonEdit = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const queue = yield* Queue

  return <In, Plan extends Planned, Trace, PlatformRead>(
    kind: EditKind<In, Plan, Trace, PlatformRead>,
    clearance: OrganizationClearance,
    inputOf: (context: PlanContext) => Effect.Effect<In, EngineError, SqlClient.SqlClient>
  ): Effect.Effect<HandlerResponse<PersonEditResult>, EngineError> =>
    Effect.zipRight(
      queue.ready,
      sql.withTransaction(
        Effect.gen(function* () {
          const organization = clearance.organization.id
          const [[rules]] = yield* inOneRoundTrip([readRules(organization, true)])
          const context = makePlanContext(clearance, rulesOf(rules!), 0)
          const plan = yield* kind.plan(context, yield* inputOf(context), undefined)
          const problem = plan.refusal ?? busyKeysProblem(yield* readBusyKeys(organization), [plan])
          if (problem !== null) return yield* Effect.fail(problem)
          const trace = yield* kind.apply(plan, { action: ActionId.make(randomId("act")), context })
          const route = kind.route(plan, trace)
          if (route.to === "after") {
            const { stopsSpend } = plan
            const origin = { organization, action: null, requestedBy: clearance.caller.userId, stopsSpend }
            yield* startBackgroundWork(queue, route.work, origin)
          }
          yield* recordInTransaction(clearance.audit, { status_code: 200, error_code: null })
          return { ...respondWith({ summary: renderSentence(plan.sentence) }), audited: true }
        })
      )
    ).pipe(Effect.provideService(SqlClient.SqlClient, sql))
})

/** How such an entrance is entered: by members, in an organization, with the role that changes ask for. */
export const adminEndpoint = (name: string, organization: string) =>
  ({ name, admits: "members", organization, role: "admin" }) as const
