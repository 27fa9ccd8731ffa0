import { shortMoneyFormatter } from "../../contract/index.ts"
import type { LaunchContent, LaunchFacts } from "./facts.ts"
import { firstProblem } from "./wording.ts"

/* The launch checks of the campaign itself: budget, account and locations. */

export const connectionBroken = ({ loginProblem }: LaunchFacts): string | null =>
  loginProblem === null ? null : `The campaign cannot be launched now. ${loginProblem}`

export const refusedByPlatform = ({ name, nameOwner }: LaunchFacts): string | null =>
  nameOwner === null
    ? null
    : `The ad platform would refuse the campaign: “${name}” is already the name of ${nameOwner}. Rename one of them with {campaigns.update}, then launch it.`

export const budgetMissing = ({ budget }: LaunchFacts): string | null =>
  budget === null || budget <= 0
    ? "The campaign has no daily budget. Set a budget above 0 ({campaigns.update}), then launch it."
    : null

export const budgetOverCap = ({ budget, currency, maxSpend, maxDailyBudget }: LaunchFacts): string | null => {
  if (maxSpend === null || maxDailyBudget === null || budget === null || budget <= maxDailyBudget) return null
  const money = shortMoneyFormatter(currency)
  return `With ${money(budget)} a day for this campaign all daily budgets times 30 pass the monthly cap of ${money(maxSpend)}. It may have at most ${money(maxDailyBudget)} a day: lower its budget or another's with {campaigns.update}, then launch it.`
}

export const adAccountNotLinked = ({ linked }: LaunchFacts): string | null =>
  linked
    ? null
    : "The campaign is not linked to an ad-platform account that you can access. Link one in the dashboard under {page.settings_accounts}, then launch it."

const isCoordinate = (value: number, max: number): boolean => Number.isFinite(value) && Math.abs(value) <= max

/** Returns what is wrong with the locations of a campaign, as a sentence, or null. */
export const locationMissing = ({
  locationQuestion,
  locations,
  radius
}: Pick<LaunchContent, "locationQuestion" | "locations" | "radius">): string | null => {
  if (locations.length === 0 && radius === null && locationQuestion !== null) {
    return `The campaign's location is not clear: ${locationQuestion}. Choose one in the dashboard, then launch it.`
  }
  if (locations.length === 0 && radius === null) {
    return "The campaign has no location and no radius, so it would be shown everywhere. Give it one in the dashboard, then launch it."
  }
  if (radius !== null) {
    const { latitude, longitude } = radius
    if (!(radius.radius > 0) || !isCoordinate(latitude, 90) || !isCoordinate(longitude, 180)) {
      return "The campaign's radius is not one on this earth: it needs a latitude, a longitude and a radius above 0. Set it again in the dashboard, then launch it."
    }
  }
  return firstProblem(locations, ({ geo_target, name }) =>
    /^geoTargetConstants\/\d+$/.test(geo_target)
      ? null
      : `The ad platform does not know the location “${name}”. Choose another one in the dashboard, then launch it.`
  )
}
