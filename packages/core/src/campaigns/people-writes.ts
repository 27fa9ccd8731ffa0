import { Effect } from "effect"
import { makeStep } from "../changes/edit.ts"
import { registerPeopleWrite } from "../changes/people-write.ts"
import { AdAccountNotSelected, RoleDenied, ValidationError } from "../contract/index.ts"
import { isLinked, readSelectedAccount } from "../platform/account-rows.ts"
import { campaignBySlug } from "./campaign.ts"
import { confirmCategoriesEdit } from "./edits/confirm-category.ts"
import { accountEdit, languageEdit, locationsEdit } from "./edits/content-parts.ts"
import { fieldEdit, wholeBudget } from "./edits/field.ts"
import { readLineContext } from "./rows/landing-pages.ts"

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

export const contentPeopleWrites = Effect.all([useAccount, setLocations, setLanguage, confirmCategory], {
  discard: true
})
