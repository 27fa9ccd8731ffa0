import { Clock, Effect, Schema } from "effect"
import { plusDays } from "../../contract/index.ts"
import { PlatformRefused } from "../errors.ts"
import { localOf } from "../local-time.ts"
import type { AdAccount, DayRange, QueryRow } from "../model.ts"
import { label as platform } from "./failures.ts"
import { collectRows, type Search } from "./search.ts"

/** A query of the Google Ads Query Language, as far as its limits and columns depend on it. */
interface ParsedQuery {
  readonly fields: ReadonlyArray<string>
  /** Everything except LIMIT and PARAMETERS. */
  readonly body: string
  /** The query's own limit. */
  readonly limit: number
  readonly parameters: string
}

const quotedText = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/gs
const quotedTextOrSpace = new RegExp(`(${quotedText.source})|\\s+`, "gs")

/** Leaves one space between words, so that the expressions below take a time that grows with the length only. */
const withSingleSpaces = (query: string): string =>
  query.replaceAll(quotedTextOrSpace, (_, quoted?: string) => quoted ?? " ").trim()

const selectFrom = /^SELECT ([\w., ]+?) FROM (\w+)(?= |$)/i
const fieldName = /^[a-z_]+(\.[a-z0-9_]+)+$/
const parametersClause = / PARAMETERS [^'"]*$/i
const limitClause = / LIMIT (\d+)$/i
/** The resource of each field, also in conditions and orders. */
const resourceNames = /[a-z_]+(?=\.)/g

/**
 * Resources about people, money or links between accounts. They are not performance data, so a credential that
 * may only read performance must not see them.
 */
const privateResources =
  /^(account_budget|account_link|billing|change_event|change_status|customer_(client|manager_link|user_access)|invoice|lead_form|local_services|offline_user_data|payments_account|product_link|third_party_app)/

const refuse = (message: string) => new PlatformRefused({ platform, code: "queryError", message })

/** Splits a query into its parts, or refuses it. Only SELECT queries exist, and search requests never write. */
export const parseQuery = (given: string): ParsedQuery | PlatformRefused => {
  const query = withSingleSpaces(given)
  const [, selected, resource] = selectFrom.exec(query) ?? []
  if (selected === undefined || resource === undefined) {
    return refuse("A query has the form SELECT field, field FROM resource WHERE … LIMIT n.")
  }
  const fields = selected.split(",").map((field) => field.trim())
  const unknown = fields.find((field) => !fieldName.test(field))
  if (unknown !== undefined) return refuse(`${JSON.stringify(unknown)} is not the name of a field.`)
  const unquoted = query.replaceAll(quotedText, "")
  if (/[;'"\\]/.test(unquoted)) return refuse("A query is one statement, and every quote in it is closed.")
  const named = unquoted.toLowerCase().match(resourceNames) ?? []
  const hidden = [resource.toLowerCase(), ...named].find((name) => privateResources.test(name))
  if (hidden !== undefined) {
    return refuse(`${hidden} is about people, payments or links between accounts, not about performance.`)
  }
  const parameters = parametersClause.exec(query)?.[0] ?? ""
  const body = query.slice(0, query.length - parameters.length)
  const limit = Number(limitClause.exec(body)?.[1] ?? Number.POSITIVE_INFINITY)
  return { fields, body: body.replace(limitClause, ""), limit, parameters }
}

const camelCase = (name: string): string => name.replaceAll(/_([a-z0-9])/g, (_, c: string) => c.toUpperCase())

/** Google sends 64-bit numbers as text. Metrics become numbers, ids stay text. */
const readValue = (field: string, value: unknown): unknown =>
  field.startsWith("metrics.") && typeof value === "string" && /^-?\d{1,15}$/.test(value)
    ? Number(value)
    : (value ?? null)

/** Flattens a row to the selected fields, under the names that the query gave them. */
const flatten = (fields: ReadonlyArray<string>) => {
  const paths = fields.map((field) => [field, field.split(".").map(camelCase)] as const)
  return (row: QueryRow): QueryRow =>
    Object.fromEntries(
      paths.map(([field, path]) => [
        field,
        readValue(
          field,
          path.reduce<unknown>((value, key) => (value as QueryRow | null | undefined)?.[key], row)
        )
      ])
    )
}

/** Returns the days of a named range, by the account's own today. */
const namedRange = (name: string, today: string): DayRange | null => {
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  const monday = plusDays(today, -weekday)
  const sunday = weekday === 6 ? today : plusDays(monday, -1)
  const monthStart = (day: string) => `${day.slice(0, 8)}01`
  const lastMonthEnd = plusDays(monthStart(today), -1)
  const ranges: Readonly<Record<string, readonly [from: string, to: string]>> = {
    TODAY: [today, today],
    YESTERDAY: [plusDays(today, -1), plusDays(today, -1)],
    LAST_7_DAYS: [plusDays(today, -7), plusDays(today, -1)],
    LAST_14_DAYS: [plusDays(today, -14), plusDays(today, -1)],
    LAST_30_DAYS: [plusDays(today, -30), plusDays(today, -1)],
    LAST_BUSINESS_WEEK: [plusDays(monday, -7), plusDays(monday, -3)],
    LAST_WEEK_MON_SUN: [plusDays(monday, -7), plusDays(monday, -1)],
    LAST_WEEK_SUN_SAT: [plusDays(sunday, -7), plusDays(sunday, -1)],
    THIS_WEEK_MON_TODAY: [monday, today],
    THIS_WEEK_SUN_TODAY: [sunday, today],
    THIS_MONTH: [monthStart(today), today],
    LAST_MONTH: [monthStart(lastMonthEnd), lastMonthEnd]
  }
  const range = Object.hasOwn(ranges, name) ? ranges[name]! : null
  return range === null ? null : { from: range[0], to: range[1] }
}

const duringClause = /(?<=\bsegments\.date )DURING ([A-Z0-9_]+)/i

/** Writes the days of a named range into a query, so that the platform and the caller mean the same ones. */
export const withDates = (
  body: string,
  today: string
): { readonly body: string; readonly period: DayRange | null } => {
  const period = namedRange(duringClause.exec(body)?.[1]?.toUpperCase() ?? "", today)
  return period === null
    ? { body, period }
    : { body: body.replace(duringClause, `BETWEEN '${period.from}' AND '${period.to}'`), period }
}

const Row = Schema.Record({ key: Schema.String, value: Schema.Unknown })

/** Runs a query on an account and returns at most `limit` rows. */
export const runQuery = (search: Search) =>
  Effect.fnUntraced(function* (account: AdAccount, query: string, limit: number) {
    const parsed = parseQuery(query)
    if (parsed instanceof PlatformRefused) return yield* parsed
    const { fields, parameters } = parsed
    const now = yield* Clock.currentTimeMillis
    const { body, period } = withDates(
      parsed.body,
      localOf(new Date(now), account.timeZone ?? "UTC").slice(0, 10)
    )
    // One row more shows whether there are more.
    const asked = `${body} LIMIT ${Math.min(parsed.limit, limit + 1)}${parameters}`
    const rows = yield* collectRows(search(account, asked, Row))
    return { rows: rows.slice(0, limit).map(flatten(fields)), truncated: rows.length > limit, period }
  })
