import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { recordAction } from "../changes/action-log.ts"
import type { Change, Setting } from "../changes/change.ts"
import { guarded } from "../changes/guarded.ts"
import { budgetsBeside } from "../changes/organization.ts"
import { AdAccountNotLinked, type Failure, LaunchBlocked, MonthlyCapExceeded } from "../contract/index.ts"
import { Queue } from "../tasks/queue.ts"
import { startTask } from "../tasks/start-task.ts"
import { type CampaignFacts, findCampaign } from "./find.ts"
import { launchMaximum } from "./launch/budget-over-cap.ts"
import { type Blocker, launchBlocker } from "./launch/checks.ts"
import type { LaunchFacts } from "./launch/facts.ts"
import { readContent } from "./launch/read.ts"
import { isLinked } from "./linkage.ts"
import { makeOutsideChanges } from "./outside-changes.ts"
import { markUnpushed } from "./push/mark.ts"
import { campaignStateTask } from "./state-task.ts"

type State = "live" | "paused" | "draft"

interface Plan {
  readonly campaign: CampaignFacts
  readonly to: State
  readonly blocker: Blocker | null
  /** The most that its daily budget may be under the monthly cap. */
  readonly most: number | null
  readonly maxSpend: number | null
}

const words: Record<State, string> = { live: "Set live", paused: "Paused", draft: "Taken back to a draft" }

/** What a launch asks for; its content only where it was never live. */
const launchFacts = (setting: Setting, campaign: CampaignFacts, linked: boolean) =>
  Effect.gen(function* () {
    const { approving, clearance, organization } = setting
    const facts: LaunchFacts = {
      currency: clearance.organization.currency,
      budget: campaign.budget,
      maxSpend: organization.maxSpend,
      others: yield* budgetsBeside(organization.id, campaign.id, approving),
      linked,
      content: campaign.first_launched_at === null ? yield* readContent(organization.id, campaign.id) : null
    }
    return facts
  })

const notLinked: Blocker = {
  by: "ad_account_not_linked",
  reason:
    "The campaign is not linked to an ad-platform account that you can access. Link one in the dashboard under Account, Ad accounts, then send the call again."
}

const refusalOf = ({ blocker, maxSpend, most }: Plan): Failure<"campaigns.set_state"> | null => {
  switch (blocker?.by) {
    case undefined:
      return null
    case "ad_account_not_linked":
      return new AdAccountNotLinked()
    case "budget_over_cap":
      return new MonthlyCapExceeded({ monthly_cap: maxSpend!, allowed_max_daily: most! })
    default:
      return new LaunchBlocked({ blocked_by: blocker!.by, reason: blocker!.reason })
  }
}

const change = Effect.gen(function* () {
  const queue = yield* Queue
  const outsideChanges = yield* makeOutsideChanges

  const setState: Change<"campaigns.set_state", Plan> = {
    plan: (setting, { slug, state: to }) =>
      Effect.gen(function* () {
        const { caller, organization } = setting.clearance
        const campaign = yield* findCampaign(organization, slug)
        const plan: Plan = { campaign, to, blocker: null, most: null, maxSpend: null }
        if (campaign.state === to) return plan
        const linked = yield* isLinked(organization.id, campaign.ad_account_id, caller.userId)
        if (to !== "live") return { ...plan, blocker: linked ? null : notLinked }
        const facts = yield* launchFacts(setting, campaign, linked)
        const { maxSpend } = facts
        return { ...plan, blocker: launchBlocker(facts), most: launchMaximum(facts), maxSpend }
      }),

    // Only going live starts something that somebody may have changed meanwhile; stopping must always work.
    ask: ({ organization }, { campaign, to }) =>
      to === "live" ? outsideChanges(organization.id, campaign) : Effect.void,

    preview: ({ blocker, campaign, to }) => ({
      would_change: campaign.state === to ? {} : { state: { from: campaign.state, to } },
      blocked_by: blocker?.by ?? null,
      ...(blocker === null ? {} : { blocked_reason: blocker.reason })
    }),
    refusal: refusalOf,
    unchanged: ({ campaign, to }) =>
      campaign.state === to ? { accepted: true, task_tracking_id: null, action_id: null } : null,
    held: ({ campaign }) => ({ campaign: campaign.id, reserve: 0 }),

    apply: ({ campaign, to }, act) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { caller, organization } = act.clearance
        // Out of error only the platform's yes takes it: until then it is known where it shall go.
        const next = campaign.state === "error" ? { wanted_state: to } : { state: to, wanted_state: null }
        yield* sql`update campaigns set ${sql.update(next)}, updated_at = now()
          where organization_id = ${organization.id} and id = ${campaign.id}`
        yield* markUnpushed(organization.id, campaign.id, ["state"])
        yield* recordAction(act, {
          op: "set_state",
          campaign: campaign.id,
          detail: `${words[to]}, from ${campaign.state}`,
          source: "dashboard",
          inverse: [{ kind: "campaign_state", campaign: campaign.id, was: campaign.state, set: to }],
          state: "executed"
        })
        const task = yield* startTask(queue, campaignStateTask, {
          organization: organization.id,
          input: { state: to },
          campaign: campaign.id,
          action: act.id,
          requestedBy: caller.userId,
          stopsSpend: to !== "live"
        })
        return { done: { accepted: true, task_tracking_id: task, action_id: act.id } }
      })
  }
  return setState
})

export const setCampaignState = guarded("campaigns.set_state", change)
