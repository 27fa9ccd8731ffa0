import { Effect, Schema } from "effect"
import { PlatformRefused, type ReadFailure } from "../errors.ts"
import type { AdAccount, QueryResult, QueryRow } from "../model.ts"
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

const Row = Schema.Record({ key: Schema.String, value: Schema.Unknown })

/** Runs a query on an account and returns at most `limit` rows. */
export const runQuery =
  (search: Search) =>
  (account: AdAccount, query: string, limit: number): Effect.Effect<QueryResult, ReadFailure> => {
    const parsed = parseQuery(query)
    if (parsed instanceof PlatformRefused) return Effect.fail(parsed)
    const { body, fields, parameters } = parsed
    // One row more shows whether there are more.
    const asked = `${body} LIMIT ${Math.min(parsed.limit, limit + 1)}${parameters}`
    return Effect.map(collectRows(search(account, asked, Row)), (rows) => ({
      rows: rows.slice(0, limit).map(flatten(fields)),
      truncated: rows.length > limit
    }))
  }
