import { type CampaignSort, campaignSorts, type SortDirection } from "@adwarden/core"
import type { BrowserRequest } from "../../kit/browser-request.ts"
import { addressWith } from "../range.ts"

/** The states of the filter, in its order. */
export const states = ["live", "paused", "draft", "error"] as const

/** The part of the table that the address asks for. */
export const tableOf = ({ query }: BrowserRequest) => {
  const state = states.find((each) => each === query.get("state")) ?? null
  const [by, way] = (query.get("sort") ?? "").split(".")
  const sort: CampaignSort = campaignSorts.find((each) => each === by) ?? "cost"
  const direction: SortDirection = way === "asc" ? "asc" : "desc"
  const page = Math.max(1, Math.trunc(Number(query.get("page") ?? 1)) || 1)
  return { state, sort, direction, page: Math.min(page, 10_000) }
}

/** Names are sorted from A to Z first, figures from the highest. */
const firstDirection = (sort: CampaignSort): SortDirection =>
  sort === "name" || sort === "state" ? "asc" : "desc"

/** The link that sorts by a column; a second time it reverses the order. */
export const sortLink = (request: BrowserRequest, by: CampaignSort) => {
  const { direction, sort } = tableOf(request)
  const now = by === sort ? direction : null
  const next = now === null ? firstDirection(by) : now === "asc" ? "desc" : "asc"
  return {
    href: addressWith(request, { sort: `${by}.${next}` }),
    now: now === null ? null : now === "asc" ? ("ascending" as const) : ("descending" as const)
  }
}
