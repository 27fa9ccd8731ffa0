import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Duration, Effect, Layer } from "effect"
import type { PlanContext } from "../changes/edit.ts"
import { SyncConflict } from "../contract/index.ts"
import { AdAccounts } from "../platform/ad-accounts.ts"
import { AdPlatform } from "../platform/ad-platform.ts"
import type { ReadFailure } from "../platform/errors.ts"
import type { ExternalChange, PlatformCampaign } from "../platform/model/index.ts"
import { type Campaign, campaignById } from "./campaign.ts"
import type { PushField } from "./push/settings.ts"

/** A platform that takes longer cannot be read, as far as a caller who waits is concerned. */
const timeout = Duration.seconds(10)

/** The platform remembers what others changed for so long; a launch looks back no further. */
const lookbackMillis = 30 * 86_400_000

type Value = string | number | null

/** What the platform calls a setting of a campaign, in its history of changes. */
const fieldMatchers: Record<PushField, (field: string) => boolean> = {
  name: (field) => field === "name",
  budget: (field) => field === "amountMicros",
  target_cpa: (field) => field.endsWith("targetCpaMicros"),
  state: (field) => field === "status"
}

const remoteValue = (remote: PlatformCampaign, field: PushField): Value =>
  ({ name: remote.name, budget: remote.budget, target_cpa: remote.targetCpa, state: remote.state })[field]

/** To the platform a draft is paused. */
const toRemoteValue = (field: PushField, value: Value): Value =>
  field === "state" && value !== "live" ? "paused" : value

/** The latest edit by others of just this, on the campaign or on its budget. */
const latestExternalEdit = (
  field: PushField,
  remote: PlatformCampaign,
  changes: ReadonlyArray<ExternalChange>
): ExternalChange | undefined => {
  const resources: ReadonlyArray<unknown> = [remote.ref, remote.budgetRef]
  return changes.findLast(({ detail }) => {
    const fields = Array.isArray(detail["fields"]) ? (detail["fields"] as ReadonlyArray<string>) : []
    return resources.includes(detail["resource"]) && fields.some(fieldMatchers[field])
  })
}

/** Asks the platform what others changed there. One that cannot be read tells nothing, and stops nothing. */
export class ExternalChanges extends Context.Tag("@adwarden/ExternalChanges")<
  ExternalChanges,
  {
    /** Fails with what others changed since the last sync: a launch would start something that nobody here has seen. */
    readonly none: (context: PlanContext, campaign: Campaign) => Effect.Effect<void, SyncConflict | SqlError>
    /** Why a setting no longer stands in the platform as an action had set it, or null. */
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
  const platform = yield* AdPlatform
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
    none: (at: PlanContext, campaign: Campaign) =>
      Effect.gen(function* () {
        const {
          last_synced_at: synced,
          platform_budget_resource_name: budget,
          platform_resource_name: ref
        } = campaign
        if (campaign.ad_account_id === null) return
        if (synced === null || ref === null) {
          // Nothing to compare, but a login that was revoked is noticed before the launch is accepted.
          yield* orElse(
            Effect.flatMap(linked(at, campaign), (account) => platform.details(account)),
            null
          )
          return
        }
        const since = new Date(Math.max(Date.parse(synced), Date.now() - lookbackMillis))
        const found = yield* orElse(
          Effect.flatMap(linked(at, campaign), (account) => platform.changesSince(account, since)),
          []
        )
        const changes = found
          .filter((change) => change.campaign === ref || change.detail["resource"] === budget)
          .map(({ at, by, what }) => ({ at, by: by ?? "unknown", what }))
        if (changes.length > 0) return yield* new SyncConflict({ changes })
      }),

    /** What differs without an edit by others is only on its way: the push will bring it there. */
    drift: (context: PlanContext, id: number, field: PushField, set: Value, since: string) =>
      Effect.gen(function* () {
        const campaign = yield* Effect.provideService(campaignById(context, id), SqlClient.SqlClient, sql)
        const ref = campaign.platform_resource_name
        if (ref === null || campaign.ad_account_id === null) return null
        // Several settings of a campaign are asked about together: once is enough.
        const remote = yield* context.readOnce(
          `there ${id}`,
          orElse(
            Effect.flatMap(linked(context, campaign), (account) => platform.campaign(account, ref)),
            null
          )
        )
        if (remote === null || remoteValue(remote, field) === toRemoteValue(field, set)) return null
        // The platform's clock tells whole seconds.
        const from = new Date(Math.floor(Date.parse(since) / 1000) * 1000)
        const changes = yield* context.readOnce(
          `changed ${id} ${since}`,
          orElse(
            Effect.flatMap(linked(context, campaign), (account) => platform.changesSince(account, from)),
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
