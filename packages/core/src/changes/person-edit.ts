import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { lockAndRead } from "../access/organization-lock.ts"
import { readRules, rulesOf } from "../access/organization-rules.ts"
import { recordInTransaction } from "../audit/trail.ts"
import { ActionId, randomId } from "../contract/index.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import { type HandlerResponse, respondWith } from "../request/handler.ts"
import { deferStatements, makePlanningReader } from "../storage/index.ts"
import { Queue } from "../tasks/queue.ts"
import { startBackgroundWork } from "./background-work.ts"
import type { EditKind, EngineError, PlanContext, Planned } from "./edit.ts"
import { readBusyKeys } from "./executions.ts"
import { busyKeysProblem, makePlanContext } from "./plan.ts"
import { renderSentence } from "./sentence.ts"

/** The result of the edit, as a sentence. */
export interface PersonEditResult {
  readonly summary: string
}

/**
 * An edit that only people can make, in the dashboard or on the server. It is not an operation, so API keys
 * and access tokens cannot call it. It goes through the pipeline, takes the organization's lock, skips keys
 * that are in progress, and is audited in the same transaction. Only for edits that move no budget: it does
 * not check the limits.
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
          const reader = makePlanningReader()
          const [[rules]] = yield* lockAndRead(organization, [readRules(organization)], reader)
          const context = makePlanContext(clearance, rulesOf(rules!), 0, reader)
          const plan = yield* kind.plan(context, yield* inputOf(context), undefined)
          const problem = plan.refusal ?? busyKeysProblem(yield* readBusyKeys(organization), [plan])
          if (problem !== null) return yield* Effect.fail(problem)
          const trace = yield* kind.apply(plan, {
            action: ActionId.make(randomId("act")),
            context,
            write: deferStatements
          })
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

/** The requirements of such an endpoint: a member of the organization whose role may make changes. */
export const adminEndpoint = (name: string, organization: string) =>
  ({ name, admits: "members", organization, role: "admin" }) as const
