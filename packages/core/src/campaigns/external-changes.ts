import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Duration, Effect, Layer } from "effect"
import type { PlanContext } from "../changes/edit.ts"
import { timeLimit } from "../changes/platform-check.ts"
import { SyncConflict } from "../contract/index.ts"
import { AdAccounts, type LinkedAccount } from "../platform/ad-accounts.ts"
import type { ReadFailure } from "../platform/errors.ts"
import type { CampaignSetting } from "../platform/model.ts"
import { type OutsideChange, readOutsideChanges } from "../platform/outside-changes.ts"
import { type Campaign, campaignById } from "./campaign.ts"
import { conflictOf, describeOutsideChange, knownSettings } from "./known-settings.ts"
import { readWaitingChangesOf } from "./stored-external-changes.ts"

/** The maximum time that a caller gives the platform. An undo gives it less. */
const launchTimeout = Duration.seconds(10)

/** The platform keeps the change history this long, so a launch looks back no further. */
const lookbackMillis = 30 * 86_400_000

const asChange =
  ({ clearance }: PlanContext) =>
  (change: OutsideChange) => ({
    at: change.at ?? new Date().toISOString(),
    by: change.by ?? "unknown",
    what: describeOutsideChange(change, clearance.organization.currency)
  })

/**
 * Returns the refusal of a change that others' changes block until somebody has decided on them, or null. The platform's
 * history says more, as soon as a sync has read it.
 */
export const conflictProblem = (
  context: PlanContext,
  campaign: Campaign,
  field?: CampaignSetting
): Effect.Effect<SyncConflict | null, SqlError, SqlClient.SqlClient> => {
  const { id } = context.clearance.organization
  const conflict = conflictOf(campaign, id)
  if (conflict === null || (field !== undefined && conflict.settings.every((one) => one.field !== field)))
    return Effect.succeed(null)
  return Effect.map(context.read(readWaitingChangesOf(id, campaign.id)), ([history]) => {
    if (history.length > 0) return new SyncConflict({ changes: history })
    const contents = { at: conflict.found_at, by: "unknown", what: "Its ads or keywords were changed" }
    const changes = conflict.settings.length === 0 ? [contents] : conflict.settings.map(asChange(context))
    return new SyncConflict({ changes })
  })
}

/**
 * Reads external changes from the platform. If the platform cannot be read, it reports none and blocks
 * nothing.
 */
export class ExternalChanges extends Context.Tag("@adwarden/ExternalChanges")<
  ExternalChanges,
  {
    /**
     * Fails if others changed the campaign since the last sync: a launch would start something that nobody
     * here has reviewed.
     */
    readonly none: (context: PlanContext, campaign: Campaign) => Effect.Effect<void, SyncConflict | SqlError>
    /** Returns why a setting no longer has the value that an action set, or null. */
    readonly drift: (
      context: PlanContext,
      campaign: number,
      field: CampaignSetting
    ) => Effect.Effect<string | null, SqlError, SqlClient.SqlClient>
  }
>() {
  static readonly layer = Layer.effect(
    ExternalChanges,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function* () {
  const accounts = yield* AdAccounts

  /** Reads from the platform; `otherwise` if it cannot be read in time. */
  const readOr = <A>(
    context: PlanContext,
    { ad_account_id }: Campaign,
    read: (account: LinkedAccount) => Effect.Effect<A, ReadFailure | SqlError>,
    otherwise: A
  ) =>
    Effect.flatMap(accounts.get(context.clearance.organization.id, ad_account_id ?? ""), read).pipe(
      Effect.timeout(launchTimeout),
      Effect.catchIf(
        (error) => error._tag !== "SqlError",
        () => Effect.succeed(otherwise)
      )
    )

  const settingsChanged = (context: PlanContext, campaign: Campaign, limit: Duration.Duration) => {
    const known = knownSettings(campaign, context.clearance.organization.id)
    return known === null || campaign.ad_account_id === null
      ? Effect.succeed<ReadonlyArray<OutsideChange>>([])
      : // Several settings of a campaign share one read.
        context.once(
          `outside ${campaign.id}`,
          readOr(context, campaign, (account) => readOutsideChanges(account, known, limit), [])
        )
  }

  return {
    none: (context: PlanContext, campaign: Campaign) =>
      Effect.gen(function* () {
        const {
          last_synced_at: synced,
          platform_budget_resource_name: budget,
          platform_resource_name: ref
        } = campaign
        if (campaign.ad_account_id === null) return
        if (synced === null || ref === null) {
          // Nothing to compare, but this call detects a revoked login before the launch is accepted.
          yield* readOr(context, campaign, (account) => account.platform.details(account), null)
          return
        }
        const since = new Date(Math.max(Date.parse(synced), Date.now() - lookbackMillis))
        const history = readOr(
          context,
          campaign,
          (account) => account.platform.changesSince(account, since),
          []
        )
        const [found, settings] = yield* Effect.all(
          [history, settingsChanged(context, campaign, launchTimeout)],
          { concurrency: 2 }
        )
        const changes = found
          .filter((change) => change.campaign === ref || change.resource === budget)
          // The history has whole seconds: of the second of the sync, the values of settings decide.
          .filter(({ at, settings }) => settings.length === 0 || Date.parse(at) > Date.parse(synced))
          .map(({ at, by, what }) => ({ at, by: by ?? "unknown", what }))
        // The history is minutes late; the settings are not.
        const conflict = changes.length > 0 ? changes : settings.map(asChange(context))
        if (conflict.length > 0) return yield* new SyncConflict({ changes: conflict })
      }),

    /** If the platform does not answer in time, the push compares. */
    drift: (context: PlanContext, id: number, field: CampaignSetting) =>
      Effect.gen(function* () {
        const campaign = yield* campaignById(context, id)
        const changed = yield* settingsChanged(context, campaign, timeLimit)
        const found = changed.find((change) => change.field === field)
        return found === undefined
          ? null
          : `It was changed in the ad platform since: ${describeOutsideChange(found, context.clearance.organization.currency)}. Accept that with {campaigns.accept_changes} first.`
      })
  }
})
