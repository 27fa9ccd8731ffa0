import { Effect, Schema } from "effect"
import { defineEdit, type PlanContext, type Planned, type Restorable } from "../../changes/edit.ts"
import { NotFound, ValidationError } from "../../contract/index.ts"
import { quoteValue, renderSubject } from "../../log/sentence.ts"
import { bindStatement, statement } from "../../storage/index.ts"
import { type Campaign, campaignById, spendsOrHasSpent } from "../campaign.ts"
import { descriptionsProblem, headlinesProblem, pathProblem } from "../launch/checks.ts"
import { addedLineProblem } from "../launch/evidence.ts"
import { addressProblem } from "../launch/lines.ts"
import { readEvidence } from "../launch/read-evidence.ts"
import { readAdParts, type StoredAdParts } from "../rows/draft-content.ts"
import {
  changedSince,
  editableProblem,
  isDeepStrictEqual,
  launchedSince,
  restoresField
} from "./content-parts.ts"

const Part = Schema.Literal("headlines", "descriptions", "paths", "url")
export type AdPart = typeof Part.Type

const Lines = Schema.Array(Schema.String)
/** The landing page is a list of one. */
const Input = Schema.Struct({
  ad: Schema.Int,
  part: Part,
  to: Lines,
  /** The landing page that the same write sets, which the lines must rest on. */
  page: Schema.optionalWith(Schema.String, { exact: true }),
  restores: restoresField
})
const Trace = Schema.Struct({
  campaign: Schema.Int,
  slug: Schema.String,
  ad: Schema.Int,
  part: Part,
  was: Lines,
  set: Lines
})
type Trace = typeof Trace.Type

interface AdPartPlan extends Planned {
  readonly campaign: Campaign
  readonly ad: StoredAdParts
  readonly part: AdPart
  readonly from: ReadonlyArray<string>
  readonly to: ReadonlyArray<string>
}

const labels: Record<AdPart, string> = {
  headlines: "Headlines",
  descriptions: "Descriptions",
  paths: "Display paths",
  url: "Landing page"
}

const linesOf = (ad: StoredAdParts, part: AdPart): ReadonlyArray<string> =>
  part === "url" ? [ad.url] : ad[part]

/** Returns what is wrong with a part of an ad, as the end of a sentence, or null. A launch checks the same. */
const partProblem = (part: AdPart, to: ReadonlyArray<string>, { website_url }: Campaign): string | null => {
  switch (part) {
    case "headlines":
      return headlinesProblem(to)
    case "descriptions":
      return descriptionsProblem(to)
    case "paths":
      return pathProblem(to)
    case "url":
      return addressProblem(to[0] ?? "", website_url, "landing page")
  }
}

/** Returns the first added line that its page does not prove, as the end of a sentence, or null. */
const lineProblem = (
  context: PlanContext,
  campaign: Campaign,
  part: AdPart,
  lines: { readonly before: ReadonlyArray<string>; readonly after: ReadonlyArray<string> },
  page: string
) =>
  part === "headlines" || part === "descriptions"
    ? Effect.map(readEvidence(context.clearance.organization.id, campaign.id), (evidence) =>
        addedLineProblem(evidence, part === "headlines" ? "headline" : "description", lines, [page])
      )
    : Effect.succeed(null)

const describeLines = (lines: ReadonlyArray<string>): string =>
  lines.length === 0 ? "none" : lines.map(quoteValue).join(", ")

const updateOf = (part: AdPart) =>
  statement(`update ads set ${part} = $3, updated_at = now() where organization_id = $1 and id = $2`)
const updates = {
  headlines: updateOf("headlines"),
  descriptions: updateOf("descriptions"),
  paths: updateOf("paths"),
  url: updateOf("url")
}

const kind = { kind: "ad.part", version: 1 } as const
const subjectOf = (part: AdPart, name: string): string => `${labels[part]} of the ad ${quoteValue(name)}`

export const adNotFound = (ad: number) =>
  new NotFound({ what: `The ad ${ad}`, next: "Use an ad_id that {campaigns.list_ads} lists." })

/** Changes the headlines, descriptions, display paths or landing page of an ad whose campaign was never launched. */
export const adPartEdit = defineEdit({
  ...kind,
  input: Input,
  trace: Trace,

  plan: (context: PlanContext, { ad: id, page, part, restores, to }: typeof Input.Type) =>
    Effect.gen(function* () {
      const ad = yield* readAdParts(context.clearance.organization.id, id)
      if (ad === null) return yield* adNotFound(id)
      const campaign = yield* campaignById(context, ad.campaign)
      const from = linesOf(ad, part)
      const problem =
        restores === true
          ? null
          : (partProblem(part, to, campaign) ??
            (yield* lineProblem(context, campaign, part, { before: from, after: to }, page ?? ad.url)))
      const plan: AdPartPlan = {
        campaign,
        ad,
        part,
        from,
        to,
        sentence: {
          subject: subjectOf(part, ad.name),
          of: campaign.slug,
          from: describeLines(from),
          to: describeLines(to)
        },
        hashedContent: { ad: id, part, from, to },
        affectedKeys: [`campaign/${campaign.id}/ad/${id}/${part}`],
        moves: [],
        stopsSpend: false,
        refusal:
          editableProblem(campaign, ad.state !== "generating", "ad") ??
          (problem === null ? null : new ValidationError({ fields: [{ path: part, message: problem }] })),
        empty: isDeepStrictEqual(from, to)
      }
      return plan
    }),
  apply: ({ ad, campaign, from, part, to }: AdPartPlan, { context, write }) => {
    const trace: Trace = { campaign: campaign.id, slug: campaign.slug, ad: ad.id, part, was: from, set: to }
    const value = part === "url" ? to[0] : to
    return Effect.as(
      write(bindStatement(updates[part], [context.clearance.organization.id, ad.id, value])),
      trace
    )
  },
  route: () => ({ to: "local" }),

  describe: (_context: PlanContext, { part, slug }: Trace) =>
    Effect.succeed(renderSubject({ subject: labels[part], of: slug })),
  restorable: (context: PlanContext, trace: Trace) =>
    Effect.gen(function* () {
      const ad = yield* readAdParts(context.clearance.organization.id, trace.ad)
      const lost = (reason: string): Restorable<Trace> => ({
        standing: null,
        lost: [{ what: renderSubject({ subject: labels[trace.part], of: trace.slug }), reason }]
      })
      if (ad === null) return lost("The ad was removed since.")
      if (spendsOrHasSpent(yield* campaignById(context, trace.campaign))) return lost(launchedSince)
      return isDeepStrictEqual(linesOf(ad, trace.part), trace.set)
        ? { standing: trace, lost: [] }
        : lost(changedSince)
    }),
  reverse: ({ ad, part, was }: Trace) => ({ ...kind, input: { ad, part, to: was, restores: true } })
})
