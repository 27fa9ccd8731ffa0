import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { underOrganizationLock } from "../../access/organizations.ts"
import { recordOutsideChanges } from "../../changes/action-log.ts"
import { adAccountsPage } from "../../contract/index.ts"
import { AdAccounts } from "../../platform/ad-accounts.ts"
import { SetupRequired } from "../../platform/errors.ts"
import { platformLabel } from "../../platform/labels.ts"
import type { CampaignSetting, PlatformCampaign } from "../../platform/model.ts"
import { campaignSettings, type OutsideChange, platformBudget } from "../../platform/outside-changes.ts"
import type { TaskFailed } from "../../tasks/failures.ts"
import { conflictMessage, conflictOf, knownSettings } from "../known-settings.ts"
import { keepPlatformName } from "../names-in-use.ts"
import { type PushPart, pushParts } from "../stored-campaign.ts"
import { conflictColumn } from "../stored-json.ts"
import { convergeParts } from "./converge-parts.ts"
import { createInPlatform } from "./create.ts"
import { ChangedOutside, isUnanswered, type PushFailure } from "./failure.ts"
import { beginPush, type PushRecord, wantedState } from "./record.ts"
import { converge, differences, readConflicts, type WantedSettings } from "./settings.ts"
import { waitsAfter } from "./waiting.ts"

export interface PushResult {
  readonly slug: string
  readonly state: string
  /** When the platform was last updated; null if the campaign is not in it. */
  readonly syncedAt: string | null
}

/** Brings campaigns in the platform to our state. It is idempotent and safe to repeat after a crash. */
export class Push extends Context.Tag("@adwarden/Push")<
  Push,
  {
    /**
     * Pushes the fields, or all without `fields`. `by` identifies this push and is the same on every attempt,
     * so others know whether a write of it may still arrive. `ad` is the new ad that it pushes; other ads are
     * reported by their own pushes. Null if the campaign does not exist.
     */
    readonly campaign: (
      organization: number,
      campaign: number,
      pushId: string,
      fields?: ReadonlyArray<PushPart>,
      ad?: number
    ) => Effect.Effect<PushResult | null, PushFailure | SqlError>
    /** Records, in the caller's transaction, that no write of this push can arrive any more. */
    readonly finished: (
      organization: number,
      campaign: number,
      pushId: string
    ) => Effect.Effect<void, SqlError>
    /**
     * Records that no attempts are left. A change that starts no spend waits and is sent again if nobody
     * answered or the connection is broken. Otherwise the campaign is in error until a push succeeds.
     */
    readonly failed: (
      organization: number,
      campaign: number,
      pushId: string,
      failure: Pick<TaskFailed, "message" | "reason">
    ) => Effect.Effect<void, SqlError>
  }
>() {
  static readonly layer = Layer.effect(
    Push,
    Effect.suspend(() => make)
  )
}

const notLinked = new SetupRequired({
  code: "ACCOUNT_NOT_LINKED",
  message: `The campaign is not linked to a ${platformLabel()} account. Link one in the dashboard under ${adAccountsPage} first.`
})

const notConfirmed =
  "The ad platform could not be reached. The change is saved here and is sent again every few minutes until the ad platform has it."

/** The maximum number of changes under a push before the next attempt handles them. */
const maxRounds = 10

/** A launch starts what was checked, so it pushes everything. Any other push only sends what changed here. */
const scopeOf = (record: PushRecord, asked: ReadonlyArray<PushPart>) => {
  const parts = pushParts.filter((part) => asked.includes(part) || record.unpushed.includes(part))
  const fields = campaignSettings.filter((field) => parts.includes(field))
  const isLaunch = fields.includes("state") && wantedState(record) === "live"
  const whole =
    record.platform_resource_name === null || isLaunch || fields.length === campaignSettings.length
  return whole
    ? { fields: campaignSettings, parts: pushParts, isLaunch, whole, ads: true }
    : { fields, parts, isLaunch, whole, ads: parts.includes("ads") }
}

type Scope = ReturnType<typeof scopeOf>

