import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import type { EngineError } from "../changes/edit.ts"
import { dailyRise, type MoneyChecks, moneyChecks } from "../changes/guardrails/money.ts"
import { BudgetCommitments } from "../changes/organization.ts"
import { planWrite, readPlanContext } from "../changes/plan.ts"
import { makePlatformCheck, platformChangesOf } from "../changes/platform-check.ts"
import { previewHash, warningsOf } from "../changes/preview.ts"
import { quotaOf, usedToday } from "../changes/quota.ts"
import { Edits, Writes } from "../changes/registries.ts"
import {
  decodeStoredPlan,
  type PlanDifference,
  planDifferences,
  type StoredPlan
} from "../changes/stored-plan.ts"
import { isEmptyPlan, movesOf, summaryOf, toWriteRequest } from "../changes/write.ts"
import { type AnyOperation, messageOf, renderMentions } from "../contract/index.ts"
import type { PlatformCheck } from "../platform/model.ts"
import type { OutsideChange } from "../platform/outside-changes.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import type { QuotaState } from "../request/limits.ts"
import { Settings } from "../settings.ts"

/** What approving a queued write would do now, and the verdict of every rule. */
export interface PlanReview {
  /** The steps that are no longer what was queued. Approving would then fail. */
  readonly differences: ReadonlyArray<PlanDifference>
  /** Whether nothing is left to do, because it was done meanwhile. */
  readonly unchanged: boolean
  /** Why a rule would refuse it; null if none does. */
  readonly refusal: { readonly code: string; readonly message: string } | null
  /** How much more it lets the organization spend a day. It decides how many people have to approve. */
  readonly dailyRise: number
  readonly money: MoneyChecks
  readonly quota: QuotaState
  /** Stopping spend is not limited by the quota. */
  readonly stopsSpend: boolean
  readonly warnings: ReadonlyArray<string>
  /** Null if nothing reaches the platform. */
  readonly platformCheck: PlatformCheck | null
  /** What others changed in the campaign, as far as the platform could be read in time. */
  readonly outside: ReadonlyArray<OutsideChange>
}

/** A queued write as its review needs it. */
interface ReviewedPlan {
  readonly id: string
  readonly summary: string
  readonly plan: StoredPlan | null
  readonly previewHash: string | null
}

/**
 * Plans a queued write again for its approver, without a lock and without changing anything. It is the plan
 * that an approval would run: the reservation of the write itself does not count.
 */
export const makePlanReview = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const edits = yield* Edits
  const writes = yield* Writes
  const commitments = yield* BudgetCommitments
  const checkWithPlatform = yield* makePlatformCheck
  const { writeQuota } = yield* Settings

  return (
    operation: AnyOperation,
    requester: OrganizationClearance,
    input: Readonly<Record<string, unknown>>,
    queued: ReviewedPlan
  ): Effect.Effect<PlanReview, EngineError> =>
    Effect.gen(function* () {
      const write = writes.get(operation.name)
      if (write === undefined)
        return yield* Effect.dieMessage(`No feature registers the write ${operation.name}`)
      const request = toWriteRequest(operation, requester, input)
      const plan = queued.plan === null ? null : yield* decodeStoredPlan(edits, queued.plan)
      const { platformChanges, ...review } = yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`set transaction isolation level repeatable read, read only`
          const context = yield* readPlanContext(commitments, request, write, queued.id)
          const planned = yield* planWrite(
            edits,
            write,
            context,
            request.parameters,
            undefined,
            plan ?? undefined
          )
          const moves = movesOf(planned)
          const rules = { ...context.rules, committed: context.committed }
          const unchanged = isEmptyPlan(planned)
          const differences = (): ReadonlyArray<PlanDifference> => {
            if (unchanged) return []
            if (plan !== null) return planDifferences(plan, planned)
            return queued.previewHash === null || queued.previewHash === previewHash(request, planned)
              ? []
              : [{ queued: queued.summary, now: summaryOf(planned) }]
          }
          const { refusal } = planned
          return {
            differences: differences(),
            unchanged,
            refusal:
              refusal === null
                ? null
                : { code: refusal._tag, message: renderMentions("dashboard", messageOf(refusal)) },
            dailyRise: dailyRise(moves),
            money: moneyChecks(moves, rules, { perCall: write.isUndo !== true }),
            quota: quotaOf(yield* usedToday(requester.organization.id), writeQuota),
            stopsSpend: planned.stopsSpend,
            warnings: (yield* warningsOf(context, planned)).map((one) => renderMentions("dashboard", one)),
            platformChanges: refusal === null ? yield* platformChangesOf(context, planned) : []
          }
        })
      )
      if (platformChanges.length === 0) return { ...review, platformCheck: null, outside: [] }
      const { check, outside } = yield* checkWithPlatform(requester.organization.id, platformChanges)
      return { ...review, platformCheck: check, outside }
    }).pipe(Effect.provideService(SqlClient.SqlClient, sql))
})
