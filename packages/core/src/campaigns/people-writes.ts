import { Effect } from "effect"
import { makeStep, type Step } from "../changes/edit.ts"
import { registerPeopleWrite } from "../changes/people-write.ts"
import { AdAccountNotSelected, RoleDenied, ValidationError } from "../contract/index.ts"
import { isLinked, readSelectedAccount } from "../platform/account-rows.ts"
import { campaignById, campaignBySlug } from "./campaign.ts"
import { type AdPart, adNotFound, adPartEdit } from "./edits/ad-part.ts"
import { confirmCategoriesEdit } from "./edits/confirm-category.ts"
import {
  accountEdit,
  calloutsEdit,
  languageEdit,
  locationsEdit,
  sitelinksEdit
} from "./edits/content-parts.ts"
import { fieldEdit, wholeBudget } from "./edits/field.ts"
import { pageKey } from "./launch/lines.ts"
import { readAdParts } from "./rows/draft-content.ts"
import { readLandingPages, readLineContext } from "./rows/landing-pages.ts"

/**
 * Sets a daily budget for a person. An owner can confirm one past the per-call limit; the monthly cap holds for
 * everybody.
 */
export const setBudget = registerPeopleWrite(
  "campaigns.set_budget",
  Effect.succeed({
    pastPerCallLimit: ({ past_limit }) => past_limit === true,
    actions: (context, { budget, campaign: slug, past_limit }) =>
      Effect.gen(function* () {
        // The engine read the role under the organization's lock.
        if (past_limit === true && context.clearance.effectiveRole !== "owner") {
          return yield* new RoleDenied({ required_role: "owner" })
        }
        const campaign = yield* campaignBySlug(context, slug)
        const to = wholeBudget(budget)
        return [{ campaign, steps: [makeStep(fieldEdit, { campaign: campaign.id, field: "budget", to })] }]
      })
  })
)

/* The writes by which people fix a draft that was never launched. */

const notLinked = (account: string) =>
  new ValidationError({
    fields: [
      {
        path: "ad_account",
        message: `is not a linked ad account of the organization: ${JSON.stringify(account)}`
      }
    ]
  })

const useAccount = registerPeopleWrite(
  "drafts.use_account",
  Effect.succeed({
    actions: (context, { ad_account, campaign: slug }) =>
      Effect.gen(function* () {
        const organization = context.clearance.organization.id
        const campaign = yield* campaignBySlug(context, slug)
        const account = ad_account ?? (yield* readSelectedAccount(organization))
        if (account === null) return yield* new AdAccountNotSelected()
        if (!(yield* isLinked(organization, account))) return yield* notLinked(account)
        return [{ campaign, steps: [makeStep(accountEdit, { campaign: campaign.id, to: account })] }]
      })
  })
)

const setLocations = registerPeopleWrite(
  "drafts.set_locations",
  Effect.succeed({
    actions: (context, { campaign: slug, locations }) =>
      Effect.map(campaignBySlug(context, slug), (campaign) => {
        const to = { locations, radius: null, question: null }
        return [{ campaign, steps: [makeStep(locationsEdit, { campaign: campaign.id, to })] }]
      })
  })
)

const setLanguage = registerPeopleWrite(
  "drafts.set_language",
  Effect.succeed({
    actions: (context, { campaign: slug, language }) =>
      Effect.map(campaignBySlug(context, slug), (campaign) => [
        { campaign, steps: [makeStep(languageEdit, { campaign: campaign.id, to: language })] }
      ])
  })
)

/** Has the pages of a draft read in the background: new lines rest on pages that were not read yet. */
const readPagesStep = (campaign: number): Step => ({
  kind: "draft.read_pages",
  version: 1,
  input: { campaign }
})

const setSitelinks = registerPeopleWrite(
  "drafts.set_sitelinks",
  Effect.succeed({
    actions: (context, { campaign: slug, sitelinks }) =>
      Effect.gen(function* () {
        const campaign = yield* campaignBySlug(context, slug)
        const pages = yield* readLandingPages(context.clearance.organization.id, campaign.id)
        const read = new Set(pages.map(({ url }) => pageKey(url)))
        const steps: Array<Step> = [makeStep(sitelinksEdit, { campaign: campaign.id, to: sitelinks })]
        if (sitelinks.some(({ url }) => !read.has(pageKey(url)))) steps.push(readPagesStep(campaign.id))
        return [{ campaign, steps }]
      })
  })
)

const setCallouts = registerPeopleWrite(
  "drafts.set_callouts",
  Effect.succeed({
    actions: (context, { campaign: slug, callouts }) =>
      Effect.map(campaignBySlug(context, slug), (campaign) => [
        { campaign, steps: [makeStep(calloutsEdit, { campaign: campaign.id, to: callouts })] }
      ])
  })
)

const confirmCategory = registerPeopleWrite(
  "drafts.confirm_category",
  Effect.succeed({
    actions: (context, { campaign: slug, category, reason }) =>
      Effect.gen(function* () {
        const campaign = yield* campaignBySlug(context, slug)
        const stored = yield* readLineContext(context.clearance.organization.id, campaign.id)
        const others = (stored?.confirmed ?? []).filter((one) => one.category !== category)
        const to = [...others, { category, reason: reason.trim() }]
        return [{ campaign, steps: [makeStep(confirmCategoriesEdit, { campaign: campaign.id, to })] }]
      })
  })
)

const nothingToChange = new ValidationError({
  fields: [{ path: "input", message: "must have headlines, descriptions, paths or url" }]
})

const setLines = registerPeopleWrite(
  "ads.set_lines",
  Effect.succeed({
    actions: (context, { ad: id, descriptions, headlines, paths, url }) =>
      Effect.gen(function* () {
        const ad = yield* readAdParts(context.clearance.organization.id, id)
        if (ad === null) return yield* adNotFound(id)
        const parts: Record<AdPart, ReadonlyArray<string> | undefined> = {
          headlines,
          descriptions,
          paths,
          url: url === undefined ? undefined : [url]
        }
        const steps: Array<Step> = (Object.keys(parts) as ReadonlyArray<AdPart>).flatMap((part) => {
          const to = parts[part]
          return to === undefined
            ? []
            : [makeStep(adPartEdit, { ad: id, part, to, ...(url === undefined ? {} : { page: url }) })]
        })
        if (steps.length === 0) return yield* nothingToChange
        if (url !== undefined && url !== ad.url) steps.push(readPagesStep(ad.campaign))
        return [{ campaign: yield* campaignById(context, ad.campaign), steps }]
      })
  })
)

export const contentPeopleWrites = Effect.all(
  [useAccount, setLocations, setLanguage, setSitelinks, setCallouts, confirmCategory, setLines],
  { discard: true }
)
