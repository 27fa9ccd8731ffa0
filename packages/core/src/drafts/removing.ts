import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { campaignBySlug } from "../campaigns/index.ts"
import { beginAfterWork } from "../changes/after.ts"
import type { At, EditKind, Fails, Planned } from "../changes/edit.ts"
import { readRules, rulesOf } from "../changes/organization.ts"
import { planningAt } from "../changes/plan.ts"
import { wordingOf } from "../changes/sentence.ts"
import { ActionId, randomId } from "../contract/index.ts"
import { recordWithin } from "../pipeline/audit-trail.ts"
import type { OrganizationClearance } from "../pipeline/clearance.ts"
import type { Entrance } from "../pipeline/entrance.ts"
import { type Reply, replyOf } from "../pipeline/handler.ts"
import { inOneFlight } from "../storage/index.ts"
import { Queue } from "../tasks/queue.ts"
import { DiscardDraft, RemoveAd } from "./edits/index.ts"

/** What was taken away, as a sentence. */
export interface Removed {
  readonly did: string
}

/**
 * Taking away what was made here: for people, in the dashboard and on the service's own machine. It is no operation, so
 * no key and no token reaches it; it comes in by the door, runs the same edits as the engine under the same lock, and is
 * audited in the same transaction.
 */
export const removalEntrances = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const queue = yield* Queue
  const discardDraft = yield* DiscardDraft
  const removeAd = yield* RemoveAd

  const carryOut = <In, Plan extends Planned, Trace, Seen>(
    kind: EditKind<In, Plan, Trace, Seen>,
    clearance: OrganizationClearance,
    inputOf: (at: At) => Effect.Effect<In, Fails, SqlClient.SqlClient>
  ): Effect.Effect<Reply<Removed>, Fails> =>
    Effect.zipRight(
      queue.ready,
      sql.withTransaction(
        Effect.gen(function* () {
          const organization = clearance.organization.id
          const [[rules]] = yield* inOneFlight([readRules(organization, true)])
          const at = planningAt(clearance, rulesOf(rules!), 0)
          const plan = yield* kind.plan(at, yield* inputOf(at), undefined)
          if (plan.refusal !== null) return yield* Effect.fail(plan.refusal)
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

  const common = (name: string, organization: string) =>
    ({ name, admits: "members", organization, role: "admin" }) as const

  return {
    /** A draft that was never launched, by its slug. */
    discardDraft: (organization: string, slug: string): Entrance<Removed> => ({
      ...common("drafts.discard", organization),
      run: (clearance: OrganizationClearance) =>
        carryOut(discardDraft, clearance, (at) =>
          Effect.map(campaignBySlug(at, slug), ({ id }) => ({ campaign: id }))
        )
    }),
    /** An ad, by the number that its creation gave. */
    removeAd: (organization: string, ad: number): Entrance<Removed> => ({
      ...common("ads.remove", organization),
      run: (clearance: OrganizationClearance) => carryOut(removeAd, clearance, () => Effect.succeed({ ad }))
    })
  }
})
