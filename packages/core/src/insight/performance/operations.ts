import { Clock, Effect } from "effect"
import {
  CursorPosition,
  campaignFilter,
  contentNoteOf,
  findCampaign,
  minCostMicros,
  performanceFigures,
  plainAccountId,
  readDataDays,
  searchTermPages,
  startPosition
} from "../../campaigns/index.ts"
import { errorOfRefusal, platformRefusal } from "../../changes/settle.ts"
import {
  AdAccountNotSelected,
  defaultRowsBytes,
  maxRowsBytes,
  NotFound,
  type Output,
  plusDays,
  Unavailable,
  ValidationError
} from "../../contract/index.ts"
import { cursorCodec, splitPage } from "../../paging.ts"
import { readStoredAccounts, type StoredAccount } from "../../platform/account-rows.ts"
import { AdAccounts, type ReadFailure } from "../../platform/index.ts"
import type { QueryResult } from "../../platform/model.ts"
import { handler, registerHandlers } from "../../request/handler.ts"
import { Statements } from "../../storage/index.ts"
import {
  amountOf,
  performanceSummary,
  roasOf,
  roundConversions,
  roundTo,
  rowFigures,
  sumAll,
  zeroSums
} from "../amounts.ts"
import {
  comparePeriods,
  comparisonOf,
  dataUntil,
  fillMissingDays,
  periodNote,
  periodOf,
  weeksOf
} from "./period.ts"

const today = Effect.map(Clock.currentTimeMillis, (now) => new Date(now).toISOString().slice(0, 10))

const getPerformance = handler(
  "performance.get",
  Effect.gen(function* () {
    const statements = yield* Statements
    const { byCampaign, byDay, inTotal } = yield* performanceFigures
    return Effect.fnUntraced(function* ({ organization }, input) {
      const { campaign: slug, compare: compared, group_by } = input
      const campaign = yield* campaignFilter(statements, organization, slug)
      const [found] = yield* statements.read(readDataDays(organization.id))
      const data = found!
      const now = yield* today
      const period = periodOf(input, data.latest ?? plusDays(now, -1))
      if ("path" in period) return yield* new ValidationError({ fields: [period] })
      const query = { organization: organization.id, campaign, period }
      const comparison = compared ? comparisonOf(period, data) : null
      const [groups, before] = yield* Effect.all(
        [
          group_by === "campaign" ? byCampaign(query) : byDay(query),
          comparison === null || comparison.data === "none"
            ? Effect.succeed(zeroSums)
            : inTotal({ ...query, period: comparison.period })
        ],
        { concurrency: 2 }
      )
      const sums = sumAll(groups)
      const note = periodNote(period, data, now)
      const common = {
        period,
        data_from: data.first,
        data_until: dataUntil(period, data.latest),
        ...(compared ? { previous_period: comparison?.period ?? null } : {}),
        ...(note === null ? {} : { note }),
        summary: {
          ...performanceSummary(sums),
          ...(compared
            ? {
                vs_previous: {
                  ...comparePeriods(sums, before),
                  ...(comparison?.data === "some" ? { partial: true as const } : {})
                }
              }
            : {})
        }
      }
      if (group_by === "campaign") {
        const by_campaign = groups.map((group) => ({
          slug: group.name,
          ...rowFigures(group),
          value: roundTo(group.conversions_value, 2),
          roas: roasOf(group)
        }))
        return { ...common, by_campaign }
      }
      const days = fillMissingDays(period, new Map(groups.map((group) => [group.name, group])))
      if (group_by === "day") {
        return { ...common, by_day: days.map(([date, day]) => ({ date, ...rowFigures(day) })) }
      }
      const by_week = weeksOf(days, data).map(({ monday, partial, sums }) => ({
        week_start: monday,
        ...rowFigures(sums),
        ...(partial ? { partial: true as const } : {})
      }))
      return { ...common, by_week }
    })
  })
)

/** A query that takes longer is given up: its caller waits for the response. */
const timeout = "20 seconds"

/** Returns the id of the account to query: the named one, else the selected one, else the only one. */
const accountFor = (named: string | undefined, accounts: ReadonlyArray<StoredAccount>) => {
  const linked = accounts.filter(({ status }) => status !== "not_linked")
  if (named === undefined) {
    const chosen = linked.find(({ selected }) => selected) ?? (linked.length === 1 ? linked[0] : undefined)
    return chosen === undefined ? new AdAccountNotSelected() : Effect.succeed(chosen.id)
  }
  const wanted = plainAccountId(named)
  return linked.some(({ id }) => id === wanted)
    ? Effect.succeed(wanted)
    : new NotFound({
        what: `The ad account ${JSON.stringify(named)}`,
        next: `Linked to the organization are: ${linked.map(({ id }) => id).join(", ") || "none"}. Leave account_id out for the selected one.`
      })
}

