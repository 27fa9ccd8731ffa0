import { Effect } from "effect"
import { makeStep, type Step } from "../changes/edit.ts"
import { registerPeopleWrite } from "../changes/people-write.ts"
import { NotFound, ValidationError } from "../contract/index.ts"
import { campaignBySlug } from "./campaign.ts"
import { wholeBudget } from "./edits/field.ts"
import {
  AddKeywords,
  AddNegatives,
  AdStateEdit,
  FieldEdit,
  KeywordStateEdit,
  StateEdit
} from "./edits/index.ts"
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

/** Makes the function that finds the edits of ours that restore what was before an external change. */
const makeRevertSteps = Effect.gen(function* () {
  const field = yield* FieldEdit
  const state = yield* StateEdit
  const keywordState = yield* KeywordStateEdit
  const addKeywords = yield* AddKeywords
  const addNegatives = yield* AddNegatives
  const adState = yield* AdStateEdit

  const settings = (of: number, { previous }: RevertedChange): ReadonlyArray<Step> => {
    const { budget, name, state: before, target_cpa } = previous ?? {}
    return [
      ...(name === undefined ? [] : [makeStep(field, { campaign: of, field: "name", to: name })]),
      ...(budget === undefined
        ? []
        : [makeStep(field, { campaign: of, field: "budget", to: wholeBudget(budget) })]),
      ...(target_cpa === undefined
        ? []
        : [makeStep(field, { campaign: of, field: "target_cpa", to: target_cpa })]),
      ...(before === undefined ? [] : [makeStep(state, { campaign: of, to: before })])
    ]
  }

  /** The keyword, negative keyword or ad is removed again if the change added it. */
  const added = (campaign: number, { ad, keyword, negative }: RevertedChange): Reverting => {
    if (keyword !== null && !keyword.removed) return named("keywords.remove", { campaign, ids: [keyword.id] })
    if (negative !== null && !negative.removed)
      return negative.ad === null ? named("negatives.remove", { campaign, ids: [negative.id] }) : ofOneAd
    return ad === null || ad.removed ? absent : named("ad.remove", { ad: ad.id })
  }

  /** It is added again if the change removed it. One that is there again needs nothing. */
  const removed = (campaign: number, { ad, keyword, negative }: RevertedChange): Reverting => {
    if (keyword !== null) {
      const { ad: of, adRemoved, match, state, text } = keyword
      if (adRemoved)
        return "cannot be reverted: the ad of this keyword was removed too. Take back that change"
      return state === "paused"
        ? wasPaused("keyword")
        : [makeStep(addKeywords, { campaign, keywords: [{ ad: of, text, match }] })]
    }
    if (negative !== null)
      return negative.ad === null
        ? [makeStep(addNegatives, { campaign, match: negative.match, terms: [negative.text] })]
        : ofOneAd
    if (ad === null) return absent
    return ad.state === "paused" ? wasPaused("ad") : named("ad.restore", { ad: ad.id })
  }

  const stateOfPart = (campaign: number, { ad, keyword, previous }: RevertedChange): Reverting | null => {
    if (previous?.keyword !== undefined)
      return keyword === null || keyword.removed
        ? absent
        : [makeStep(keywordState, { campaign, ids: [keyword.id], to: previous.keyword })]
    const to = previous?.ad ?? previous?.text_ad
    if (to === undefined) return null
    const part = previous?.ad === undefined ? "text" : "ad"
    return ad === null || ad.removed ? absent : [makeStep(adState, { campaign, ad: ad.id, part, to })]
  }

  return (campaign: number, change: RevertedChange): Reverting => {
    const { previous, what } = change
    if (previous?.existed === true) return removed(campaign, change)
    if (previous?.existed === false) return added(campaign, change)
    const part = stateOfPart(campaign, change)
    if (part !== null) return part
    const steps = settings(campaign, change)
    return steps.length > 0
      ? steps
      : `cannot be reverted here: ${what}. Adwarden restores the name, budget, target and state of a campaign, its keywords, negative keywords and ads; change everything else back in the ad platform`
  }
})

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
  Effect.map(makeRevertSteps, (stepsOf) => ({
    readsPlatform: true as const,
    actions: (context, { campaign: slug, change: id }) =>
      Effect.gen(function* () {
        const campaign = yield* campaignBySlug(context, slug)
        const organization = context.clearance.organization.id
        const change = yield* findExternalChange(organization, campaign.id, id)
        if (change === null) return yield* yield* notFound(organization, campaign, id)
        const steps = stepsOf(campaign.id, change)
        if (typeof steps === "string") return yield* cannot(steps)
        if (!change.accepted)
          return yield* cannot(
            "is not accepted yet, so the campaign still has its own values; accept it first"
          )
        return [{ campaign, steps }]
      })
  }))
)
