import { startOfMonth, startOfQuarter, startOfWeek } from "../gaql/dateRanges.ts"
import { matchKind } from "../generator/matching.ts"
import { type Body, type Json, text } from "../protocol/json.ts"
import { isoDay, weekday } from "../state/dates.ts"
import { nameOf } from "../state/kinds.ts"
import type { FactRow } from "./facts.ts"
import type { Reader } from "./joins.ts"

const weekdays = ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"]
const keywordOf = (fact: FactRow, reader: Reader): Body | undefined => {
  const name = nameOf(
    "ad_group_criterion",
    reader.customer.customerId,
    String(fact.adGroupId),
    String(fact.criterionId)
  )
  return reader.store.get(name)?.body
}

/** The value of one segment for a group of facts; `path` is camel-cased. */
export const segment = (path: readonly string[], fact: FactRow, reader: Reader): Json | undefined => {
  switch (path.join(".")) {
    case "date":
      return isoDay(fact.day)
    case "week":
      return isoDay(startOfWeek(fact.day))
    case "month":
      return isoDay(startOfMonth(fact.day))
    case "quarter":
      return isoDay(startOfQuarter(fact.day))
    case "year":
      return Number(isoDay(fact.day).slice(0, 4))
    case "dayOfWeek":
      return weekdays[weekday(fact.day)]
    case "adNetworkType":
      return "SEARCH"
    case "keyword.adGroupCriterion":
      return text(keywordOf(fact, reader), "resourceName") || undefined
    case "keyword.info.text":
      return text(keywordOf(fact, reader), "keyword", "text") || undefined
    case "keyword.info.matchType":
      return text(keywordOf(fact, reader), "keyword", "matchType") || undefined
    case "searchTermMatchType": {
      const keyword = keywordOf(fact, reader)
      return matchKind(text(keyword, "keyword", "text"), text(keyword, "keyword", "matchType"), fact.term)
    }
    default:
      return undefined
  }
}
