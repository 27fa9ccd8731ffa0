import { Clock, Effect } from "effect"
import {
  addKeywordsEdit,
  addLosses,
  addNegativesEdit,
  campaignById,
  type Exclusion,
  fieldEdit,
  keywordStateEdit,
  makeBlocker,
  readCampaignSlugs,
  slugFinder
} from "../../campaigns/index.ts"
import { makeStep, type Step } from "../../changes/edit.ts"
import { registerPeopleWrite } from "../../changes/people-write.ts"
import { registerWrite } from "../../changes/registries.ts"
import { type PlannedWrite, plansOf, type Write, type WriteResult, warningsIn } from "../../changes/write.ts"
import {
  matchTypes,
  RecentlyApplied,
  RecommendationId,
  RecommendationNotPending,
  TaskId,
  ValidationError
} from "../../contract/index.ts"
import { createDraftEdit, type Focus } from "../../drafts/index.ts"
import { readFirstRaises } from "../../log/action-log.ts"
import { renderSentence } from "../../log/sentence.ts"
import type { OrganizationFacts } from "../../request/caller.ts"
import type { OperatorClearance } from "../../request/clearance.ts"
import type { Endpoint } from "../../request/endpoint.ts"
import { respondWith } from "../../request/handler.ts"
import { runSql } from "../../storage/index.ts"
import { savingOf } from "../savings/estimate.ts"
import { chosenPart, savesOf } from "./parts.ts"
import {
  type AppliedContent,
  appliedContent,
  type ProposedOperation,
  recommendationById,
  recommendationReads,
  type StoredRecommendation
} from "./rows.ts"
import { statusEdit } from "./status-edit.ts"

/** One line of a preview. */
export interface PreviewLine {
  readonly op: string
  readonly summary: string
}

type OperationOf<Op extends ProposedOperation["op"]> = Extract<ProposedOperation, { readonly op: Op }>
const operationsOf = <Op extends ProposedOperation["op"]>(
  operations: ReadonlyArray<ProposedOperation>,
  op: Op
): ReadonlyArray<OperationOf<Op>> => operations.filter((one): one is OperationOf<Op> => one.op === op)

/** Returns the focus of a draft. */
const focusOf = (draft: OperationOf<"create_draft">): Focus => {
  switch (draft.type) {
    case "hipo":
      return { keywords: draft.keywords.map(({ text }) => text), locations: [] }
    case "location":
      return { keywords: [], locations: [draft.location] }
    case "icp":
      return { keywords: [], locations: [], audience: draft.audience }
  }
}

const keywordLines = (
  op: ProposedOperation["op"],
  verb: string,
  keywords: ReadonlyArray<{ readonly match: string; readonly text: string }>
): ReadonlyArray<PreviewLine> =>
  keywords.map(({ match, text }) => ({ op, summary: `${verb} ${JSON.stringify(text)} (${match})` }))

/** Lists the searches of the last 30 days that an exclusion stops beside its own text. */
const listStopped = (item: Exclusion, stopped: ReadonlyArray<string>): string => {
  const stops = makeBlocker([item])
  const others = stopped.filter((term) => stops(term) && term !== item.text)
  return others.length === 0 ? "" : `; it stops ${others.map((term) => JSON.stringify(term)).join(", ")}`
}

/** Returns as few edits as possible: operations of a kind are merged. */
export const stepsFor = (
  campaign: { readonly id: number; readonly website_url: string | null },
  operations: ReadonlyArray<ProposedOperation>
): ReadonlyArray<Step> => {
  const paused = operationsOf(operations, "pause_keyword").map(({ keyword }) => keyword)
  const added = operationsOf(operations, "add_keyword").map(({ ad, match, text }) => ({ ad, match, text }))
  const excluded = operationsOf(operations, "add_negative_keyword")
  return [
    ...(paused.length > 0
      ? [makeStep(keywordStateEdit, { campaign: campaign.id, ids: paused, to: "paused" })]
      : []),
    ...(added.length > 0 ? [makeStep(addKeywordsEdit, { campaign: campaign.id, keywords: added })] : []),
    ...matchTypes.flatMap((match) => {
      const terms = excluded.filter((one) => one.match === match).map(({ text }) => text)
      return terms.length > 0 ? [makeStep(addNegativesEdit, { campaign: campaign.id, match, terms })] : []
    }),
    ...operationsOf(operations, "set_target_cpa").map(({ from, to }) =>
      makeStep(fieldEdit, { campaign: campaign.id, field: "target_cpa", to, plannedFrom: from })
    ),
    ...operationsOf(operations, "switch_off_ai_max").map(() =>
      makeStep(fieldEdit, { campaign: campaign.id, field: "ai_max", to: false })
    ),
    ...operationsOf(operations, "set_budget").map(({ from, to }) =>
      makeStep(fieldEdit, { campaign: campaign.id, field: "budget", to, plannedFrom: from })
    ),
    ...operationsOf(operations, "create_draft").map((draft) =>
      makeStep(createDraftEdit, {
        website: draft.type === "hipo" ? (campaign.website_url ?? "") : draft.website,
        type: draft.type,
        name: null,
        budget: null,
        source: draft.type === "hipo" ? campaign.id : null,
        focus: focusOf(draft)
      })
    )
  ]
}

