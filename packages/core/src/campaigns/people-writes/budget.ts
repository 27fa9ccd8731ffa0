import { Effect } from "effect"
import { makeStep } from "../../changes/edit.ts"
import { registerPeopleWrite } from "../../changes/people-write.ts"
import { RoleDenied } from "../../contract/index.ts"
import { campaignBySlug } from "../campaign.ts"
import { wholeBudget } from "../edits/field-rules.ts"
import { FieldEdit } from "../edits/index.ts"

/**
 * Sets a daily budget for a person. An owner can confirm one past the per-call limit; the monthly cap holds for
 * everybody.
 */
export const setBudget = registerPeopleWrite(
  "campaigns.set_budget",
  Effect.map(FieldEdit, (field) => ({
    pastPerCallLimit: ({ past_limit }) => past_limit === true,
    actions: (context, { budget, campaign: slug, past_limit }) =>
      Effect.gen(function* () {
        // The engine read the role under the organization's lock.
        if (past_limit === true && context.clearance.effectiveRole !== "owner") {
          return yield* new RoleDenied({ required_role: "owner" })
        }
        const campaign = yield* campaignBySlug(context, slug)
        const to = wholeBudget(budget)
        return [{ campaign, steps: [makeStep(field, { campaign: campaign.id, field: "budget", to })] }]
      })
  }))
)
