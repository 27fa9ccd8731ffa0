import * as SqlClient from "@effect/sql/SqlClient"
import { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer, Schedule } from "effect"
import { underOrganizationLock } from "../../access/organizations.ts"
import { adAccountsPage } from "../../contract/index.ts"
import { Events } from "../../events/events.ts"
import { recordOutsideChanges } from "../../log/action-log.ts"
import { AdAccounts, type LinkedAccount } from "../../platform/ad-accounts.ts"
import { PlatformRefused, SetupRequired } from "../../platform/errors.ts"
import { platformLabel } from "../../platform/labels.ts"
import type { CampaignSetting, PlatformCampaign, Ref } from "../../platform/model.ts"
import { campaignSettings, type OutsideChange, platformBudget } from "../../platform/outside-changes.ts"
import { runSql } from "../../storage/index.ts"
import type { TaskFailed } from "../../tasks/failures.ts"
import { type PushPart, pushParts } from "../campaign.ts"
import { tellConflict } from "../conflict-events.ts"
import { conflictMessage, conflictOf, knownSettings } from "../known-settings.ts"
import { keepPlatformName } from "../names-in-use.ts"
import { conflictColumn } from "../stored-json.ts"
import { convergeParts } from "./converge-parts.ts"
import { campaignDraft, isServing, markAdsSent, readParts } from "./parts.ts"
import {
  beginPush,
  ChangedOutside,
  isUnanswered,
  type PushFailure,
  type PushRecord,
  toUnreachable,
  wantedState
} from "./record.ts"
import { converge, differences, readConflicts, type WantedSettings } from "./settings.ts"
import { waitsAfter } from "./waiting.ts"

const nameTakenError = (platform: string, name: string) =>
  new PlatformRefused({
    platform,
    code: "campaign_name_taken",
    message: `A campaign called “${name}” is already in the account. Rename one of the two.`
  })

/** A request without a response may still take effect, so the campaign is looked up more than once. */
const lookupSchedule = Schedule.intersect(Schedule.spaced("400 millis"), Schedule.recurs(4))

/** Stores the name under which the campaign is being created, or clears it. */
const recordCreationName = ({ id, organization }: PushRecord, creationName: string | null) =>
  underOrganizationLock(
    organization,
    runSql`update campaigns set creation_name = ${creationName}, updated_at = now()
        where organization_id = ${organization} and id = ${id}`
  )

const belongsToAnother = (record: PushRecord, ref: Ref) =>
  Effect.map(
    runSql`select 1 from campaigns where organization_id = ${record.organization}
        and platform_resource_name = ${ref} and id <> ${record.id}`,
    (rows) => rows.length > 0
  )

/** Stores the platform's resource names of the created campaign, and its budget. */
const storeCreated = ({ id, organization }: PushRecord, remote: PlatformCampaign) =>
  underOrganizationLock(
    organization,
    Effect.as(
      runSql`update campaigns set platform_id = ${remote.platformId}, platform_resource_name = ${remote.ref},
            platform_budget_resource_name = ${remote.budgetRef}, platform_bidding_strategy = ${remote.bidding},
            platform_budget = ${platformBudget(remote)}, ai_max = ${remote.aiMax ?? false},
            text_automation = ${remote.textAutomation}, creation_name = null, updated_at = now()
          where organization_id = ${organization} and id = ${id}`,
      remote.ref
    )
  )

/**
 * Creates the campaign in the platform, once. It stores the name before it sends the request. A retry that
 * finds a stored name looks that name up first, because the last attempt may have created it. Returns null if
 * the platform has no campaign and needs none.
 */
const createInPlatform = (account: LinkedAccount, record: PushRecord, shouldExist: boolean) =>
  Effect.gen(function* () {
    const { platform } = account
    const findByName = (name: string) => platform.campaignByName(account, name)
    const previousName = record.creation_name
    if (previousName !== null) {
      const remote = yield* findByName(previousName)
      if (remote !== null && !(yield* belongsToAnother(record, remote.ref)))
        return yield* storeCreated(record, remote)
    }
    if (!shouldExist) return yield* Effect.as(recordCreationName(record, null), null)
    if (previousName !== record.name) {
      if ((yield* findByName(record.name)) !== null) return yield* nameTakenError(platform.label, record.name)
      yield* recordCreationName(record, record.name)
    }
    const parts = yield* readParts(record.organization, record.id)
    yield* markAdsSent(record.organization, parts.ads.filter(isServing))
    const draft = campaignDraft(record, parts)
    yield* platform.createCampaign(account, draft).pipe(
      Effect.catchTags({
        OutcomeUnknown: (unknown) =>
          findByName(record.name).pipe(
            Effect.repeat({ until: (remote) => remote !== null, schedule: lookupSchedule }),
            Effect.zipRight(findByName(record.name)),
            Effect.flatMap((remote) => (remote === null ? toUnreachable(unknown) : Effect.void))
          ),
        PlatformRefused: (refusal) =>
          // An earlier attempt without a response created the campaign under the stored name.
          previousName !== null && refusal.meaning === "duplicate_name"
            ? Effect.void
            : Effect.zipRight(recordCreationName(record, null), refusal)
      })
    )
    const remote = yield* findByName(record.name)
    return remote === null
      ? yield* nameTakenError(platform.label, record.name)
      : yield* storeCreated(record, remote)
  })

interface PushResult {
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
    ...(fields.includes("ai_max") && record.ai_max !== null ? { ai_max: record.ai_max } : {}),
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
  const events = yield* Events
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
        const [before] = yield* sql<{ now: string; conflicted: boolean | null }>`
          select now()::timestamptz(3) as now, (select conflict is not null from campaigns
            where organization_id = ${record.organization} and id = ${record.id}) as conflicted`
        const { conflicted, now } = before!
        const conflict =
          conflicts.length === 0
            ? null
            : JSON.stringify(conflictColumn.write({ found_at: now, found_by: "push", settings: conflicts }))
        if (outside.length > 0) yield* recordOutsideChanges(record.organization, record.id, outside)
        const [row] = yield* sql<{ synced: string | null; left: boolean; conflicted: boolean }>`
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
            and (${record.ai_max}::boolean is null or ai_max = ${record.ai_max})
            and state = ${record.state} and wanted_state is not distinct from ${record.wanted_state}
          returning last_synced_at as synced, unpushed <> '{}' and active_push_ids = '{}' and conflict is null as left,
            conflict is not null as conflicted`
        if (row !== undefined && row.conflicted !== conflicted)
          yield* tellConflict(record.organization, record, row.conflicted ? "found" : "ended")
        return row === undefined || row.left ? null : { state, syncedAt: remote === null ? row.synced : now }
      })
    ).pipe(Effect.provideService(Events, events))
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