const wantedOf = (record: PushRecord, fields: ReadonlyArray<CampaignSetting>): WantedSettings => {
  const state = wantedState(record)
  return {
    ...(fields.includes("name") ? { name: record.name } : {}),
    ...(fields.includes("budget") && record.budget !== null ? { budget: record.budget } : {}),
    ...(fields.includes("target_cpa") ? { target_cpa: record.target_cpa } : {}),
    ...(fields.includes("state") && state !== null ? { state: state === "live" ? "live" : "paused" } : {})
  }
}

/** The changes of others that a push met. */
interface Met {
  readonly conflicts: ReadonlyArray<OutsideChange>
  readonly overwritten: ReadonlyArray<OutsideChange>
}
const metNothing: Met = { conflicts: [], overwritten: [] }

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const accounts = yield* AdAccounts
  const withSql = Effect.provideService(SqlClient.SqlClient, sql)

  /**
   * Records that the platform is up to date, unless the campaign was changed meanwhile. In that case the
   * platform may lack the change or have an older value, so everything is checked again. While another push
   * is in progress, its older value may still arrive. Nothing counts as pushed until the last push has
   * confirmed it; after a crash that is the next attempt. `updated_at` moves, so a sync that read the
   * platform earlier cannot overwrite it.
   */
  const recordPushed = (
    record: PushRecord,
    pushId: string,
    remote: PlatformCampaign | null,
    { fields, isLaunch, parts, whole }: Scope,
    { conflicts, overwritten }: Met = metNothing
  ) => {
    const state = wantedState(record) ?? remote?.state ?? "draft"
    const launched = remote?.state === "live" && state === "live"
    const unwritten: ReadonlyArray<PushPart> =
      conflicts.length === 0 || remote === null
        ? []
        : [...differences(wantedOf(record, fields), remote), ...(isLaunch ? (["ads"] as const) : [])]
    const confirmed = parts.filter((part) => !unwritten.includes(part))
    // A push compares everything that waits again, so it ends its own conflict. One of a sync concerns more than that.
    const compared = conflictOf(record, record.organization)?.found_by === "push"
    const outside = [
      ...conflicts.map((change) => ({ ...change, replaced: false })),
      ...overwritten.map((change) => ({ ...change, replaced: true }))
    ]
    const remoteBudget = remote === null ? null : platformBudget(remote)
    const named =
      remote === null ? Effect.void : keepPlatformName(record.organization, record.account!, remote)
    return underOrganizationLock(
      record.organization,
      Effect.gen(function* () {
        yield* named
        const [clock] = yield* sql<{ now: string }>`select now()::timestamptz(3) as now`
        const { now } = clock!
        const conflict =
          conflicts.length === 0
            ? null
            : JSON.stringify(conflictColumn.write({ found_at: now, found_by: "push", settings: conflicts }))
        if (outside.length > 0) yield* recordOutsideChanges(record.organization, record.id, outside)
        const [row] = yield* sql<{ synced: string | null; left: boolean }>`
          update campaigns set state = ${state}, state_error = null, wanted_state = null, updated_at = now(),
            active_push_ids = array_remove(active_push_ids, ${pushId}),
            unpushed = case when array_remove(active_push_ids, ${pushId}) <> '{}' then unpushed
              else array(select unnest(unpushed) except select unnest(${confirmed}::text[])) end,
            unpushed_from = case when array_remove(active_push_ids, ${pushId}) <> '{}' then unpushed_from
              else unpushed_from - ${confirmed}::text[] end,
            conflict = case when ${compared} or ${conflict}::jsonb is not null then ${conflict}::jsonb else conflict end,
            platform_state = coalesce(${remote?.state ?? null}, platform_state),
            platform_budget_resource_name = coalesce(${remote?.budgetRef ?? null}, platform_budget_resource_name),
            platform_budget = coalesce(${remoteBudget}, platform_budget),
            first_launched_at = case when ${launched} then coalesce(first_launched_at, ${now}) else first_launched_at end,
            last_synced_at = case when ${remote !== null && conflicts.length === 0} and (${whole} or last_synced_at is null) then ${now}
              else last_synced_at end
          where organization_id = ${record.organization} and id = ${record.id} and name = ${record.name}
            and budget is not distinct from ${record.budget} and target_cpa is not distinct from ${record.target_cpa}
            and state = ${record.state} and wanted_state is not distinct from ${record.wanted_state}
          returning last_synced_at as synced, unpushed <> '{}' and active_push_ids = '{}' and conflict is null as left`
        return row === undefined || row.left ? null : { state, syncedAt: remote === null ? row.synced : now }
      })
    )
  }

  const pushOnce = (
    record: PushRecord,
    pushId: string,
    requestedParts: ReadonlyArray<PushPart>,
    ad: number | null
  ) =>
    Effect.gen(function* () {
      const scope = scopeOf(record, requestedParts)
      const live = wantedState(record) === "live"
      if (record.platform_resource_name === null && record.creation_name === null && !live)
        return yield* recordPushed(record, pushId, null, scope)
      if (record.account === null) return yield* notLinked
      const account = yield* accounts.get(record.organization, record.account)
      const ref = record.platform_resource_name ?? (yield* createInPlatform(account, record, live))
      if (ref === null) return yield* recordPushed(record, pushId, null, scope)
      const wanted = wantedOf(record, scope.fields)
      // Null for a campaign that this push has just created.
      const known = knownSettings(record, record.organization)
      /** A launch that met a conflict started nothing, so it fails once that is recorded. */
      const recordMet = (remote: PlatformCampaign, met: Met) =>
        Effect.flatMap(recordPushed(record, pushId, remote, scope, met), (recorded) =>
          recorded !== null && scope.isLaunch && met.conflicts.length > 0
            ? new ChangedOutside({ message: conflictMessage({ settings: met.conflicts }, account.currency) })
            : Effect.succeed(recorded)
        )
      if (scope.isLaunch && known !== null) {
        const { conflicts, remote } = yield* readConflicts(account, wanted, known)
        if (conflicts.length > 0) return yield* recordMet(remote, { conflicts, overwritten: [] })
      }
      // Others' changes of its ads stay, except at a launch, which starts what was checked here.
      if (scope.whole && live) yield* convergeParts(account, ref, record, "all of it", ad)
      else if (scope.ads)
        yield* convergeParts(account, ref, record, live ? "what is new or gone" : "what is gone", ad)
      const { remote, ...met } = yield* converge(account, ref, wanted, known)
      return yield* recordMet(remote, met)
    })

  const push: Push["Type"] = {
    campaign: Effect.fn("Push.campaign")(
      function* (
        organization: number,
        campaign: number,
        pushId: string,
        requestedParts: ReadonlyArray<PushPart> = campaignSettings,
        ad?: number
      ) {
        for (let round = 0; round < maxRounds; round++) {
          const record = yield* beginPush(organization, campaign, pushId)
          if (record === null) return null
          const result = yield* pushOnce(record, pushId, requestedParts, ad ?? null)
          if (result !== null) return { slug: record.slug, ...result }
        }
        return yield* new SqlError({ message: "The campaign keeps changing under its push", cause: campaign })
      },
      (effect) => withSql(effect)
    ),
    finished: (organization: number, campaign: number, pushId: string) =>
      underOrganizationLock(
        organization,
        sql`update campaigns set active_push_ids = array_remove(active_push_ids, ${pushId})
          where organization_id = ${organization} and id = ${campaign}`
      ).pipe(Effect.asVoid, withSql),
    failed: (organization: number, campaign: number, pushId: string, failure) =>
      underOrganizationLock(
        organization,
        Effect.flatMap(waitsAfter(organization, campaign, failure), (waits) =>
          waits
            ? sql`update campaigns set updated_at = now(),
                state_error = case when unpushed <> '{}' and ${isUnanswered(failure)} then ${notConfirmed} end,
                active_push_ids = array_remove(active_push_ids, ${pushId}),
                state = case when state = 'error' then wanted_state else state end, wanted_state = null
              where organization_id = ${organization} and id = ${campaign}`
            : sql`update campaigns set state_error = ${failure.message}, state = 'error', updated_at = now(),
            active_push_ids = array_remove(active_push_ids, ${pushId}),
            wanted_state = case when state = 'error' then wanted_state else state end
          where organization_id = ${organization} and id = ${campaign}`
        )
      ).pipe(Effect.asVoid, withSql)
  }
  return push
})
