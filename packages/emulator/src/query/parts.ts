import { combine, Keyed } from "../generator/random.ts"
import { type FactRow, noTotals } from "./metrics.ts"

/* Devices and hours. Facts have neither, so each is divided in the same way by every query: all parts add up. */

const devices = [
  ["MOBILE", 0.62],
  ["DESKTOP", 0.33],
  ["TABLET", 0.05]
] as const

/** The weight of each hour: few searches at night, most before noon and in the evening. */
const hours = [2, 1, 1, 1, 1, 2, 4, 7, 9, 10, 10, 10, 9, 9, 9, 9, 9, 9, 9, 9, 8, 7, 5, 3]
const allHours = hours.reduce((sum, weight) => sum + weight, 0)

const deviceAt = (place: number): string => {
  let rest = place
  for (const [device, share] of devices) {
    if (rest < share) return device
    rest -= share
  }
  return "MOBILE"
}

const hourAt = (place: number): number => {
  let rest = place * allHours
  for (const [hour, weight] of hours.entries()) {
    if (rest < weight) return hour
    rest -= weight
  }
  return 23
}

/**
 * Divides a fact of one search term on one day. Each impression has a device and an hour; the first ones were clicked,
 * and the first clicks converted, so that no part has more clicks than impressions.
 */
export const partsOf = (fact: FactRow, term: number): Iterable<FactRow> => {
  const random = new Keyed(
    [fact.day, fact.adGroupId, fact.criterionId, term].reduce(combine, fact.campaignId | 0)
  )
  const parts = new Map<string, FactRow>()
  const perClick = fact.clicks === 0 ? 0 : Math.floor(fact.costMicros / fact.clicks)
  let costLeft = fact.costMicros
  let conversionsLeft = fact.conversions
  for (let n = 0; n < fact.impressions; n++) {
    const [device, hour] = [deviceAt(random.uniform()), hourAt(random.uniform())]
    const key = `${device} ${hour}`
    const part = parts.get(key) ?? { ...fact, ...noTotals(), device, hour }
    parts.set(key, part)
    part.impressions += 1
    if (n >= fact.clicks) continue
    const cost = n === fact.clicks - 1 ? costLeft : perClick
    // The last click has what is left, also of fractions.
    const converted = n === fact.clicks - 1 ? conversionsLeft : Math.min(1, conversionsLeft)
    part.clicks += 1
    part.costMicros += cost
    part.conversions += converted
    part.value += fact.conversions === 0 ? 0 : (fact.value * converted) / fact.conversions
    costLeft -= cost
    conversionsLeft -= converted
  }
  return parts.values()
}
