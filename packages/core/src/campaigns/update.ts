import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { recordAction } from "../changes/action-log.ts"
import type { Change } from "../changes/change.ts"
import { guarded } from "../changes/guarded.ts"
import { budgetProblem } from "../changes/guardrails/budget.ts"
import type { Inverse } from "../changes/inverse.ts"
import { budgetsBeside } from "../changes/organization.ts"
import { type BudgetCapExceeded, type Input, ValidationError } from "../contract/index.ts"
import { Queue } from "../tasks/queue.ts"
import { type CampaignFacts, findCampaign } from "./find.ts"
import { campaignPush } from "./push/jobs.ts"
import { markUnpushed } from "./push/mark.ts"

type Field = "name" | "budget" | "target_cpa"
type Value = string | number | null

interface Plan {
  readonly campaign: CampaignFacts
  readonly fields: ReadonlyArray<{ readonly field: Field; readonly from: Value; readonly to: Value }>
  readonly problem: BudgetCapExceeded | null
}

const words: Record<Field, string> = { name: "Name", budget: "Daily budget", target_cpa: "Target CPA" }

/** Budgets are whole units, targets keep cents. */
const wanted = (input: Input<"campaigns.update">): Partial<Record<Field, Value>> => ({
  ...(input.name === undefined ? {} : { name: input.name.trim() }),
  ...(input.budget === undefined ? {} : { budget: Math.round(input.budget) }),
  ...(input.target_cpa === undefined ? {} : { target_cpa: Math.round(input.target_cpa * 100) / 100 })
})

/** In answers 0 stands for none, as it does wherever a campaign is read. */
const fromTo = ({ fields }: Plan) =>
  Object.fromEntries(fields.map(({ field, from, to }) => [field, { from: from ?? 0, to: to ?? 0 }]))

const sharedBudget = new ValidationError({
  fields: [
    {
      path: "budget",
      message: "is shared with other campaigns in the ad platform, which would move too; change it there"
    }
  ]
})

const change = Effect.map(
  Queue,
  (queue): Change<"campaigns.update", Plan> => ({
    plan: ({ approving, clearance, organization }, input) =>
      Effect.gen(function* () {
        const campaign = yield* findCampaign(clearance.organization, input.slug)
        const fields = Object.entries(wanted(input)).flatMap(([name, to]) => {
          const field = name as Field
          return campaign[field] === to ? [] : [{ field, from: campaign[field], to }]
        })
        const budget = fields.find(({ field }) => field === "budget")
        if (budget === undefined) return { campaign, fields, problem: null }
        if (campaign.platform_budget_shared) return yield* sharedBudget
        const others = yield* budgetsBeside(organization.id, campaign.id, approving)
        const problem = budgetProblem(
          { ...organization, others, current: campaign.budget },
          Number(budget.to)
        )
        return { campaign, fields, problem }
      }),

    preview: (plan) => ({ would_change: fromTo(plan), within_limits: plan.problem === null }),
    refusal: ({ problem }) => problem,
    unchanged: ({ fields }) => (fields.length === 0 ? { applied: true, action_id: null, changed: {} } : null),

    held: ({ campaign, fields }) => {
      const budget = fields.find(({ field }) => field === "budget")
      return {
        campaign: campaign.id,
        reserve: budget === undefined ? 0 : Number(budget.to) - Number(budget.from ?? 0)
      }
    },

    apply: (plan, act) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { campaign, fields } = plan
        const organization = act.clearance.organization.id
        const values = Object.fromEntries(fields.map(({ field, to }) => [field, to]))
        yield* sql`update campaigns set ${sql.update(values)}, updated_at = now()
        where organization_id = ${organization} and id = ${campaign.id}`
        yield* recordAction(act, {
          op: "update_campaign",
          campaign: campaign.id,
          detail: fields
            .map(({ field, from, to }) => `${words[field]} from ${from ?? "none"} to ${to}`)
            .join("; "),
          source: "dashboard",
          inverse: fields.map(
            ({ field, from, to }): Inverse => ({
              kind: "campaign_field",
              campaign: campaign.id,
              field,
              was: from,
              set: to
            })
          ),
          state: "executed"
        })
        if (campaign.platform_resource_name !== null) {
          const about = fields.map(({ field }) => field)
          yield* markUnpushed(organization, campaign.id, about)
          const stopsSpend = fields.some(
            ({ field, from, to }) => field === "budget" && Number(to) < Number(from)
          )
          yield* queue.send(
            campaignPush,
            { organization, campaign: campaign.id, fields: about },
            { organization, stopsSpend }
          )
        }
        return { done: { applied: true, action_id: act.id, changed: fromTo(plan) } }
      })
  })
)

export const updateCampaign = guarded("campaigns.update", change)
