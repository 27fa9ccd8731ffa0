import { Context, Effect, Schema } from "effect"
import { type Campaign, campaignById, goesFirst } from "../../campaigns/index.ts"
import { type At, edit, type Planned, type Restorable } from "../../changes/edit.ts"
import { quoted, subjectOf } from "../../changes/sentence.ts"
import { RecommendationNotPending } from "../../contract/index.ts"
import type { Proposed } from "./details.ts"
import {
  AppliedPart,
  appliedPart,
  claimApply,
  recommendationById,
  releaseApply,
  type StoredRecommendation,
  setStatus
} from "./rows.ts"

const To = Schema.Literal("applied", "undone", "dismissed")
const Input = Schema.Struct({
  recommendation: Schema.String,
  to: To,
  /** What is applied, as it was planned: the recommendation may have been replaced by a new run since. */
  applies: Schema.optionalWith(AppliedPart, { exact: true })
})
const Trace = Schema.Struct({ recommendation: Schema.String, slug: Schema.String, set: To })
type Trace = typeof Trace.Type

export interface StatusPlan extends Planned {
  readonly recommendation: StoredRecommendation
  readonly campaign: Campaign
  readonly to: typeof To.Type
}

const subject = "Recommendation"
const named = { kind: "recommendation.status", version: 1 } as const
const did = {
  applied: "Applied the recommendation",
  undone: "Took back the recommendation",
  dismissed: "Dismissed the recommendation"
} as const

const inPlatformFirst = new Set<Proposed["op"]>(["pause_keyword", "add_keyword", "add_negative_keyword"])

/** What it does there goes to the platform first: then it is applied once the platform said yes, and not before. */
const waits = ({ campaign, recommendation, to }: StatusPlan): boolean =>
  to !== "dismissed" &&
  goesFirst(campaign) &&
  recommendation.details.operations.some(({ op }) => inPlatformFirst.has(op))

/**
 * A recommendation that was applied, or whose action was undone: part of the action that does what it says. Or one that
 * a person dismissed, which stands alone and has no way back: a detector's next run finds what is still so.
 */
export const statusEdit = edit({
  ...named,
  input: Input,
  trace: Trace,
  accompanies: true,

  plan: (at: At, { applies, recommendation: id, to }: typeof Input.Type) =>
    Effect.gen(function* () {
      const recommendation = { ...(yield* recommendationById(at, id)), ...applies }
      const campaign = yield* campaignById(at, recommendation.campaign)
      const plan: StatusPlan = {
        recommendation,
        campaign,
        to,
        sentence: { subject, of: campaign.slug, did: `${did[to]} ${quoted(recommendation.summary)}` },
        essence: { recommendation: id, to },
        touches: [`recommendation/${id}`],
        moves: [],
        // It spends nothing: whether the whole stops spend is for its other steps to say.
        stopsSpend: true,
        refusal:
          to === "dismissed" && recommendation.status !== "pending"
            ? new RecommendationNotPending({ status: recommendation.status })
            : null,
        empty: recommendation.status === to
      }
      return plan
    }),
  route: (plan: StatusPlan) =>
    waits(plan) ? { to: "first", account: plan.campaign.ad_account_id ?? "" } : { to: "local" },
  apply: (plan: StatusPlan, { at }) =>
    Effect.gen(function* () {
      const { campaign, recommendation, to } = plan
      const by = to === "dismissed" ? at.clearance.caller.userId : null
      const organization = at.clearance.organization.id
      if (to === "applied") yield* claimApply(organization, recommendation.id, appliedPart(recommendation))
      if (!waits(plan)) yield* setStatus(organization, recommendation.id, to, by)
      const trace: Trace = { recommendation: recommendation.id, slug: campaign.slug, set: to }
      return trace
    }),
  first: {
    field: "id",
    look: () => Effect.succeed(null),
    missing: () => [],
    done: (organization, trace: Trace) =>
      Effect.as(setStatus(organization, trace.recommendation, trace.set), trace),
    dropped: (organization, trace: Trace) =>
      trace.set === "applied" ? releaseApply(organization, trace.recommendation) : Effect.void
  },

  describe: (_at: At, { slug }: Trace) => Effect.succeed(subjectOf({ subject, of: slug })),
  restorable: (at: At, trace: Trace) =>
    Effect.map(
      recommendationById(at, trace.recommendation).pipe(Effect.catchTag("not_found", Effect.die)),
      ({ status }): Restorable<Trace> =>
        status === trace.set
          ? { stands: trace, lost: [] }
          : {
              stands: null,
              lost: [{ what: subjectOf({ subject, of: trace.slug }), reason: `It is ${status} now.` }]
            }
    ),
  reverse: ({ recommendation }: Trace) => ({ ...named, input: { recommendation, to: "undone" } })
})

export class RecommendationStatusEdit extends Context.Tag("@adwarden/RecommendationStatusEdit")<
  RecommendationStatusEdit,
  typeof statusEdit
>() {}
