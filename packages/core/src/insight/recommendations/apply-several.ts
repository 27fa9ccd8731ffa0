import { Clock, Effect } from "effect"
import {
  addLosses,
  addNegativesEdit,
  type Campaign,
  campaignById,
  keywordStateEdit,
  notTogether
} from "../../campaigns/index.ts"
import { makeStep, type PlanContext } from "../../changes/edit.ts"
import { registerWrite } from "../../changes/registries.ts"
import { type PlannedWrite, plansOf, type Write, type WriteResult, warningsIn } from "../../changes/write.ts"
import { type FieldProblem, type RecentlyApplied, ValidationError } from "../../contract/index.ts"
import { combinedSaving } from "../savings/estimate.ts"
import { applyProblem, previewLines, stepsFor } from "./apply.ts"
import { changesOf, onlyStops, savesOf } from "./parts.ts"
import {
  appliedContent,
  type ProposedOperation,
  recommendationById,
  recommendationsReads,
  type StoredRecommendation
} from "./rows.ts"
import { statusEdit } from "./status-edit.ts"

/** The recommendations of a call for one campaign. */
interface Group {
  readonly campaign: Campaign
  readonly recommendations: ReadonlyArray<StoredRecommendation>
}

/** Why a recommendation cannot be applied with others, as the end of a sentence; null if it can. */
const alone = ({ details, type }: StoredRecommendation): string | null =>
  onlyStops(details.operations)
    ? null
    : `is a ${type} recommendation, which changes more than exclusions and pauses; apply it with {recommendations.apply}`

/** Finds the recommendations of a call by campaign, or reports what is wrong with each. */
const groupsOf = (context: PlanContext, ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const now = new Date(yield* Clock.currentTimeMillis)
    const fields: Array<FieldProblem> = []
    const repeated: Array<RecentlyApplied> = []
    const groups = new Map<number, { campaign: Campaign; recommendations: Array<StoredRecommendation> }>()
    let first: Campaign | undefined
    for (const [n, id] of ids.entries()) {
      const recommendation = yield* recommendationById(context, id)
      const problem = applyProblem(recommendation, now)
      if (problem?._tag === "recently_applied") repeated.push(problem)
      const campaign = yield* campaignById(context, recommendation.campaign)
      first ??= campaign
      const message =
        ids.indexOf(id) < n
          ? "is named twice"
          : problem !== null
            ? `is not pending: it is ${recommendation.status}`
            : (alone(recommendation) ?? notTogether(first, campaign))
      if (message !== null) fields.push({ path: `ids.${n}`, message })
      const group = groups.get(campaign.id) ?? { campaign, recommendations: [] }
      group.recommendations.push(recommendation)
      groups.set(campaign.id, group)
    }
    if (repeated.length === ids.length) return yield* repeated[0]!
    if (fields.length > 0) return yield* new ValidationError({ fields })
    return [...groups.values()] as ReadonlyArray<Group>
  })

/** Returns the operations of a campaign's recommendations, each change once. */
const mergedOperations = ({ recommendations }: Group): ReadonlyArray<ProposedOperation> => {
  const byKey = new Map(
    recommendations.flatMap(({ details }) =>
      details.operations.map((one) => [changesOf(one)[0]!.key, one] as const)
    )
  )
  return [...byKey.values()]
}

/** Returns the saving of the changes that are left to do, each keyword and search once. */
const remainingSaving = (planned: PlannedWrite): number | null => {
  const paused = new Set(plansOf(planned, keywordStateEdit).flatMap(({ items }) => items.map(({ id }) => id)))
  const exclusions = plansOf(planned, addNegativesEdit)
  const all = plansOf(planned, statusEdit).map(({ campaign, recommendation: { details } }) => {
    const excluded = exclusions.flatMap((one) => (one.campaign.id === campaign.id ? one.items : []))
    return {
      campaign: campaign.slug,
      saves:
        details.saves === undefined ? null : savesOf(details.saves, { paused, excluded, aiMaxOff: false })
    }
  })
  return combinedSaving(all)?.amount ?? null
}

/** Applies exclusions and pauses of several recommendations as one write, with an action of each campaign. */
const makeWrite = Effect.succeed<Write<"recommendations.apply_several">>({
  reads: recommendationsReads,
  actions: (context, { ids }, _request, storedPlan) =>
    Effect.map(groupsOf(context, ids), (groups) =>
      groups.map((group, n) => ({
        op: "apply_recommendation",
        campaign: group.campaign,
        source: "engine",
        // An approved write executes the steps that its approver saw.
        steps: storedPlan?.actions[n]?.steps ?? [
          ...stepsFor(group.campaign, mergedOperations(group)),
          ...group.recommendations.map((one) =>
            makeStep(statusEdit, { recommendation: one.id, to: "applied", applies: appliedContent(one) })
          )
        ]
      }))
    ),
  preview: (planned) => {
    const byCampaign = planned.actions.map((action) => ({
      campaign: action.campaign?.slug ?? "",
      part: { ...planned, actions: [action] }
    }))
    return {
      would_apply: byCampaign.flatMap(({ campaign, part }) =>
        previewLines(part).map((line) => ({ campaign, ...line }))
      ),
      estimated_monthly_saving: remainingSaving(planned),
      by_campaign: byCampaign.map(({ campaign, part }) => ({
        campaign,
        would_lose: addLosses(
          [...plansOf(part, addNegativesEdit), ...plansOf(part, keywordStateEdit)].map(({ lost }) => lost)
        )
      })),
      blocked_keywords: [...new Set(plansOf(planned, addNegativesEdit).flatMap(({ blocked }) => blocked))]
    }
  },
  unchanged: () => ({ applied: true, action_id: null, action_ids: [] }),
  output: (done: WriteResult) => {
    const action_ids = done.actions.map(({ action }) => action)
    return { applied: true, action_id: action_ids[0] ?? null, action_ids, ...warningsIn(done) }
  }
})

export const applyRecommendations = registerWrite("recommendations.apply_several", makeWrite)
