import { Effect } from "effect"
import { makeStep, type PlanContext } from "../changes/edit.ts"
import { registerWrite } from "../changes/registries.ts"
import { plansOf, tracesOf, type Write, type WriteResult, warningsIn } from "../changes/write.ts"
import { AdId, channelNames, type FieldProblem, type Input, ValidationError } from "../contract/index.ts"
import { type Campaign, campaignBySlug, campaignReads, channelProblem, isPlatformFirst } from "./campaign.ts"
import { addNegativesEdit } from "./edits/add-negatives.ts"
import { removeNegativesEdit } from "./edits/removals.ts"
import { type ListedNegative, readListedNegatives, readOwnNegatives } from "./negatives/rows.ts"
import { type Exclusion, termKey } from "./negatives/terms.ts"
import { lossOfAll } from "./negatives/would-lose.ts"

type Addition = Input<"keywords.add_negatives">

/** Why a campaign cannot be changed together with the first one, as the end of a sentence; null if it can. */
export const notTogether = (first: Campaign, other: Campaign): string | null => {
  if (isPlatformFirst(first) !== isPlatformFirst(other)) {
    const [running, waiting] = isPlatformFirst(first) ? [first, other] : [other, first]
    return `cannot be in this call: ${running.slug} is in the ad platform and ${waiting.slug} is not; send a call for each kind`
  }
  return isPlatformFirst(first) && first.ad_account_id !== other.ad_account_id
    ? `is in another ad account than ${first.slug}; send a call for each account`
    : null
}

/**
 * Finds the campaigns of a call. Campaigns in the ad platform are changed by one request, which succeeds or fails as
 * a whole: so all must be in the same account.
 */
const campaignsOf = (context: PlanContext, { campaigns = [], slug }: Addition) =>
  Effect.gen(function* () {
    const first = yield* campaignBySlug(context, slug)
    const found = [first]
    const fields: Array<FieldProblem> = []
    for (const [n, other] of campaigns.entries()) {
      const problem = (message: string) => void fields.push({ path: `campaigns.${n}`, message })
      if (other === slug || campaigns.indexOf(other) < n) {
        problem(`names ${other} twice`)
        continue
      }
      const campaign = yield* campaignBySlug(context, other).pipe(
        Effect.catchTag("not_found", ({ next }) =>
          Effect.succeed(`is no campaign of the organization. ${next ?? ""}`)
        )
      )
      if (typeof campaign === "string") problem(campaign)
      else if (channelProblem(campaign) !== null)
        problem(`is a ${channelNames[campaign.channel]} campaign; only search campaigns are changed here`)
      else {
        const reason = notTogether(first, campaign)
        if (reason === null) found.push(campaign)
        else problem(reason)
      }
    }
    return fields.length > 0 ? yield* new ValidationError({ fields }) : found
  })

/** The terms that each campaign has already. */
const inEach = (
  all: ReadonlyArray<{ readonly alreadyThere: ReadonlyArray<string> }>
): ReadonlyArray<string> =>
  all[0]!.alreadyThere.filter((term) => all.every(({ alreadyThere }) => alreadyThere.includes(term)))

const makeAddNegatives = Effect.succeed<Write<"keywords.add_negatives">>({
  reads: (organization, { campaigns = [], slug }) =>
    [slug, ...campaigns].flatMap((one) => campaignReads(organization, { slug: one })),
  actions: (context, input) =>
    Effect.map(campaignsOf(context, input), (campaigns) =>
      campaigns.map((campaign) => ({
        op: "add_negative_keywords",
        campaign,
        source: "dashboard",
        steps: [
          makeStep(addNegativesEdit, {
            campaign: campaign.id,
            match: input.match_type,
            terms: input.keywords
          })
        ]
      }))
    ),
  preview: (planned) => {
    const plans = plansOf(planned, addNegativesEdit)
    const { match } = plans[0]!
    const terms = new Set(plans.flatMap(({ items }) => items.map(({ text }) => text)))
    return {
      match_type: match,
      would_apply: [...terms].map((term) => ({ op: "add_negative_keyword", term, match_type: match })),
      already_there: inEach(plans),
      would_lose: lossOfAll(plans),
      blocked_keywords: [...new Set(plans.flatMap(({ blocked }) => blocked))],
      ...(plans.length === 1
        ? {}
        : {
            by_campaign: plans.map(({ alreadyThere, blocked, campaign, items, lost }) => ({
              campaign: campaign.slug,
              terms: items.map(({ text }) => text),
              already_there: alreadyThere,
              would_lose: lost,
              blocked_keywords: blocked
            }))
          })
    }
  },
  unchanged: (planned) => {
    const plans = plansOf(planned, addNegativesEdit)
    const { match } = plans[0]!
    return { applied: true, action_id: null, added: 0, match_type: match, already_there: inEach(plans) }
  },
  output: (done: WriteResult) => {
    const traces = tracesOf(done, addNegativesEdit)
    const [first, ...others] = done.actions.map(({ action }) => action)
    return {
      applied: true,
      action_id: first!,
      ...(others.length === 0 ? {} : { action_ids: [first!, ...others] }),
      added: traces.reduce((sum, { ids }) => sum + ids.length, 0),
      match_type: traces[0]!.match,
      already_there: inEach(traces),
      ...warningsIn(done)
    }
  }
})

