import type { PlatformCampaign } from "../platform/model/index.ts"

/**
 * What the platform spends on a campaign a day, as it is stored: in cents, never fewer than it is. Ours are whole
 * units, so what is not whole counts as the next one, and the cap never sees less than is spent.
 */
export const platformBudget = ({ budget }: Pick<PlatformCampaign, "budget">): number =>
  Math.ceil(Math.round(budget * 1_000_000) / 10_000) / 100
