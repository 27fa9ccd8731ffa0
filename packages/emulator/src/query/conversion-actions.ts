import type { Body } from "../protocol/json.ts"
import type { Day } from "../state/clock.ts"

/* What every account counts as conversions. The emulator's conversions are divided among these when a report asks for it. */

const actions = [
  { id: "1", name: "Visit requested", category: "BOOK_APPOINTMENT", counts: true },
  { id: "2", name: "Call from the website", category: "PHONE_CALL_LEAD", counts: true },
  { id: "3", name: "Newsletter sign-up", category: "SIGNUP", counts: false }
] as const

const nameOf = (customerId: string, id: string) => `customers/${customerId}/conversionActions/${id}`

export const conversionActions = (customerId: string): ReadonlyArray<Body> =>
  actions.map(({ category, counts, id, name }) => ({
    resourceName: nameOf(customerId, id),
    id,
    name,
    category,
    status: "ENABLED",
    type: "WEBPAGE",
    origin: "WEBSITE",
    primaryForGoal: counts,
    includeInConversionsMetric: counts,
    countingType: "ONE_PER_CLICK"
  }))

/** The tag on the website's phone number has been missing for so many days. */
const callsMissing = 16

/** Returns the action of the conversions of a campaign and day that came so many days later. Two in five were calls. */
export const actionOf = (
  customerId: string,
  { campaignId, day, lag, until }: { campaignId: number; day: Day; lag: number; until: Day }
): string => {
  const called = (campaignId * 7 + day * 3 + lag) % 5 < 2 && day <= until - callsMissing
  return nameOf(customerId, called ? "2" : "1")
}