/** Adds negative keywords to one or several campaigns, as an action of each. */
export const addNegativeKeywords = registerWrite("keywords.add_negatives", makeAddNegatives)

/** Why a term cannot be removed, as the end of a sentence. */
const notRemovable = (
  { slug }: Campaign,
  match: Exclusion["match"] | undefined,
  own: ReadonlyArray<Exclusion>,
  listed: ReadonlyArray<ListedNegative>
): string => {
  const [list] = listed.filter((one) => match === undefined || one.match === match)
  if (list !== undefined)
    return `comes from the shared list ${JSON.stringify(list.list)}; remove it from the list in the ad platform`
  const [other] = own
  return other === undefined
    ? `is not excluded in ${slug}; {keywords.list_negatives} lists its exclusions`
    : `is excluded in ${slug} as ${other.match}, not as ${match}`
}

/** Finds the exclusions that a call names, or reports why each other term has none. */
const removedNegatives = (
  context: PlanContext,
  campaign: Campaign,
  { keywords, match_type: match }: Input<"keywords.remove_negatives">
) =>
  Effect.gen(function* () {
    const ofChannel = channelProblem(campaign)
    if (ofChannel !== null) return yield* ofChannel
    const organization = context.clearance.organization.id
    const own = yield* readOwnNegatives(organization, campaign.id)
    const listed = yield* readListedNegatives(organization, campaign.id)
    const fields: Array<FieldProblem> = []
    const ids = new Set<number>()
    for (const [n, term] of keywords.entries()) {
      const named = <Row extends Exclusion>(rows: ReadonlyArray<Row>) =>
        rows.filter(({ text }) => termKey(text) === termKey(term))
      const found = named(own).filter((one) => match === undefined || one.match === match)
      for (const { id } of found) ids.add(id)
      if (found.length === 0)
        fields.push({
          path: `keywords.${n}`,
          message: notRemovable(campaign, match, named(own), named(listed))
        })
    }
    return fields.length > 0 ? yield* new ValidationError({ fields }) : [...ids]
  })

const makeRemoveNegatives = Effect.succeed<Write<"keywords.remove_negatives">>({
  reads: campaignReads,
  actions: (context, input) =>
    Effect.gen(function* () {
      const campaign = yield* campaignBySlug(context, input.slug)
      const ids = yield* removedNegatives(context, campaign, input)
      return [
        {
          op: "remove_negative_keywords",
          campaign,
          source: "dashboard",
          steps: [makeStep(removeNegativesEdit, { campaign: campaign.id, ids })]
        }
      ]
    }),
  preview: (planned) => ({
    would_apply: plansOf(planned, removeNegativesEdit).flatMap(({ items }) =>
      items.map(({ ad, match, text }) => ({
        op: "remove_negative_keyword",
        term: text,
        match_type: match,
        ad_id: ad === null ? null : AdId.make(ad)
      }))
    ),
    note: "Searches with these terms can show ads again."
  }),
  unchanged: () => ({ applied: true, action_id: null, removed: 0 }),
  output: (done: WriteResult) => ({
    applied: true,
    action_id: done.actions[0]!.action,
    removed: tracesOf(done, removeNegativesEdit).reduce((sum, { ids }) => sum + ids.length, 0),
    ...warningsIn(done)
  })
})

/** Removes negative keywords of a campaign and of its ads; those of shared lists stay. */
export const removeNegativeKeywords = registerWrite("keywords.remove_negatives", makeRemoveNegatives)