/** Follows what the ad platform says about a query: it names neither the fields nor another way. */
const queryHelp =
  "A query that works: SELECT segments.device, metrics.cost_micros, metrics.conversions FROM campaign WHERE segments.date DURING LAST_30_DAYS. Spend and searches need none: {performance.get}, {performance.search_terms}"

const errorOf = (failure: ReadFailure) =>
  failure._tag === "PlatformRefused" && failure.meaning !== "no_access"
    ? new ValidationError({ fields: [{ path: "query", message: `${failure.message} ${queryHelp}` }] })
    : errorOfRefusal(platformRefusal(failure, "query"))

/** The rows of a query that asks for no number of them. */
const defaultQueryRows = 100

/** The rest of the response: its other fields, and what a host adds. */
const restBytes = 1024

const narrow = "Narrow the query with WHERE, for example to fewer days or one campaign"

/** Returns the rows that fit into a response, and how to get the others. */
const boundedRows = (
  { period, rows, truncated }: QueryResult,
  limit: number | undefined
): Output<"performance.query"> => {
  const maxBytes = limit === undefined ? defaultRowsBytes : maxRowsBytes
  const dated = period === null ? {} : { period }
  let bytes = restBytes
  const end = rows.findIndex((row) => {
    bytes += Buffer.byteLength(JSON.stringify(row)) + 1
    return bytes > maxBytes
  })
  if (end !== -1) {
    const note = `The rows end here, because a response has at most ${maxBytes / 1024} KiB${limit === undefined ? " unless limit is sent" : ""}. ${narrow}, or ask for fewer fields.`
    return { rows: rows.slice(0, end), truncated: true, ...dated, note }
  }
  if (!truncated) return { rows, truncated, ...dated }
  const note = `There are more than ${limit ?? defaultQueryRows} rows. ${narrow}, or send a higher limit; ORDER BY decides which rows come first.`
  return { rows, truncated, ...dated, note }
}

/** Runs a read-only query on one of the organization's own accounts. */
const queryPlatform = handler(
  "performance.query",
  Effect.gen(function* () {
    const statements = yield* Statements
    const accounts = yield* AdAccounts
    return Effect.fnUntraced(function* ({ organization }, { account_id, limit, query }) {
      const stored = yield* statements.read(readStoredAccounts(organization.id))
      const id = yield* accountFor(account_id, stored)
      return yield* accounts.get(organization.id, id).pipe(
        Effect.flatMap((account) => account.platform.query(account, query, limit ?? defaultQueryRows)),
        Effect.map((result) => boundedRows(result, limit)),
        Effect.timeoutFail({
          duration: timeout,
          onTimeout: () =>
            new Unavailable({
              retryAfter: 60,
              because: `The query took longer than ${timeout}. Ask for fewer days or fields.`
            })
        }),
        Effect.catchTags({
          PlatformRefused: errorOf,
          SetupRequired: errorOf,
          ConnectionBroken: errorOf,
          PlatformUnreachable: errorOf
        })
      )
    })
  })
)

const listSearchTerms = handler(
  "performance.search_terms",
  Effect.gen(function* () {
    const statements = yield* Statements
    const pageOf = yield* searchTermPages()
    return Effect.fnUntraced(function* (
      { organization },
      { campaign: slug, cursor, days, limit, min_cost = 0, never_converted: neverConverted = false }
    ) {
      const found = slug === undefined ? null : yield* findCampaign(statements, organization, slug)
      const campaign = found?.id ?? null
      const leastCost = minCostMicros(min_cost)
      const filters = [campaign, days, leastCost, neverConverted]
      const list = cursorCodec(CursorPosition, "search_terms", organization.id, ...filters)
      const { after } = yield* list.decode(cursor)
      const { rows, total } = yield* pageOf({
        organization: organization.id,
        campaign,
        days,
        minCost: leastCost,
        neverConverted,
        after: after ?? startPosition,
        rows: limit + 1
      })
      const { last, page } = splitPage(rows, limit)
      return {
        search_terms: page.map(({ campaign, clicks, conversions, cost_micros, match_source, term }) => ({
          term,
          campaign,
          clicks,
          cost: amountOf(cost_micros),
          conversions: roundConversions(conversions),
          match_source
        })),
        total,
        next_cursor: last === null ? null : list.encode([last.cost_micros, last.term_id]),
        ...(found === null ? {} : contentNoteOf(found.channel))
      }
    })
  })
)

export const performanceHandlers = registerHandlers(getPerformance, listSearchTerms, queryPlatform)
