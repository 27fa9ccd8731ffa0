import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Duration, Effect, Layer } from "effect"
import type { PlanContext } from "../changes/edit.ts"
import { SyncConflict } from "../contract/index.ts"
import { AdAccounts } from "../platform/ad-accounts.ts"
import type { ReadFailure } from "../platform/errors.ts"
import type { ExternalChange, PlatformCampaign } from "../platform/model/index.ts"
import { type Campaign, campaignById } from "./campaign.ts"
import type { PushField } from "./push/settings.ts"

/** The maximum time that a waiting caller gives the platform. */
const timeout = Duration.seconds(10)

/** The platform keeps the change history this long, so a launch looks back no further. */
const lookbackMillis = 30 * 86_400_000

type Value = string | number | null

const remoteValue = (remote: PlatformCampaign, field: PushField): Value =>
  ({ name: remote.name, budget: remote.budget, target_cpa: remote.targetCpa, state: remote.state })[field]

/** The platform's value of a state: a draft is paused there. */
const toRemoteValue = (field: PushField, value: Value): Value =>
  field === "state" && value !== "live" ? "paused" : value

/** Returns the latest external edit of this setting, on the campaign or its budget. */
const latestExternalEdit = (
  field: PushField,
  remote: PlatformCampaign,
  changes: ReadonlyArray<ExternalChange>
): ExternalChange | undefined =>
  changes.findLast(
    ({ resource, settings }) => [remote.ref, remote.budgetRef].includes(resource) && settings.includes(field)
  )

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
      field: PushField,
      set: Value,
      since: string
    ) => Effect.Effect<string | null, SqlError>
  }
>() {
  static readonly layer = Layer.effect(
    ExternalChanges,
    Effect.suspend(() => make)
  )
}

const make = Effect.gen(function* () {
  const accounts = yield* AdAccounts
  const sql = yield* SqlClient.SqlClient

  const orElse = <A, B>(work: Effect.Effect<A, ReadFailure | SqlError>, otherwise: B) =>
    work.pipe(
      Effect.timeout(timeout),
      Effect.catchIf(
        (error) => error._tag !== "SqlError",
        () => Effect.succeed(otherwise)
      )
    )
  const linked = (context: PlanContext, { ad_account_id }: Campaign) =>
    accounts.get(context.clearance.organization.id, ad_account_id ?? "")

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
          yield* orElse(
            Effect.flatMap(linked(context, campaign), (account) => account.platform.details(account)),
            null
          )
          return
        }
        const since = new Date(Math.max(Date.parse(synced), Date.now() - lookbackMillis))
        const found = yield* orElse(
          Effect.flatMap(linked(context, campaign), (account) =>
            account.platform.changesSince(account, since)
          ),
          []
        )
        const changes = found
          .filter((change) => change.campaign === ref || change.resource === budget)
          .map(({ at, by, what }) => ({ at, by: by ?? "unknown", what }))
        if (changes.length > 0) return yield* new SyncConflict({ changes })
      }),

    /** A difference without an external edit is a push in progress. */
    drift: (context: PlanContext, id: number, field: PushField, set: Value, since: string) =>
      Effect.gen(function* () {
        const campaign = yield* Effect.provideService(campaignById(context, id), SqlClient.SqlClient, sql)
        const ref = campaign.platform_resource_name
        if (ref === null || campaign.ad_account_id === null) return null
        // Several settings of a campaign share one read.
        const remote = yield* context.once(
          `remote ${id}`,
          orElse(
            Effect.flatMap(linked(context, campaign), (account) => account.platform.campaign(account, ref)),
            null
          )
        )
        if (remote === null || remoteValue(remote, field) === toRemoteValue(field, set)) return null
        // The platform's times have whole seconds.
        const from = new Date(Math.floor(Date.parse(since) / 1000) * 1000)
        const changes = yield* context.once(
          `changed ${id} ${since}`,
          orElse(
            Effect.flatMap(linked(context, campaign), (account) =>
              account.platform.changesSince(account, from)
            ),
            []
          )
        )
        const edit = latestExternalEdit(field, remote, changes)
        return edit === undefined
          ? null
          : `It was changed in the ad platform since, by ${edit.by ?? "someone"}: ${edit.what}.`
      })
  }
})
