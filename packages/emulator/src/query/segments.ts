import { startOfMonth, startOfQuarter, startOfWeek } from "../gaql/date-ranges.ts"
import { matchKind } from "../generator/matching.ts"
import { type Body, type Json, text } from "../protocol/json.ts"
import { isoDay, weekday } from "../state/dates.ts"
import { nameOf } from "../state/kinds.ts"
import type { Reader } from "./joins.ts"
import type { FactRow } from "./metrics.ts"

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

type Reading = (fact: FactRow, reader: Reader) => Json | undefined

const ofKeyword =
  (...path: readonly string[]): Reading =>
  (fact, reader) =>
    text(keywordOf(fact, reader), ...path) || undefined

/** Reads the value of each segment from a group of facts, by GAQL name. */
export const segmentReadings: Readonly<Record<string, Reading>> = {
  "segments.date": ({ day }) => isoDay(day),
  "segments.week": ({ day }) => isoDay(startOfWeek(day)),
  "segments.month": ({ day }) => isoDay(startOfMonth(day)),
  "segments.quarter": ({ day }) => isoDay(startOfQuarter(day)),
  "segments.year": ({ day }) => Number(isoDay(day).slice(0, 4)),
  "segments.day_of_week": ({ day }) => weekdays[weekday(day)],
  "segments.hour": ({ hour }) => hour,
  "segments.device": ({ device }) => device,
  "segments.ad_network_type": () => "SEARCH",
  "segments.keyword.ad_group_criterion": ofKeyword("resourceName"),
  "segments.keyword.info.text": ofKeyword("keyword", "text"),
  "segments.keyword.info.match_type": ofKeyword("keyword", "matchType"),
  "segments.search_term_match_type": (fact, reader) => {
    const keyword = keywordOf(fact, reader)
    return matchKind(text(keyword, "keyword", "text"), text(keyword, "keyword", "matchType"), fact.term)
  }
}