/** Returns the content of a recommendation with some of its findings. */
const partWith = (whole: AppliedContent, only: ReadonlyArray<string>) => {
  const { details, ...others } = whole
  const chosen = chosenPart({ ...others, ...details }, only)
  if ("fields" in chosen) return Effect.fail(new ValidationError({ fields: chosen.fields }))
  const { saving, summary, ...part } = chosen.part
  return Effect.succeed({ summary, saving, details: part })
}

/** Returns the preview line by line, without operations that are already done. */
export const previewLines = (planned: PlannedWrite): ReadonlyArray<PreviewLine> => [
  ...keywordLines(
    "pause_keyword",
    "Pause",
    plansOf(planned, keywordStateEdit).flatMap(({ items }) => items)
  ),
  ...keywordLines(
    "add_keyword",
    "Add",
    plansOf(planned, addKeywordsEdit).flatMap(({ items }) => items)
  ),
  ...plansOf(planned, addNegativesEdit).flatMap(({ items, stopped }) =>
    items.map((item) => ({
      op: "add_negative_keyword",
      summary: `Exclude ${JSON.stringify(item.text)} (${item.match})${listStopped(item, stopped)}`
    }))
  ),
  ...plansOf(planned, fieldEdit)
    .filter(({ empty }) => !empty)
    .map(({ field, sentence }) => ({
      op: field === "ai_max" ? "switch_off_ai_max" : `set_${field}`,
      summary: renderSentence(sentence)
    })),
  ...plansOf(planned, createDraftEdit).map(({ input, name }) => ({
    op: "create_draft",
    summary: `Write the draft ${JSON.stringify(name)} of type ${input.type}`
  }))
]

/** Returns the saving of the remaining operations: those already done save nothing more. */
const remainingSaving = (planned: PlannedWrite, { details, saving }: StoredRecommendation): number | null => {
  if (details.saves === undefined) return saving
  const paused = new Set(plansOf(planned, keywordStateEdit).flatMap(({ items }) => items.map(({ id }) => id)))
  const excluded = plansOf(planned, addNegativesEdit).flatMap(({ items }) => items)
  const aiMaxOff = plansOf(planned, fieldEdit).some(({ empty, field }) => field === "ai_max" && !empty)
  return savingOf(savesOf(details.saves, { paused, excluded, aiMaxOff }))
}

/** Returns the traffic that all exclusions, pauses and switching off AI Max would lose; absent without them. */
const expectedLoss = (planned: PlannedWrite) => {
  const exclusions = plansOf(planned, addNegativesEdit)
  const losses = [
    ...[...exclusions, ...plansOf(planned, keywordStateEdit)].map(({ lost }) => lost),
    ...plansOf(planned, fieldEdit).flatMap(({ throughAiMax }) => throughAiMax ?? [])
  ]
  return {
    ...(losses.length === 0 ? {} : { would_lose: addLosses(losses) }),
    ...(exclusions.length === 0
      ? {}
      : { blocked_keywords: [...new Set(exclusions.flatMap(({ blocked }) => blocked))] })
  }
}

/** Long enough to catch an accidental retry, and short enough that nobody waits for it. */
const reapplySeconds = 5 * 60

/**
 * Returns why a recommendation cannot be applied. An immediate repeat reports that the first call worked; any
 * other call gets the status.
 */
export const applyProblem = (
  { applied_at, status }: Pick<StoredRecommendation, "applied_at" | "status">,
  now: Date
): RecentlyApplied | RecommendationNotPending | null => {
  if (status === "pending") return null
  const since =
    status === "applied" && applied_at !== null ? now.getTime() - Date.parse(applied_at) : Infinity
  const left = reapplySeconds - Math.floor(since / 1000)
  return left > 0
    ? new RecentlyApplied({ retry_after_seconds: left })
    : new RecommendationNotPending({ status })
}

