import { endOfMonth, startOfMonth } from "../gaql/dates.ts"
import { at, type Body, text } from "../protocol/json.ts"
import { type Day, dayOf, isoDay } from "../state/clock.ts"
import type { Database } from "../state/database.ts"
import type { Resource } from "../state/store.ts"

/*
 * The most that Google may bill a budget, by its own rules:
 * - A daily budget: twice the amount on a day, and 30.4 times in a calendar month
 *   (support.google.com/google-ads/answer/6385083).
 * - A daily budget that changes: "your spend for the rest of the month won't exceed your new average daily budget
 *   multiplied by the remaining days in the month", and the day of the change counts the highest amount of that day
 *   (support.google.com/google-ads/answer/10487143). A budget that is created within a month counts in the same way.
 * - A total budget: its amount, over the campaign's whole life and without a limit a day
 *   (support.google.com/google-ads/answer/15137812).
 * On the day of a change, the emulator allows what either amount allows, because either held for a part of the day.
 */

const dayFactor = 2
const monthFactor = 30.4

/** An amount of a daily budget, with the first day of the month on which it held. */
interface Amount {
  readonly micros: number
  readonly from: Day
  /** The days of the month that it counts. */
  readonly days: number
}

/** Returns the most that Google may bill a budget on a day, after what it billed before. */
export const mostBillable = (database: Database, budget: Resource, day: Day): number => {
  if (budget.body["period"] === "CUSTOM_PERIOD") {
    const total = Number(text(budget.body, "totalAmountMicros"))
    return Math.max(0, total - billed(database, budget, Number.MIN_SAFE_INTEGER, day - 1))
  }
  const amounts = amountsOfMonth(database, budget, day)
  const current = amounts.at(-1)!
  const onThisDay = amounts.filter(({ from }, index) => from === day || amounts[index + 1]?.from === day)
  const limits = [current, ...onThisDay].map(({ days, from, micros }) =>
    Math.min(dayFactor * micros, days * micros - billed(database, budget, from, day - 1))
  )
  return Math.max(0, ...limits)
}

const billed = ({ sql }: Database, { body, customerId }: Resource, from: Day, to: Day): number => {
  const row = sql
    .prepare(
      "SELECT sum(cost_micros) AS cost FROM campaign_day WHERE customer_id = ? AND budget_id = ? AND day BETWEEN ? AND ?"
    )
    .get(Number(customerId), Number(text(body, "id")), from, to)
  return Number(row?.["cost"] ?? 0)
}

/** Returns the amounts that a daily budget had in the month of a day, up to that day, oldest first. */
const amountsOfMonth = (database: Database, budget: Resource, day: Day): readonly Amount[] => {
  const start = startOfMonth(day)
  const changes = changesOf(database, budget, start, day)
  const before = changes.length === 0 ? text(budget.body, "amountMicros") : changes[0]!.before
  return [
    ...(before === "" ? [] : [{ micros: Number(before), from: start, days: monthFactor }]),
    ...changes.map(({ after, on }) => ({
      micros: Number(after),
      from: on,
      days: Math.min(monthFactor, endOfMonth(day) - on + 1)
    }))
  ]
}

interface Change {
  readonly on: Day
  /** Empty for a new budget. */
  readonly before: string
  readonly after: string
}

/** Returns a budget's creation and changes of its amount, from its change events. */
const changesOf = ({ sql }: Database, budget: Resource, from: Day, to: Day): readonly Change[] => {
  const rows = sql
    .prepare(
      `SELECT at, body FROM change_event WHERE customer_id = ? AND at >= ? AND at < ?
       AND json_extract(body, '$.changeResourceName') = ? ORDER BY id`
    )
    .all(budget.customerId, isoDay(from), isoDay(to + 1), budget.name)
  return rows.flatMap((row) => {
    const event = JSON.parse(String(row["body"])) as Body
    const amount = (side: "oldResource" | "newResource") =>
      String(at(event, [side, "campaignBudget", "amountMicros"]) ?? "")
    const change = {
      on: dayOf(String(row["at"])),
      before: amount("oldResource"),
      after: amount("newResource")
    }
    return change.after === "" ? [] : [change]
  })
}
