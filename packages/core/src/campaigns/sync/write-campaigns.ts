import { Effect } from "effect"
import type { LinkedAccount } from "../../platform/ad-accounts.ts"
import type { AccountStructure, PlatformCampaign, Ref } from "../../platform/model.ts"
import {
  findOutsideChanges,
  type OutsideChange,
  platformBudget,
  settingsOf
} from "../../platform/outside-changes.ts"
import { runSql } from "../../storage/index.ts"
import { tellConflict } from "../conflict-events.ts"
import { conflictOf } from "../known-settings.ts"
import { conflictColumn, encodeTargeting } from "../stored-json.ts"
import { insertAll, updateAll } from "./bulk.ts"
import { type LocalCampaign, readSlugs } from "./local.ts"
import type { CampaignCounts } from "./report.ts"

/** The maximum length that the contract accepts. */
const maxSlugLength = 100
/** Reserved for a number at the end, so that every name gets a slug. */
const suffixLength = 8

/** Converts a name into a slug. */
const slugOf = (name: string): string => {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
  return trimmed(plain, maxSlugLength) || "campaign"
}

const trimmed = (text: string, length: number): string =>
  text.replace(/^-+/, "").slice(0, length).replace(/-+$/, "")

/** Returns the common prefix of all slugs made from a name. */
export const stemOf = (name: string): string => trimmed(slugOf(name), maxSlugLength - suffixLength)

/** Returns the first free of name, name-2, name-3, … and marks it as taken. */
export const freeSlug = (name: string, taken: Set<string>): string => {
  let slug = slugOf(name)
  for (let n = 2; taken.has(slug); n++) slug = `${stemOf(name)}-${n}`
  taken.add(slug)
  return slug
}

/** What a sync will do with the campaigns of an account. */
interface CampaignPlan {
  readonly imports: ReadonlyArray<PlatformCampaign>
  readonly updates: ReadonlyArray<readonly [PlatformCampaign, LocalCampaign]>
  /** Unchanged, except for what the platform was seen to have. */
  readonly unfollowed: ReadonlyArray<readonly [PlatformCampaign, LocalCampaign]>
  /** In conflict: others changed them while they do not run. */
  readonly held: ReadonlyArray<readonly [PlatformCampaign, LocalCampaign]>
  readonly removals: ReadonlyArray<LocalCampaign>
  /** Drafts whose ads and keywords stay unchanged: their local changes wait for the next launch. */
  readonly waiting: ReadonlySet<number>
  readonly counts: CampaignCounts
}

/** Returns the settings of a campaign without unconfirmed changes that others changed. */
const changedSettings = (
  { ai_max, budget, name, target_cpa }: LocalCampaign,
  remote: PlatformCampaign
): ReadonlyArray<OutsideChange> =>
  findOutsideChanges(
    {
      ours: { name, budget, target_cpa, ai_max, state: "paused" },
      expected: {
        name: [name],
        budget: [budget],
        target_cpa: [target_cpa],
        ...(ai_max === null ? {} : { ai_max: [ai_max] })
      }
    },
    remote
  )

/**
 * Whether a campaign is held: it is inactive here and in the platform, and others changed it there, as the platform's
 * history or, minutes before that, its settings show. Without review, the next launch would run something that nobody
 * here has seen. A running campaign is always updated, and so is one that only the platform manages.
 */
const isHeld = (local: LocalCampaign, remote: PlatformCampaign, accepted: ReadonlySet<number>): boolean =>
  (local.changed_externally || changedSettings(local, remote).length > 0) &&
  local.origin === "created" &&
  (local.state === "paused" || local.state === "draft") &&
  remote.state !== "live" &&
  !accepted.has(local.id)

/** Set back to draft and unchanged in the platform since: every difference is ours and must stay. */
const isWaiting = (local: LocalCampaign, remote: PlatformCampaign): boolean =>
  local.state === "draft" && remote.state !== "live" && !local.changed_externally

/** Ours without a known resource name: a launch is in progress, or its response was lost. */
const isBeingCreated = (local: LocalCampaign, remote: PlatformCampaign): boolean =>
  local.platform_id === null &&
  (local.creation_name !== null || local.busy || local.state !== "draft") &&
  (local.creation_name ?? local.name).toLowerCase() === remote.name.toLowerCase()

