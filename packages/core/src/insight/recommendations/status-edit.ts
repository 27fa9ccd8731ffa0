import { Effect, Schema } from "effect"
import { type Campaign, campaignById, isPlatformFirst } from "../../campaigns/index.ts"
import { defineEdit, type PlanContext, type Planned, type Restorable } from "../../changes/edit.ts"
import { RecommendationNotPending } from "../../contract/index.ts"
import { quoteValue, renderSubject } from "../../log/sentence.ts"
import { runSql } from "../../storage/index.ts"
import { accuracyWarning, readTypeAccuracy } from "../savings/accuracy.ts"
import {
  AppliedContent,
  affectedKey,
  appliedContent,
  applyContent,
  claimPart,
  type ProposedOperation,
  readFoundAgain,
  recommendationById,
  releaseApply,
  type StoredRecommendation,
  setStatus
} from "./rows.ts"

const TargetStatus = Schema.Literal("applied", "undone", "dismissed", "pending")
const Input = Schema.Struct({
  recommendation: Schema.String,
  to: TargetStatus,
  /** The content that is applied, as planned: a new run may have replaced the recommendation since. */
  applies: Schema.optionalWith(AppliedContent, { exact: true }),
  /** Whether that is only a part of it. */
  part: Schema.optionalWith(Schema.Boolean, { exact: true }),
  /** Why a person dismisses it. */
  reason: Schema.optionalWith(Schema.String, { exact: true })
})
const Trace = Schema.Struct({
  recommendation: Schema.String,
  slug: Schema.String,
  set: TargetStatus,
  /** The part to keep of it once the platform has confirmed. */
  applies: Schema.optionalWith(AppliedContent, { exact: true })
})
type Trace = typeof Trace.Type

interface StatusPlan extends Planned {
  readonly recommendation: StoredRecommendation
  readonly campaign: Campaign
  readonly to: typeof TargetStatus.Type
  readonly part: boolean
}

const subject = "Recommendation"
const kindAndVersion = { kind: "recommendation.status", version: 1 } as const
const sentences = {
  applied: "Applied the recommendation",
  undone: "Took back the recommendation",
  dismissed: "Dismissed the recommendation",
  pending: "Took back the dismissal of the recommendation"
} as const

const platformFirstOperations = new Set<ProposedOperation["op"]>([
  "pause_keyword",
  "add_keyword",
  "add_negative_keyword"
])

/** Whether its operations are platform-first: it is then applied only once the platform has confirmed. */
const waitsForPlatform = ({ campaign, recommendation, to }: StatusPlan): boolean =>
  (to === "applied" || to === "undone") &&
  isPlatformFirst(campaign) &&
  recommendation.details.operations.some(({ op }) => platformFirstOperations.has(op))

/**
 * Marks a recommendation as applied or undone, as part of the action that executes it. Or marks it as
 * dismissed, which is an action of its own; its undo makes the recommendation pending again.
 */
export const statusEdit = defineEdit({
  ...kindAndVersion,
  input: Input,
  trace: Trace,
  accompanies: true,

  plan: (
    context: PlanContext,
    { applies, part = false, reason, recommendation: id, to }: typeof Input.Type
  ) =>
    Effect.gen(function* () {
      const recommendation = { ...(yield* recommendationById(context, id)), ...applies }
      const campaign = yield* campaignById(context, recommendation.campaign)
      const plan: StatusPlan = {
        recommendation,
        campaign,
        to,
        part,
        sentence: {
          subject,
          of: campaign.slug,
          did: `${sentences[to]} ${quoteValue(recommendation.summary)}${reason === undefined ? "" : `, because ${quoteValue(reason)}`}`
        },
        hashedContent: { recommendation: id, to },
        affectedKeys: [affectedKey(id)],
        moves: [],
        // It spends nothing itself; its other steps decide whether the write stops spend.
        stopsSpend: true,
        refusal:
          to === "dismissed" && recommendation.status !== "pending"
            ? new RecommendationNotPending({ status: recommendation.status })
            : null,
        empty: recommendation.status === to
      }
      return plan
    }),
  warnings: ({ clearance, read }: PlanContext, { recommendation: { saving, type }, to }: StatusPlan) =>
    to !== "applied" || saving === null
      ? Effect.succeed([])
      : Effect.map(read(readTypeAccuracy(clearance.organization.id, type)), ([[accuracy]]) => {
          const warning = accuracyWarning(accuracy!)
          return warning === null ? [] : [warning]
        }),
  route: (plan: StatusPlan) =>
    waitsForPlatform(plan) ? { to: "first", account: plan.campaign.ad_account_id ?? "" } : { to: "local" },
  apply: (plan: StatusPlan, { context, write }) =>
    Effect.gen(function* () {
      const { campaign, recommendation, to } = plan
      const dismissedBy = to === "dismissed" ? context.clearance.caller.userId : null
      const organization = context.clearance.organization.id
      const claimed = waitsForPlatform(plan)
      const waitingPart = to === "applied" && claimed && plan.part
      if (waitingPart) yield* write(claimPart(organization, recommendation.id))
      else if (to === "applied")
        yield* write(
          applyContent(organization, recommendation.id, appliedContent(recommendation), { claimed })
        )
      else if (!claimed) yield* write(setStatus(organization, recommendation.id, to, dismissedBy))
      const trace: Trace = {
        recommendation: recommendation.id,
        slug: campaign.slug,
        set: to,
        ...(waitingPart ? { applies: appliedContent(recommendation) } : {})
      }
      return trace
    }),
  platformFirst: {
    field: "id",
    readRemote: () => Effect.succeed(null),
    missing: () => [],
    complete: (organization, trace: Trace) =>
      Effect.as(
        runSql(
          trace.applies === undefined
            ? setStatus(organization, trace.recommendation, trace.set)
            : applyContent(organization, trace.recommendation, trace.applies, { claimed: false })
        ),
        trace
      ),
    discard: (organization, trace: Trace) =>
      trace.set === "applied" ? releaseApply(organization, trace.recommendation) : Effect.void
  },

  describe: (_context: PlanContext, { slug }: Trace) => Effect.succeed(renderSubject({ subject, of: slug })),
  restorable: (context: PlanContext, trace: Trace) =>
    Effect.gen(function* () {
      const { status } = yield* recommendationById(context, trace.recommendation).pipe(
        Effect.catchTag("not_found", Effect.die)
      )
      const lost = (reason: string): Restorable<Trace> => ({
        standing: null,
        lost: [{ what: renderSubject({ subject, of: trace.slug }), reason }]
      })
      if (status !== trace.set) return lost(`It is ${status} now.`)
      const organization = context.clearance.organization.id
      if (trace.set === "dismissed" && (yield* readFoundAgain(organization, trace.recommendation))) {
        return lost("The same was recommended again since, and is pending.")
      }
      return { standing: trace, lost: [] }
    }),
  reverse: ({ recommendation, set }: Trace) => ({
    ...kindAndVersion,
    input: { recommendation, to: set === "dismissed" ? "pending" : "undone" }
  })
})