const makeWrite = Effect.gen(function* () {
  const write: Write<"recommendations.apply"> = {
    reads: recommendationReads,
    actions: (context, { id, only }, _request, storedPlan) =>
      Effect.gen(function* () {
        const recommendation = yield* recommendationById(context, id)
        const problem = applyProblem(recommendation, new Date(yield* Clock.currentTimeMillis))
        if (problem !== null) return yield* problem
        const whole = appliedContent(recommendation)
        const applied = only === undefined || storedPlan !== undefined ? whole : yield* partWith(whole, only)
        const { caller, organization } = context.clearance
        const movesBudget = recommendation.type === "budget"
        const campaign = yield* campaignById(
          context,
          recommendation.campaign,
          ...(movesBudget ? [readFirstRaises(organization.id, [recommendation.campaign], caller)] : [])
        )
        // A new run may have replaced the details: an approved write executes the steps that its approver
        // saw.
        const steps = storedPlan?.actions[0]?.steps ?? [
          ...stepsFor(campaign, applied.details.operations),
          makeStep(statusEdit, {
            recommendation: id,
            to: "applied",
            applies: applied,
            ...(only === undefined ? {} : { part: true })
          })
        ]
        return [{ op: "apply_recommendation", campaign, source: "engine", steps }]
      }),
    preview: (planned) => {
      const { recommendation } = plansOf(planned, statusEdit)[0]!
      const lines = previewLines(planned)
      return {
        recommendation_id: RecommendationId.make(recommendation.id),
        would_apply: lines,
        estimated_monthly_saving: remainingSaving(planned, recommendation),
        ...(recommendation.type === "budget" ? { within_limits: planned.limits === null } : {}),
        ...expectedLoss(planned)
      }
    },
    unchanged: () => ({ applied: true, action_id: null, action_ids: [] }),
    output: (done: WriteResult) => ({
      applied: true,
      action_id: done.actions[0]?.action ?? null,
      action_ids: done.actions.map(({ action }) => action),
      // The platform receives a draft only at its launch; until then the response carries its task.
      ...(done.task !== null
        ? { task_tracking_id: TaskId.make(done.task) }
        : done.syncPending
          ? { sync: "pending" as const }
          : {}),
      ...warningsIn(done)
    })
  }
  return write
})

export const applyRecommendation = registerWrite("recommendations.apply", makeWrite)

/** Dismisses a pending recommendation: the service does not make the same one again. For people only. */
export const dismissRecommendation = registerPeopleWrite(
  "recommendations.dismiss",
  Effect.succeed({
    actions: (context, { reason, recommendation: id }) =>
      Effect.gen(function* () {
        const recommendation = yield* recommendationById(context, id)
        const campaign = yield* campaignById(context, recommendation.campaign)
        const because = reason === undefined ? {} : { reason }
        const step = makeStep(statusEdit, { recommendation: id, to: "dismissed", ...because })
        return [{ campaign, steps: [step] }]
      })
  })
)

/** The estimated and realised monthly saving of an applied recommendation. */
export interface AppliedSaving {
  readonly id: string
  readonly type: string
  readonly campaign: string
  readonly summary: string
  readonly applied_at: string
  readonly estimated_monthly_saving: number | null
  /**
   * The monthly saving measured over the first 14 or 30 days; null before their end, or if it cannot be
   * measured.
   */
  readonly realised_saving_14d: number | null
  readonly realised_saving_30d: number | null
}

/** Lists the applied recommendations of an organization, latest first. */
export const readSavings = (organization: number) =>
  Effect.gen(function* () {
    const rows = yield* runSql<Omit<AppliedSaving, "campaign"> & { readonly campaign: number }>`
      select id, type, campaign_id as campaign, summary, applied_at, estimated_monthly_saving, realised_saving_14d,
        realised_saving_30d
      from recommendations where organization_id = ${organization} and status = 'applied'
      order by applied_at desc, id limit 200`
    const ids = rows.map(({ campaign }) => campaign)
    const slugOf = slugFinder(yield* runSql(readCampaignSlugs(organization, ids)))
    return rows.map((row): AppliedSaving => ({ ...row, campaign: slugOf(row.campaign) }))
  })

/** Endpoints of recommendations for operators on the server's own machine. */
export const recommendationEndpoints = Effect.succeed({
  /** Lists the estimated and realised savings of applied recommendations. */
  savings: (organization: string): Endpoint<ReadonlyArray<AppliedSaving>> => ({
    name: "recommendations.savings",
    admits: "operators",
    organization,
    run: ({ organization: { id } }: OperatorClearance<OrganizationFacts>) =>
      Effect.map(readSavings(id), respondWith)
  })
})