export const planCampaigns = (
  { campaigns }: AccountStructure,
  local: ReadonlyArray<LocalCampaign>,
  accepted: ReadonlySet<number> = new Set()
): CampaignPlan => {
  const byId = new Map(local.flatMap((row) => (row.platform_id === null ? [] : [[row.platform_id, row]])))
  const known = campaigns.flatMap((remote) => {
    const row = byId.get(remote.platformId)
    return row === undefined ? [] : [[remote, row] as const]
  })
  const idle = known.filter(([, row]) => !row.busy)
  const held = idle.filter(([remote, row]) => isHeld(row, remote, accepted))
  const present = new Set<string>(campaigns.map(({ platformId }) => platformId))
  const updates = idle.filter((pair) => !held.includes(pair))
  // A later push has newer values than this read.
  const unfollowed = known.filter((pair) => !updates.includes(pair) && !pair[1].written_since_read)
  const removals = local.filter(
    (row) => row.platform_id !== null && !present.has(row.platform_id) && !row.busy && row.state !== "error"
  )
  const imports = campaigns.filter(
    (remote) => !byId.has(remote.platformId) && !local.some((row) => isBeingCreated(row, remote))
  )
  return {
    imports,
    updates,
    unfollowed,
    held,
    removals,
    waiting: new Set(updates.filter(([remote, row]) => isWaiting(row, remote)).map(([, { id }]) => id)),
    counts: {
      imported: imports.length,
      updated: updates.length,
      removed: removals.length,
      held: held.length,
      busy: known.length - idle.length
    }
  }
}

/** A draft stays a draft while it is paused: the platform shows both as paused. */
export const stateOf = (
  remote: PlatformCampaign,
  local?: Pick<LocalCampaign, "state">
): "live" | "paused" | "draft" => {
  if (remote.state === "live") return "live"
  return local?.state === "draft" ? "draft" : "paused"
}

/** The conflict of a campaign that others changed while it does not run, as it is stored. */
const heldConflict = (local: LocalCampaign, remote: PlatformCampaign, readAt: string) => {
  const settings = changedSettings(local, remote)
  const found_at = conflictOf(local, local.organization)?.found_at ?? readAt
  return conflictColumn.write({ found_at, found_by: "sync", settings })
}

/** The conflict that a push found, with the platform's values of now; null without one. */
const refreshedConflict = (local: LocalCampaign, remote: PlatformCampaign) => {
  const conflict = conflictOf(local, local.organization)
  if (conflict?.found_by !== "push") return null
  const present = settingsOf(remote)
  const settings = conflict.settings.map((change) => {
    const theirs = present[change.field]
    return theirs === change.theirs ? change : { ...change, theirs, by: null, at: null }
  })
  return conflictColumn.write({ ...conflict, settings })
}

/** The conflicts of campaigns that do not follow the platform, as this read shows them. */
const conflictsOf = ({ held, unfollowed }: CampaignPlan, readAt: string) => [
  ...held.map(([remote, row]) => ({ id: row.id, conflict: heldConflict(row, remote, readAt) })),
  ...unfollowed.flatMap(([remote, row]) => {
    const conflict = held.some(([, one]) => one.id === row.id) ? null : refreshedConflict(row, remote)
    return conflict === null ? [] : [{ id: row.id, conflict }]
  })
]

const seenColumns = {
  platform_budget: "numeric(14, 2)",
  platform_state: "text",
  budget_total: "numeric(14, 2)",
  budget_left: "numeric(14, 2)",
  ends_on: "date",
  ends_at: "timestamptz(3)",
  text_automation: "boolean"
} as const

/** AI Max of campaigns that do not follow the platform, and of which it was never read before. */
const firstAiMaxOf = ({ unfollowed }: CampaignPlan) =>
  unfollowed.flatMap(([{ aiMax }, { ai_max, id }]) =>
    ai_max === null && aiMax !== null ? [{ id, ai_max: aiMax }] : []
  )

/** What only the platform has, or was seen to have: it follows the platform whatever happens here. */
const seenOf = (remote: PlatformCampaign) => ({
  platform_budget: platformBudget(remote),
  platform_state: remote.state,
  budget_total: remote.total?.amount ?? null,
  budget_left: remote.total?.left ?? null,
  ends_on: remote.ends?.on ?? null,
  ends_at: remote.ends?.at ?? null,
  text_automation: remote.textAutomation
})

/** The columns that follow the platform. */
export const campaignRow = (remote: PlatformCampaign, structure: AccountStructure, local?: LocalCampaign) => {
  const own = <A extends { readonly campaign: Ref }>(rows: ReadonlyArray<A>) =>
    rows.filter(({ campaign }) => campaign === remote.ref)
  const targeting = encodeTargeting({
    locations: own(structure.locations).map(({ geoTarget, name }) => ({ name, geo_target: geoTarget })),
    radius: own(structure.radii)[0]?.radius ?? null,
    sitelinks: own(structure.sitelinks).map(({ sitelink }) => sitelink)
  })
  return {
    name: remote.name,
    state: stateOf(remote, local),
    state_error: null,
    channel: remote.channel,
    budget: Math.ceil(platformBudget(remote)),
    ...seenOf(remote),
    conflict: null,
    target_cpa: remote.targetCpa,
    ai_max: remote.aiMax ?? false,
    platform_resource_name: remote.ref,
    platform_budget_resource_name: remote.budgetRef,
    platform_budget_shared: remote.budgetUsers > 1,
    platform_bidding_strategy: remote.portfolio ? `PORTFOLIO_${remote.bidding}` : remote.bidding,
    ...targeting,
    callouts: own(structure.callouts).map(({ text }) => text)
  }
}

