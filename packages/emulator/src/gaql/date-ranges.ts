import { type Day, dayOf, isoDay, weekday } from "../state/dates.ts"

export interface DayRange {
  readonly from: Day
  readonly to: Day
}

export const everything: DayRange = { from: dayOf("2000-01-01"), to: dayOf("2099-12-31") }

export const intersect = (left: DayRange, right: DayRange): DayRange => ({
  from: Math.max(left.from, right.from),
  to: Math.min(left.to, right.to)
})

export const startOfMonth = (day: Day): Day => day - Number(isoDay(day).slice(8)) + 1
export const startOfWeek = (day: Day): Day => day - weekday(day)
export const startOfQuarter = (day: Day): Day => {
  const [year, month] = isoDay(day).split("-").map(Number) as [number, number]
  return dayOf(`${year}-${String(month - ((month - 1) % 3)).padStart(2, "0")}-01`)
}
export const endOfMonth = (day: Day): Day => startOfMonth(startOfMonth(day) + 31) - 1

/** Returns the range of a DURING function, relative to the account's current day. */
export const during = (name: string, today: Day): DayRange | undefined => {
  const monday = startOfWeek(today)
  const sunday = weekday(today) === 6 ? today : monday - 1
  switch (name.toUpperCase()) {
    case "TODAY":
      return { from: today, to: today }
    case "YESTERDAY":
      return { from: today - 1, to: today - 1 }
    case "LAST_7_DAYS":
      return { from: today - 7, to: today - 1 }
    case "LAST_14_DAYS":
      return { from: today - 14, to: today - 1 }
    case "LAST_30_DAYS":
      return { from: today - 30, to: today - 1 }
    case "LAST_BUSINESS_WEEK":
      return { from: monday - 7, to: monday - 3 }
    case "LAST_WEEK_MON_SUN":
      return { from: monday - 7, to: monday - 1 }
    case "LAST_WEEK_SUN_SAT":
      return { from: sunday - 7, to: sunday - 1 }
    case "THIS_WEEK_MON_TODAY":
      return { from: monday, to: today }
    case "THIS_WEEK_SUN_TODAY":
      return { from: sunday, to: today }
    case "THIS_MONTH":
      return { from: startOfMonth(today), to: today }
    case "LAST_MONTH":
      return { from: startOfMonth(startOfMonth(today) - 1), to: startOfMonth(today) - 1 }
    default:
      return undefined
  }
}
