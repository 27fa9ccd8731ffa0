import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Schema } from "effect"
import {
  backgroundTask,
  defineEditWith,
  type PlanContext,
  type Planned,
  type Restorable
} from "../../changes/edit.ts"
import {
  AdAccountNotLinked,
  BudgetCapExceeded,
  LaunchBlocked,
  type ServiceError
} from "../../contract/index.ts"
import { quoteList, renderSubject } from "../../log/sentence.ts"
import { isLinked } from "../../platform/account-rows.ts"
import { AdAccounts } from "../../platform/ad-accounts.ts"
import type { PlatformChanges } from "../../platform/model.ts"
import { runSql } from "../../storage/index.ts"
import {
  type Campaign,
  type CampaignState,
  campaignById,
  isInPlatform,
  spendsOrHasSpent
} from "../campaign.ts"
import { connectionWarnings, waitingProblem } from "../connection.ts"
import { conflictProblem, ExternalChanges } from "../external-changes.ts"
import { knownSettings } from "../known-settings.ts"
import { type Blocker, launchBlocker, launchWarnings } from "../launch/checks.ts"
import { readLaunchFacts } from "../launch/launch-checks.ts"
import { readTransferredKeywords } from "../negatives/pending-exclusions.ts"
import { campaignDraft, type DraftRecord, readParts } from "../push/parts.ts"
import { campaignStateTask } from "../state-task.ts"
import { decodeTargeting } from "../stored-json.ts"

/** Reads a campaign as its first launch sends it. */
const readDraft = (organization: number, campaign: number) =>
  Effect.gen(function* () {
    const [row] =
      yield* runSql<DraftRecord>`select id, organization_id as organization, name, budget, target_cpa,
        language, cpc_ceiling, locations, radius, sitelinks, callouts
      from campaigns where organization_id = ${organization} and id = ${campaign}`
    const record = { ...row!, ...decodeTargeting(row!) }
    return campaignDraft(record, yield* readParts(organization, campaign))
  })

/**
 * Returns the changes that the platform would receive for a change of state. A first launch creates the whole
 * campaign.
 */
const stateChanges = (
  context: PlanContext,
  { ad_account_id: account, creation_name, id, platform_resource_name: ref }: Campaign,
  to: CampaignState
): Effect.Effect<PlatformChanges | null, SqlError, SqlClient.SqlClient> => {
  if (account === null) return Effect.succeed(null)
  if (ref !== null) {
    const state = to === "live" ? "live" : "paused"
    return Effect.succeed({ account, changes: [{ do: "set_state", campaign: ref, state }] })
  }
  // While an earlier creation is not confirmed, the platform may have the campaign, so a check would report
  // its own name as a duplicate.
  if (to !== "live" || creation_name !== null) return Effect.succeed(null)
  return Effect.map(readDraft(context.clearance.organization.id, id), (draft) => ({
    account,
    changes: [{ do: "create_campaign", draft }]
  }))
}

const State = Schema.Literal("live", "paused", "draft")
const Input = Schema.Struct({ campaign: Schema.Int, to: State })
const Trace = Schema.Struct({
  campaign: Schema.Int,
  was: Schema.Literal("live", "paused", "draft", "error"),
  set: State
})
type Trace = typeof Trace.Type

interface StatePlan extends Planned {
  readonly campaign: Campaign
  readonly to: CampaignState
  /** The first failed launch check. */
  readonly blocker: Blocker | null
  /** What a first launch warns of. */
  readonly launchWarnings: ReadonlyArray<string>
}

const did: Record<CampaignState, string> = {
  live: "Set live",
  paused: "Paused",
  draft: "Taken back to a draft"
}

const notLinked: Blocker = {
  by: "ad_account_not_linked",
  reason:
    "The campaign is not linked to an ad-platform account that you can access. Link one in the dashboard under {page.settings_accounts}, then send the call again."
}

/** The blocker of a launch that the platform's own check refuses. */
export const refusedThere = (reason: string): Blocker => ({
  by: "refused_by_platform",
  reason: `The ad platform would refuse the launch: ${reason}`
})

const changedOutside = (now: string, set: string) =>
  `It is ${now} now and not ${set}, as this action had left it: it was changed outside the service.`

const editId = { kind: "campaign.state", version: 1 } as const

/** Whether others set it running in the platform, so that a pause has something to do. */
const runsUnasked = ({ platform_state, unpushed }: Campaign): boolean =>
  platform_state === "live" && !unpushed.includes("state")

/** Returns what prevents a campaign from going live. Launches and undos share the same checks. */
const launchProblem = (context: PlanContext, campaign: Campaign, linked: boolean) =>
  Effect.map(readLaunchFacts(context, campaign, linked), (facts) => ({
    blocker: launchBlocker(facts),
    warnings: launchWarnings(facts),
    maxDailyBudget: facts.maxDailyBudget
  }))

const launchBlocked = ({ by, reason }: Blocker) => new LaunchBlocked({ blocked_by: by, reason })

const refusalOf = (
  blocker: Blocker | null,
  maxSpend: number | null,
  maxDailyBudget: number | null,
  currency: string
): ServiceError | null => {
  switch (blocker?.by) {
    case undefined:
      return null
    case "ad_account_not_linked":
      return new AdAccountNotLinked()
    case "budget_over_cap":
      return new BudgetCapExceeded({ monthly_cap: maxSpend!, allowed_max_daily: maxDailyBudget!, currency })
    default:
      return launchBlocked(blocker!)
  }
}

/**
 * Warns if a campaign stops that another one transferred its keywords to: no campaign shows for them until
 * the transfer is undone.
 */
