import { Effect } from "effect"
import { makeStep, type Step } from "../changes/edit.ts"
import { registerPeopleWrite } from "../changes/people-write.ts"
import { NotFound, ValidationError } from "../contract/index.ts"
import { campaignBySlug } from "./campaign.ts"
import { adStateEdit } from "./edits/ad-state.ts"
import { addKeywordsEdit } from "./edits/add-keywords.ts"
import { addNegativesEdit } from "./edits/add-negatives.ts"
import { fieldEdit, wholeBudget } from "./edits/field.ts"
import { keywordStateEdit } from "./edits/keyword-state.ts"
import { removeKeywordsEdit, removeNegativesEdit } from "./edits/removals.ts"
import { stateEdit } from "./edits/state.ts"
import { findExternalChange, findNewestOf, type RevertedChange } from "./external-changes.ts"

/** The steps that revert a change, or why none of ours can, as the end of a sentence. */
type Reverting = ReadonlyArray<Step> | string

const absent =
  "cannot be reverted: the campaign no longer has this keyword, negative keyword or ad. Change it back in the ad platform"
const ofOneAd =
  "cannot be reverted here: it is a negative keyword of one ad, and Adwarden changes those of whole campaigns. Change it back in the ad platform"
const wasPaused = (what: string) =>
  `cannot be reverted: the ${what} was paused before it was removed, so it served nothing. Add it again in the ad platform if you need it`

const named = (kind: string, input: object): ReadonlyArray<Step> => [{ kind, version: 1, input }]

const settings = (of: number, { previous }: RevertedChange): ReadonlyArray<Step> => {
  const { ai_max, budget, name, state: before, target_cpa } = previous ?? {}
  return [
    ...(name === undefined ? [] : [makeStep(fieldEdit, { campaign: of, field: "name", to: name })]),
    ...(budget === undefined
      ? []
      : [makeStep(fieldEdit, { campaign: of, field: "budget", to: wholeBudget(budget) })]),
    ...(target_cpa === undefined
      ? []
      : [makeStep(fieldEdit, { campaign: of, field: "target_cpa", to: target_cpa })]),
    ...(ai_max === undefined ? [] : [makeStep(fieldEdit, { campaign: of, field: "ai_max", to: ai_max })]),
    ...(before === undefined ? [] : [makeStep(stateEdit, { campaign: of, to: before })])
  ]
}

/** The keyword, negative keyword or ad is removed again if the change added it. */
const added = (campaign: number, { ad, keyword, negative }: RevertedChange): Reverting => {
  if (keyword !== null && !keyword.removed)
    return [makeStep(removeKeywordsEdit, { campaign, ids: [keyword.id] })]
  if (negative !== null && !negative.removed)
    return negative.ad === null ? [makeStep(removeNegativesEdit, { campaign, ids: [negative.id] })] : ofOneAd
  return ad === null || ad.removed ? absent : named("ad.remove", { ad: ad.id })
}

/** It is added again if the change removed it. One that is there again needs nothing. */
const removed = (campaign: number, { ad, keyword, negative }: RevertedChange): Reverting => {
  if (keyword !== null) {
    const { ad: of, adRemoved, match, state, text } = keyword
    if (adRemoved) return "cannot be reverted: the ad of this keyword was removed too. Take back that change"
    return state === "paused"
      ? wasPaused("keyword")
      : [makeStep(addKeywordsEdit, { campaign, keywords: [{ ad: of, text, match }] })]
  }
  if (negative !== null)
    return negative.ad === null
      ? [makeStep(addNegativesEdit, { campaign, match: negative.match, terms: [negative.text] })]
      : ofOneAd
  if (ad === null) return absent
  return ad.state === "paused" ? wasPaused("ad") : named("ad.restore", { ad: ad.id })
}

const stateOfPart = (campaign: number, { ad, keyword, previous }: RevertedChange): Reverting | null => {
  if (previous?.keyword !== undefined)
    return keyword === null || keyword.removed
      ? absent
      : [makeStep(keywordStateEdit, { campaign, ids: [keyword.id], to: previous.keyword })]
  const to = previous?.ad ?? previous?.text_ad
  if (to === undefined) return null
  const part = previous?.ad === undefined ? "text" : "ad"
  return ad === null || ad.removed ? absent : [makeStep(adStateEdit, { campaign, ad: ad.id, part, to })]
}

/** Finds the edits of ours that restore what was before an external change. */
const revertingSteps = (campaign: number, change: RevertedChange): Reverting => {
  const { previous, what } = change
  if (previous?.existed === true) return removed(campaign, change)
  if (previous?.existed === false) return added(campaign, change)
  const part = stateOfPart(campaign, change)
  if (part !== null) return part
  const steps = settings(campaign, change)
  return steps.length > 0
    ? steps
    : `cannot be reverted here: ${what}. Adwarden restores the name, budget, target, AI Max and state of a campaign, its keywords, negative keywords and ads; change everything else back in the ad platform`
}

const cannot = (message: string) => new ValidationError({ fields: [{ path: "change", message }] })

const notFound = (
  organization: number,
  campaign: { readonly id: number; readonly slug: string },
  id: string
) =>
  Effect.map(
    findNewestOf(organization, campaign.id),
    (known) =>
      new NotFound({
        what: `The change ${JSON.stringify(id)} of ${campaign.slug}`,
        next:
          known.length === 0
            ? "Nobody changed this campaign in the ad platform."
            : `Choose one that others made in the ad platform: ${known.map((one) => `${one.id} (${one.what})`).join(", ")}.`
      })
  )

/**
 * Reverts a change that others made in the ad platform, where an edit of ours exists. It is an ordinary change
 * back, with the limits and checks of every other.
 */
export const revertExternalChange = registerPeopleWrite(
  "external_changes.revert",
  Effect.succeed({
    readsPlatform: true as const,
    actions: (context, { campaign: slug, change: id }) =>
      Effect.gen(function* () {
        const campaign = yield* campaignBySlug(context, slug)
        const organization = context.clearance.organization.id
        const change = yield* findExternalChange(organization, campaign.id, id)
        if (change === null) return yield* yield* notFound(organization, campaign, id)
        const steps = revertingSteps(campaign.id, change)
        if (typeof steps === "string") return yield* cannot(steps)
        if (!change.accepted)
          return yield* cannot(
            "is not accepted yet, so the campaign still has its own values; accept it first"
          )
        return [{ campaign, steps }]
      })
  })
)
