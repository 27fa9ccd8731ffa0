import { Effect } from "effect"
import { makeStep, type PlanContext } from "../changes/edit.ts"
import { registerWrite } from "../changes/registries.ts"
import { plansOf, tracesOf, type Write, type WriteResult, warningsIn } from "../changes/write.ts"
import { AdId, type FieldProblem, type Input, ValidationError } from "../contract/index.ts"
import { type Campaign, campaignBySlug, campaignReads, channelProblem } from "./campaign.ts"
import { addNegativesEdit } from "./edits/add-negatives.ts"
import { removeNegativesEdit } from "./edits/removals.ts"
import { type ListedNegative, readListedNegatives, readOwnNegatives } from "./negatives/rows.ts"
import { type Exclusion, termKey } from "./negatives/terms.ts"

const makeAddNegatives = Effect.succeed<Write<"keywords.add_negatives">>({
  reads: campaignReads,
  actions: (context, { keywords, match_type: match, slug }) =>
    Effect.map(campaignBySlug(context, slug), (campaign) => [
      {
        op: "add_negative_keywords",
        campaign,
        source: "dashboard",
        steps: [makeStep(addNegativesEdit, { campaign: campaign.id, match, terms: keywords })]
      }
    ]),
  preview: (planned) => {
    const { alreadyThere, blocked, items, lost, match } = plansOf(planned, addNegativesEdit)[0]!
    return {
      match_type: match,
      would_apply: items.map(({ text }) => ({ op: "add_negative_keyword", term: text, match_type: match })),
      already_there: alreadyThere,
      would_lose: lost,
      blocked_keywords: blocked
    }
  },
  unchanged: (planned) => {
    const { alreadyThere, match } = plansOf(planned, addNegativesEdit)[0]!
    return { applied: true, action_id: null, added: 0, match_type: match, already_there: alreadyThere }
  },
  output: (done: WriteResult) => {
    const { alreadyThere, ids, match } = tracesOf(done, addNegativesEdit)[0]!
    return {
      applied: true,
      action_id: done.actions[0]!.action,
      added: ids.length,
      match_type: match,
      already_there: alreadyThere,
      ...warningsIn(done)
    }
  }
})

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
