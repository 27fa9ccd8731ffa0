import { Effect } from "effect"
import { makeStep } from "../../changes/edit.ts"
import { registerPeopleWrite } from "../../changes/people-write.ts"
import { AdAccountNotSelected, ValidationError } from "../../contract/index.ts"
import { isLinked, readSelectedAccount } from "../../platform/account-rows.ts"
import { campaignById, campaignBySlug } from "../campaign.ts"
import { type AdPart, adNotFound, adPartEdit } from "../edits/ad-part.ts"
import {
  accountEdit,
  calloutsEdit,
  languageEdit,
  locationsEdit,
  sitelinksEdit
} from "../edits/content-parts.ts"
import { readAdParts } from "../rows/draft-content.ts"

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

const setSitelinks = registerPeopleWrite(
  "drafts.set_sitelinks",
  Effect.succeed({
    actions: (context, { campaign: slug, sitelinks }) =>
      Effect.map(campaignBySlug(context, slug), (campaign) => [
        { campaign, steps: [makeStep(sitelinksEdit, { campaign: campaign.id, to: sitelinks })] }
      ])
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
        const steps = (Object.keys(parts) as ReadonlyArray<AdPart>).flatMap((part) => {
          const to = parts[part]
          return to === undefined ? [] : [makeStep(adPartEdit, { ad: id, part, to })]
        })
        if (steps.length === 0) return yield* nothingToChange
        return [{ campaign: yield* campaignById(context, ad.campaign), steps }]
      })
  })
)

export const contentPeopleWrites = Effect.all(
  [useAccount, setLocations, setLanguage, setSitelinks, setCallouts, setLines],
  { discard: true }
)
