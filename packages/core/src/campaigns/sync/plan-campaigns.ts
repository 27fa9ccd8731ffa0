import type { AccountStructure, PlatformCampaign, Ref } from "../../platform/model/index.ts"
import { encodeTargeting } from "../stored-json.ts"
import type { LocalCampaign } from "./local.ts"
import type { CampaignCounts } from "./report.ts"

/** What the sync does with the campaigns of an account, before it does any of it. */
export interface CampaignPlan {
  readonly imports: ReadonlyArray<PlatformCampaign>
  readonly updates: ReadonlyArray<readonly [PlatformCampaign, LocalCampaign]>
  /** Left as they are, but for what the platform is seen to spend on them. */
  readonly seen: ReadonlyArray<readonly [PlatformCampaign, LocalCampaign]>
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
const isHeld = (local: LocalCampaign, there: PlatformCampaign, accepted: ReadonlySet<number>): boolean =>
  local.changed_outside &&
  local.origin === "created" &&
  (local.state === "paused" || local.state === "draft") &&
  there.state !== "live" &&
  !accepted.has(local.id)

/** Taken back to a draft and untouched there since: whatever differs is ours, and not to be brought back. */
const isWaiting = (local: LocalCampaign, there: PlatformCampaign): boolean =>
  local.state === "draft" && there.state !== "live" && !local.changed_outside

/** Ours, though we do not know its name in the platform yet: a launch is under way or its answer was lost. */
const isBeingMade = (local: LocalCampaign, there: PlatformCampaign): boolean =>
  local.platform_id === null &&
  (local.creating_as !== null || local.busy || local.state !== "draft") &&
  (local.creating_as ?? local.name).toLowerCase() === there.name.toLowerCase()

export const planCampaigns = (
  { campaigns }: AccountStructure,
  local: ReadonlyArray<LocalCampaign>,
  accepted: ReadonlySet<number> = new Set()
): CampaignPlan => {
  const byId = new Map(local.flatMap((row) => (row.platform_id === null ? [] : [[row.platform_id, row]])))
  const known = campaigns.flatMap((there) => {
    const row = byId.get(there.platformId)
    return row === undefined ? [] : [[there, row] as const]
  })
  const free = known.filter(([, row]) => !row.busy)
  const held = free.filter(([there, row]) => isHeld(row, there, accepted))
  const present = new Set<string>(campaigns.map(({ platformId }) => platformId))
  const updates = free.filter((pair) => !held.includes(pair))
  // What a push has written since would be newer than what was read.
  const seen = known.filter((pair) => !updates.includes(pair) && !pair[1].written_since)
  const removals = local.filter(
    (row) => row.platform_id !== null && !present.has(row.platform_id) && !row.busy && row.state !== "error"
  )
  const imports = campaigns.filter(
    (there) => !byId.has(there.platformId) && !local.some((row) => isBeingMade(row, there))
  )
  return {
    imports,
    updates,
    seen,
    removals,
    waiting: new Set(updates.filter(([there, row]) => isWaiting(row, there)).map(([, { id }]) => id)),
    counts: {
      imported: imports.length,
      updated: updates.length,
      removed: removals.length,
      held: held.length,
      busy: known.length - free.length
    }
  }
}

/** A draft stays a draft while it rests: to the platform both are paused. */
export const stateOf = (there: PlatformCampaign, local?: LocalCampaign): "live" | "paused" | "draft" => {
  if (there.state === "live") return "live"
  return local?.state === "draft" ? "draft" : "paused"
}

/**
 * What the platform spends on a campaign a day, as it is stored: in cents, never fewer than it is. Ours are whole
 * units, so what is not whole counts as the next one, and the cap never sees less than is spent.
 */
export const platformBudget = ({ budget }: Pick<PlatformCampaign, "budget">): number =>
  Math.ceil(Math.round(budget * 1_000_000) / 10_000) / 100

/** The columns that follow the platform. */
export const campaignRow = (there: PlatformCampaign, structure: AccountStructure, local?: LocalCampaign) => {
  const own = <A extends { readonly campaign: Ref }>(rows: ReadonlyArray<A>) =>
    rows.filter(({ campaign }) => campaign === there.ref)
  const targeting = encodeTargeting({
    locations: own(structure.locations).map(({ geoTarget, name }) => ({ name, geo_target: geoTarget })),
    radius: own(structure.radii)[0]?.radius ?? null,
    sitelinks: own(structure.sitelinks).map(({ sitelink }) => sitelink)
  })
  return {
    name: there.name,
    state: stateOf(there, local),
    state_error: null,
    budget: Math.ceil(platformBudget(there)),
    platform_budget: platformBudget(there),
    target_cpa: there.targetCpa,
    platform_resource_name: there.ref,
    platform_budget_resource_name: there.budgetRef,
    platform_budget_shared: there.budgetUsers > 1,
    platform_bidding_strategy: there.portfolio ? `PORTFOLIO_${there.bidding}` : there.bidding,
    ...targeting,
    callouts: own(structure.callouts).map(({ text }) => text)
  }
}
