import type { CampaignSearchesRequest } from "@adwarden/core"
import type { BrowserRequest } from "../../kit/browser-request.ts"

export const searchDays = [7, 30, 90] as const
export const searchSorts = ["cost", "clicks", "conversions"] as const
export const exclusionMatches = ["exact", "phrase"] as const
export const rowsOfPage = 50

/** What the address of a campaign's search terms chooses. */
export interface SearchTermsQuery extends CampaignSearchesRequest {
  /** How exclusions of the picked searches match. */
  readonly match: (typeof exclusionMatches)[number]
}

const oneOf = <A extends string | number>(all: ReadonlyArray<A>, text: string | null, otherwise: A): A =>
  all.find((one) => String(one) === text) ?? otherwise

/** Reads the address. A value that does not exist is the default. */
export const searchTermsQuery = ({ query }: BrowserRequest): SearchTermsQuery => {
  const from = Number(query.get("from") ?? 0)
  return {
    days: oneOf(searchDays, query.get("days"), 30),
    wasteOnly: query.get("filter") === "waste",
    sort: oneOf(searchSorts, query.get("sort"), "cost"),
    match: oneOf(exclusionMatches, query.get("match"), "exact"),
    offset: Number.isSafeInteger(from) && from > 0 ? from : 0,
    limit: rowsOfPage,
    picked: [...new Set(query.getAll("pick"))].slice(0, 100)
  }
}

/** The parameters of an address, without those that have their default. */
export const searchTermsParameters = ({
  days,
  match,
  offset,
  picked,
  sort,
  wasteOnly
}: SearchTermsQuery): ReadonlyArray<readonly [name: string, value: string]> => [
  ...(days === 30 ? [] : [["days", String(days)] as const]),
  ...(wasteOnly ? [["filter", "waste"] as const] : []),
  ...(sort === "cost" ? [] : [["sort", sort] as const]),
  ...(offset === 0 ? [] : [["from", String(offset)] as const]),
  ...(match === "exact" ? [] : [["match", match] as const]),
  ...picked.map((term) => ["pick", term] as const)
]

/** The address of the same list with other choices. Another list starts at its beginning, with nothing picked. */
export const searchTermsAddress = (
  path: string,
  query: SearchTermsQuery,
  changes: Partial<SearchTermsQuery>
): string => {
  const all = searchTermsParameters({ ...query, offset: 0, picked: [], ...changes })
  const parameters = new URLSearchParams(all.map(([name, value]): [string, string] => [name, value]))
  return parameters.size === 0 ? path : `${path}?${parameters}`
}
