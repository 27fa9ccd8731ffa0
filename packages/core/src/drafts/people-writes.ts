import { Effect } from "effect"
import { campaignById, campaignBySlug, findAd } from "../campaigns/index.ts"
import { makeStep } from "../changes/edit.ts"
import { registerPeopleWrite } from "../changes/people-write.ts"
import { adminEndpoint } from "../changes/people-writes.ts"
import { tracesOf } from "../changes/write.ts"
import { BusinessProfileNotReady, NotFound, ValidationError } from "../contract/index.ts"
import { businessProfileStatus, readyProfile } from "../organizations/index.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import type { Endpoint } from "../request/endpoint.ts"
import { respondWith } from "../request/handler.ts"
import { createDraftEdit } from "./edits/create-draft.ts"
import { discardDraftEdit } from "./edits/discard-draft.ts"
import { removeAdEdit } from "./edits/remove-ad.ts"
import { readPagesEdit } from "./read-pages.ts"

/** What a person can choose from for a competitor campaign. */
export interface CompetitorChoices {
  /** The competitors of the business profile, by their names. */
  readonly competitors: ReadonlyArray<string>
  /** The website of the profile, which the draft is made from. */
  readonly website: string
}

/** Reads the choices; without a ready profile there are none. */
const readCompetitorChoices = (organization: number) =>
  Effect.gen(function* () {
    const profile = yield* readyProfile(organization)
    if (profile !== null) return { competitors: profile.competitors, website: profile.url }
    const status = yield* businessProfileStatus(organization)
    return yield* new BusinessProfileNotReady({ why: status === "ready" ? "none" : status })
  })

const invalid = (message: string) => new ValidationError({ fields: [{ path: "competitors", message }] })

/** Returns what is wrong with a choice: only companies that the profile names can be chosen. */
const choiceProblem = (
  chosen: ReadonlyArray<string>,
  { competitors }: CompetitorChoices
): ValidationError | null => {
  if (competitors.length === 0)
    return invalid("cannot be chosen: the website of the business profile names no competitors")
  const unknown = chosen.find((name) => !competitors.includes(name))
  return unknown === undefined
    ? null
    : invalid(`is not in the business profile: “${unknown}”; choose from ${competitors.join(", ")}`)
}

/** Shows people the competitors that a campaign can bid on. The people's write drafts.create_competitor creates it. */
export const competitorEndpoints = Effect.succeed({
  choices: (organization: string): Endpoint<CompetitorChoices> => ({
    ...adminEndpoint("competitors.choices", organization),
    run: ({ organization: { id } }: OrganizationClearance) =>
      Effect.map(readCompetitorChoices(id), respondWith)
  })
})

/* The writes on drafts and ads that only people make. */

const discardDraft = registerPeopleWrite(
  "drafts.discard",
  Effect.succeed({
    actions: (context, { campaign: slug }) =>
      Effect.map(campaignBySlug(context, slug), (campaign) => [
        { campaign, steps: [makeStep(discardDraftEdit, { campaign: campaign.id })] }
      ])
  })
)

const readPages = registerPeopleWrite(
  "drafts.read_pages",
  Effect.succeed({
    actions: (context, { campaign: slug }) =>
      Effect.map(campaignBySlug(context, slug), (campaign) => [
        { campaign, steps: [makeStep(readPagesEdit, { campaign: campaign.id })] }
      ])
  })
)

const createCompetitorDraft = registerPeopleWrite(
  "drafts.create_competitor",
  Effect.succeed({
    createdCampaign: (done) => tracesOf(done, createDraftEdit)[0]!.slug,
    actions: ({ clearance }, { competitors }) =>
      Effect.gen(function* () {
        const names = [...new Set(competitors)]
        const choices = yield* readCompetitorChoices(clearance.organization.id)
        const problem = choiceProblem(names, choices)
        if (problem !== null) return yield* problem
        const step = makeStep(createDraftEdit, {
          website: choices.website,
          type: "competitor",
          name: null,
          budget: null,
          source: null,
          focus: { keywords: [], locations: [], competitors: names }
        })
        return [{ campaign: null, steps: [step] }]
      })
  })
)

const removeAd = registerPeopleWrite(
  "ads.remove",
  Effect.succeed({
    actions: (context, { ad: id }) =>
      Effect.gen(function* () {
        const ad = yield* findAd(context.clearance.organization.id, id)
        if (ad === null) return yield* adNotFound(id)
        const campaign = yield* campaignById(context, ad.campaign)
        return [{ campaign, steps: [makeStep(removeAdEdit, { ad: id })] }]
      })
  })
)

const adNotFound = (ad: number) =>
  new NotFound({ what: `The ad ${ad}`, next: "Use an ad_id that {campaigns.list_ads} lists." })

export const draftPeopleWrites = Effect.all([discardDraft, readPages, createCompetitorDraft, removeAd], {
  discard: true
})