const uncoveredKeywordWarnings = (context: PlanContext, { id, source_campaign_id }: Campaign) =>
  source_campaign_id === null
    ? Effect.succeed([])
    : Effect.map(
        readTransferredKeywords(context.clearance.organization.id, id, source_campaign_id),
        (transferred) => {
          const [first] = transferred
          if (first === undefined) return []
          const words = quoteList(transferred.map(({ text }) => text))
          return [
            `Nobody will show for ${words}: ${first.by} leaves them to this campaign. Undo ${first.action} with {actions.undo} so that it shows for them again.`
          ]
        }
      )

/** Sets a campaign live, paused or back to draft. The platform follows in the background. */
export const stateEdit = defineEditWith(
  { ...editId, input: Input, trace: Trace },
  Effect.gen(function* () {
    const externalChanges = yield* ExternalChanges
    const accounts = yield* AdAccounts

    return {
      // Only going live can start something that others changed meanwhile. Stopping must always work.
      readPlatform: (context: PlanContext, { campaign, to }: StatePlan) =>
        to === "live" ? externalChanges.none(context, campaign) : Effect.void,

      plan: (context: PlanContext, { campaign: id, to }: typeof Input.Type) =>
        Effect.gen(function* () {
          const campaign = yield* campaignById(context, id)
          const { organization } = context.clearance
          const empty = campaign.state === to && !(to !== "live" && runsUnasked(campaign))
          const linked = empty || (yield* isLinked(organization.id, campaign.ad_account_id))
          const launch =
            to === "live" && !empty
              ? yield* launchProblem(context, campaign, linked)
              : { blocker: linked ? null : notLinked, warnings: [], maxDailyBudget: null }
          const conflict = to === "live" && !empty ? yield* conflictProblem(context, campaign) : null
          const plan: StatePlan = {
            campaign,
            to,
            blocker: launch.blocker,
            launchWarnings: launch.warnings,
            sentence: {
              subject: "State",
              of: campaign.slug,
              from: campaign.state,
              to,
              did: `${did[to]}, from ${campaign.state}`
            },
            hashedContent: { from: campaign.state, to, blocked_by: launch.blocker?.by ?? null },
            affectedKeys: [`campaign/${id}/state`],
            moves:
              to === "live"
                ? [
                    {
                      campaign: id,
                      from: campaign.budget,
                      to: campaign.budget,
                      committed: campaign.committed,
                      left: campaign.left,
                      launched: spendsOrHasSpent(campaign),
                      goesLive: true
                    }
                  ]
                : [],
            stopsSpend: to !== "live",
            refusal:
              refusalOf(
                launch.blocker,
                context.rules.maxSpend,
                launch.maxDailyBudget,
                organization.currency
              ) ?? conflict,
            empty
          }
          return plan
        }),
      // A first launch also goes to the platform.
      warnings: (context: PlanContext, { campaign, launchWarnings: missing, to }: StatePlan) =>
        Effect.zipWith(
          connectionWarnings(accounts, context, campaign, true),
          to === "live" ? Effect.succeed([]) : uncoveredKeywordWarnings(context, campaign),
          (problems, uncovered) => [...problems, ...uncovered, ...missing]
        ),
      platformChanges: (context: PlanContext, { campaign, to }: StatePlan) =>
        stateChanges(context, campaign, to),
      knownSettings: (context: PlanContext, { campaign }: StatePlan) =>
        knownSettings(campaign, context.clearance.organization.id),
      refusedThere: ({ to }: StatePlan, reason: string) =>
        to === "live" ? launchBlocked(refusedThere(reason)) : null,
      waitReason: ({ campaign }: StatePlan) => (isInPlatform(campaign) ? waitingProblem(campaign) : null),
      route: ({ campaign, to }: StatePlan) => ({
        to: "after",
        work: [backgroundTask(campaignStateTask, { state: to }, campaign.id)]
      }),

      apply: ({ campaign, to }: StatePlan, { context, write }) =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          // Only the platform's confirmation ends an error. Until then the target state is stored beside it.
          const next = campaign.state === "error" ? { wanted_state: to } : { state: to, wanted_state: null }
          yield* write(sql`update campaigns set ${sql.update(next)}, updated_at = now(),
            unpushed = array(select distinct unnest(unpushed || '{state}'::text[]) order by 1)
          where organization_id = ${context.clearance.organization.id} and id = ${campaign.id}`)
          return { campaign: campaign.id, was: campaign.state, set: to }
        }),

      readDrift: (context: PlanContext, { campaign }: Trace) =>
        externalChanges.drift(context, campaign, "state"),
      describe: (context: PlanContext, { campaign }: Trace) =>
        Effect.map(campaignById(context, campaign), ({ slug }) =>
          renderSubject({ subject: "State", of: slug })
        ),
      restorable: (context: PlanContext, trace: Trace) =>
        Effect.map(
          campaignById(context, trace.campaign),
          ({ slug, state, wanted_state }): Restorable<Trace> => {
            const lost = (reason: string) => ({
              standing: null,
              lost: [{ what: renderSubject({ subject: "State", of: slug }), reason }]
            })
            if (trace.was === "error") {
              return lost(
                "It was in error before, which is no state to go back to. Set the state that you want with {campaigns.set_state}."
              )
            }
            // A campaign that the platform refused is in error, and keeps the target state of this action.
            const standing = state === "error" ? wanted_state : state
            return standing === trace.set
              ? { standing: trace, lost: [] }
              : lost(changedOutside(standing ?? state, trace.set))
          }
        ),
      reverse: ({ campaign, was }: Trace) => ({ ...editId, input: { campaign, to: was } })
    }
  })
)