const syncedColumns = {
  name: "text",
  state: "text",
  state_error: "text",
  budget: "bigint",
  target_cpa: "numeric(12, 2)",
  ai_max: "boolean",
  channel: "text",
  ...seenColumns,
  conflict: "jsonb",
  platform_resource_name: "text",
  platform_budget_resource_name: "text",
  platform_budget_shared: "boolean",
  platform_bidding_strategy: "text",
  locations: "jsonb",
  radius: "jsonb",
  sitelinks: "jsonb",
  callouts: "text[]"
} as const

const importedColumns = {
  ...syncedColumns,
  slug: "text",
  type: "text",
  origin: "text",
  website_url: "text",
  ad_account_id: "text",
  platform_id: "text",
  generated_at: "timestamptz",
  first_launched_at: "timestamptz",
  last_synced_at: "timestamptz"
} as const

const removedMessage = (platform: string): string =>
  `It was removed in ${platform}. Create the campaign again, or restore it there.`

/**
 * Updates our campaigns from the platform; returns the ids of all campaigns that now match it, by resource
 * name.
 */
export const writeCampaigns = (
  { accountId, organizationId, platform }: LinkedAccount,
  plan: CampaignPlan,
  structure: AccountStructure,
  readAt: string
) =>
  Effect.gen(function* () {
    const slugs =
      plan.imports.length === 0
        ? new Set<string>()
        : yield* readSlugs(
            organizationId,
            plan.imports.map(({ name }) => stemOf(name))
          )
    const websites = new Map(structure.ads.map(({ campaign, url }) => [campaign, url]))
    const inserted = yield* insertAll<typeof importedColumns, { id: number; ref: string }>(
      "campaigns",
      organizationId,
      importedColumns,
      plan.imports.map((remote) => ({
        ...campaignRow(remote, structure),
        slug: freeSlug(remote.name, slugs),
        type: "external",
        origin: "imported",
        website_url: originOf(websites.get(remote.ref)),
        ad_account_id: accountId,
        platform_id: remote.platformId,
        generated_at: readAt,
        // It was in the platform before its import, so going live again is no first launch.
        first_launched_at: readAt,
        last_synced_at: readAt
      })),
      "id, platform_resource_name as ref"
    )
    const updates = plan.updates.map(([remote, row]) => ({
      id: row.id,
      ...campaignRow(remote, structure, row)
    }))
    yield* updateAll("campaigns", organizationId, syncedColumns, updates, "updated_at")
    yield* updateAll(
      "campaigns",
      organizationId,
      { last_synced_at: "timestamptz(3)" },
      updates.map(({ id }) => ({ id, last_synced_at: readAt }))
    )
    yield* updateAll(
      "campaigns",
      organizationId,
      seenColumns,
      plan.unfollowed.map(([remote, { id }]) => ({ id, ...seenOf(remote) }))
    )
    yield* updateAll("campaigns", organizationId, { ai_max: "boolean" }, firstAiMaxOf(plan))
    yield* updateAll("campaigns", organizationId, { conflict: "jsonb" }, conflictsOf(plan, readAt))
    for (const [, row] of plan.held)
      if (row.conflict === null) yield* tellConflict(organizationId, row, "found")
    for (const row of [...plan.updates.map(([, updated]) => updated), ...plan.removals])
      if (row.conflict !== null) yield* tellConflict(organizationId, row, "ended")
    if (plan.removals.length > 0) {
      yield* runSql`
        update campaigns set state = 'error', state_error = ${removedMessage(platform.label)}, platform_budget = null,
          platform_state = null, conflict = null,
          last_synced_at = ${readAt}
        where organization_id = ${organizationId} and id = any(${plan.removals.map(({ id }) => id)}::bigint[])`
    }
    return new Map([
      ...inserted.map(({ id, ref }) => [ref, id] as const),
      ...plan.updates.map(([remote, row]) => [remote.ref, row.id] as const)
    ])
  })

const originOf = (url: string | undefined): string | null =>
  url !== undefined && URL.canParse(url) ? `${new URL(url).origin}/` : null
