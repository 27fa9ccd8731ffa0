import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { recordWithin } from "../audit/trail.ts"
import { ActionId, randomId } from "../contract/index.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import { type Reply, replyOf } from "../request/handler.ts"
import { inOneFlight } from "../storage/index.ts"
import { Queue } from "../tasks/queue.ts"
import { beginAfterWork } from "./after.ts"
import type { At, EditKind, Fails, Planned } from "./edit.ts"
import { thingsUnderWay } from "./executions.ts"
import { readRules, rulesOf } from "./organization.ts"
import { busyWith, planningAt } from "./plan.ts"
import { wordingOf } from "./sentence.ts"

/** What was done, as a sentence. */
export interface DoneByHand {
  readonly did: string
}

/**
 * An edit that only people make, in the dashboard and on the service's own machine. It is no operation, so no key and no
 * token reaches it; it comes in by the door, runs under the same lock as everything else, keeps its hands off what is
 * under way, and is audited in the same transaction. Edits that move no money only: nothing here asks the limits.
 */
export const makeByHand = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const queue = yield* Queue

  return <In, Plan extends Planned, Trace, Seen>(
    kind: EditKind<In, Plan, Trace, Seen>,
    clearance: OrganizationClearance,
    inputOf: (at: At) => Effect.Effect<In, Fails, SqlClient.SqlClient>
  ): Effect.Effect<Reply<DoneByHand>, Fails> =>
    Effect.zipRight(
      queue.ready,
      sql.withTransaction(
        Effect.gen(function* () {
          const organization = clearance.organization.id
          const [[rules]] = yield* inOneFlight([readRules(organization, true)])
          const at = planningAt(clearance, rulesOf(rules!), 0)
          const plan = yield* kind.plan(at, yield* inputOf(at), undefined)
          const problem = plan.refusal ?? busyWith(yield* thingsUnderWay(organization), [plan])
          if (problem !== null) return yield* Effect.fail(problem)
          const trace = yield* kind.apply(plan, { action: ActionId.make(randomId("act")), at })
          const route = kind.route(plan, trace)
          if (route.to === "after") {
            const { stopsSpend } = plan
            const of = { organization, action: null, requestedBy: clearance.caller.userId, stopsSpend }
            yield* beginAfterWork(queue, route.work, of)
          }
          yield* recordWithin(clearance.audit, { status_code: 200, error_code: null })
          return { ...replyOf({ did: wordingOf(plan.sentence) }), audited: true }
        })
      )
    ).pipe(Effect.provideService(SqlClient.SqlClient, sql))
})

/** How such an entrance is entered: by members, in an organization, with the role that changes ask for. */
export const byAdmins = (name: string, organization: string) =>
  ({ name, admits: "members", organization, role: "admin" }) as const
