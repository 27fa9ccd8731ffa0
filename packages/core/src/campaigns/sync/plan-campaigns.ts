import type { AccountStructure, PlatformCampaign, Ref } from "../../platform/model/index.ts"
import { encodeTargeting } from "../stored-json.ts"
import type { LocalCampaign } from "./local.ts"
import type { CampaignCounts } from "./report.ts"

/** What the sync does with the campaigns of an account, before it does any of it. */
export interface CampaignPlan {
  readonly imports: ReadonlyArray<PlatformCampaign>
  readonly updates: ReadonlyArray<readonly [PlatformCampaign, LocalCampaign]>
  /** Left as they are, but for what the platform is seen to spend on them. */
  readonly budgetOnly: ReadonlyArray<readonly [PlatformCampaign, LocalCampaign]>
  readonly removals: ReadonlyArray<LocalCampaign>
  /** Drafts whose ads and words stay as they are here: what was changed on them waits for their next launch. */
  readonly waiting: ReadonlySet<number>
  readonly counts: CampaignCounts
}

/**
 * At rest with us and in the platform, and others changed it there: taking it over silently would let the next
 * launch run something that nobody here has seen. Such a campaign waits until somebody accepts it. One that runs
 * is always told as it is, and so is one that belongs to the platform anyway.
 */
const isHeld = (local: LocalCampaign, remote: PlatformCampaign, accepted: ReadonlySet<number>): boolean =>
  local.changed_outside &&
  local.origin === "created" &&
  (local.state === "paused" || local.state === "draft") &&
  remote.state !== "live" &&
  !accepted.has(local.id)

/** Taken back to a draft and untouched there since: whatever differs is ours, and not to be brought back. */
const isWaiting = (local: LocalCampaign, remote: PlatformCampaign): boolean =>
  local.state === "draft" && remote.state !== "live" && !local.changed_outside

/** Ours, though we do not know its name in the platform yet: a launch is under way or its answer was lost. */
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
  // What a push has written since would be newer than what was read.
  const budgetOnly = known.filter((pair) => !updates.includes(pair) && !pair[1].written_since)
  const removals = local.filter(
    (row) => row.platform_id !== null && !present.has(row.platform_id) && !row.busy && row.state !== "error"
  )
  const imports = campaigns.filter(
    (remote) => !byId.has(remote.platformId) && !local.some((row) => isBeingCreated(row, remote))
  )
  return {
    imports,
    updates,
    budgetOnly,
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

/** A draft stays a draft while it rests: to the platform both are paused. */
export const stateOf = (remote: PlatformCampaign, local?: LocalCampaign): "live" | "paused" | "draft" => {
  if (remote.state === "live") return "live"
  return local?.state === "draft" ? "draft" : "paused"
}

/**
 * What the platform spends on a campaign a day, as it is stored: in cents, never fewer than it is. Ours are whole
 * units, so what is not whole counts as the next one, and the cap never sees less than is spent.
 */
export const platformBudget = ({ budget }: Pick<PlatformCampaign, "budget">): number =>
  Math.ceil(Math.round(budget * 1_000_000) / 10_000) / 100

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
    budget: Math.ceil(platformBudget(remote)),
    platform_budget: platformBudget(remote),
    target_cpa: remote.targetCpa,
    platform_resource_name: remote.ref,
    platform_budget_resource_name: remote.budgetRef,
    platform_budget_shared: remote.budgetUsers > 1,
    platform_bidding_strategy: remote.portfolio ? `PORTFOLIO_${remote.bidding}` : remote.bidding,
    ...targeting,
    callouts: own(structure.callouts).map(({ text }) => text)
  }
}
