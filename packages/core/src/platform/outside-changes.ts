import { type Duration, Effect, Schema } from "effect"
import { limits } from "../contract/index.ts"
import type { LinkedAccount } from "./ad-accounts.ts"
import type { CampaignSetting, PlatformCampaign, Ref } from "./model.ts"

export const campaignSettings = [
  "name",
  "budget",
  "target_cpa",
  "ai_max",
  "state"
] as const satisfies ReadonlyArray<CampaignSetting>
const SettingValue = Schema.NullOr(Schema.Union(Schema.String, Schema.Number, Schema.Boolean))
export type SettingValue = typeof SettingValue.Type

/** A setting that others changed in the platform. */
export const OutsideChange = Schema.Struct({
  field: Schema.Literal(...campaignSettings),
  ours: SettingValue,
  theirs: SettingValue,
  /** Who changed it and when; null if the platform's history does not show it yet. */
  by: Schema.NullOr(Schema.String),
  at: Schema.NullOr(Schema.String)
})
export type OutsideChange = typeof OutsideChange.Type

/** What the service knows of a campaign's settings in the platform. */
export interface KnownSettings {
  readonly campaign: Ref
  readonly budgetRef: Ref | null
  readonly ours: Readonly<Record<CampaignSetting, SettingValue>>
  /**
   * The values that a setting has in the platform unless others changed it: ours, and while a change of ours is not
   * confirmed, those before it. A setting without values is not compared.
   */
  readonly expected: Readonly<Partial<Record<CampaignSetting, ReadonlyArray<SettingValue>>>>
  /** When the campaign last followed the platform. */
  readonly since: string | null
}

/**
 * The platform's daily budget of a campaign, rounded up to cents. Our budgets are whole units, so fractions
 * round up, and the cap never counts less than is spent.
 */
export const platformBudget = ({ budget }: Pick<PlatformCampaign, "budget">): number =>
  Math.ceil(Math.round(budget * 1_000_000) / 10_000) / 100

export const settingsOf = (remote: PlatformCampaign): Readonly<Record<CampaignSetting, SettingValue>> => ({
  name: remote.name,
  budget: platformBudget(remote),
  // Ours has cents.
  target_cpa: remote.targetCpa === null ? null : Math.round(remote.targetCpa * 100) / 100,
  ai_max: remote.aiMax,
  state: remote.state
})

/** Whether a value of the platform is one that the service knows. Our budgets are whole units. */
const isKnown = (field: CampaignSetting, theirs: SettingValue, known: ReadonlyArray<SettingValue>): boolean =>
  known.includes(field === "budget" ? Math.ceil(Number(theirs)) : theirs)

/** Returns the settings that others changed, as far as values show. */
export const findOutsideChanges = (
  { expected, ours }: Pick<KnownSettings, "expected" | "ours">,
  remote: PlatformCampaign
): ReadonlyArray<OutsideChange> => {
  const present = settingsOf(remote)
  return campaignSettings.flatMap((field): ReadonlyArray<OutsideChange> => {
    const known = expected[field]
    const theirs = present[field]
    return known === undefined || isKnown(field, theirs, [...known, ours[field]])
      ? []
      : [{ field, ours: ours[field], theirs, by: null, at: null }]
  })
}

/** The platform keeps the change history this long. */
const lookbackMillis = limits.syncConflictDays * 86_400_000

/** Adds who made the changes and when. A history that cannot be read leaves that open. */
export const withAuthors = (
  account: LinkedAccount,
  { budgetRef, campaign, since }: Pick<KnownSettings, "campaign" | "budgetRef" | "since">,
  changes: ReadonlyArray<OutsideChange>
): Effect.Effect<ReadonlyArray<OutsideChange>> => {
  if (changes.length === 0) return Effect.succeed(changes)
  const from = new Date(since === null ? Date.now() - lookbackMillis : Date.parse(since))
  return account.platform.changesSince(account, from).pipe(
    Effect.map((history) =>
      changes.map((change) => {
        const edit = history.findLast(
          ({ resource, settings }) =>
            (resource === campaign || resource === budgetRef) && settings.includes(change.field)
        )
        return edit === undefined ? change : { ...change, by: edit.by, at: edit.at }
      })
    ),
    Effect.catchAll(() => Effect.succeed(changes))
  )
}

/**
 * Reads from the platform which settings of a campaign others changed. It never fails: what could not be read within the
 * limit is left out, first of all who changed it.
 */
export const readOutsideChanges = (
  account: LinkedAccount,
  known: KnownSettings,
  limit: Duration.Duration
): Effect.Effect<ReadonlyArray<OutsideChange>> =>
  Effect.suspend(() => {
    let found: ReadonlyArray<OutsideChange> = []
    return Effect.flatMap(account.platform.campaign(account, known.campaign), (remote) => {
      found = remote === null ? [] : findOutsideChanges(known, remote)
      return withAuthors(account, known, found)
    }).pipe(
      Effect.timeout(limit),
      Effect.catchAll(() => Effect.succeed(found))
    )
  })
