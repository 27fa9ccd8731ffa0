import type { ActivityQuery } from "@adwarden/core"
import type { BrowserRequest } from "../../kit/browser-request.ts"

const sources: ReadonlySet<string | null> = new Set(["dashboard", "engine"])

const actorOf = (text: string | null): ActivityQuery["by"] => {
  const [, kind, id] = /^(person|key)-(\d{1,15})$/.exec(text ?? "") ?? []
  return kind === undefined ? null : { kind: kind as "person" | "key", id: Number(id) }
}

/** What the address asks of the log. A value that nothing can have is ignored. */
export const queryOf = ({ query }: BrowserRequest): ActivityQuery => {
  const source = query.get("source")
  return {
    campaign: query.get("campaign"),
    by: actorOf(query.get("by")),
    source: sources.has(source) ? (source as ActivityQuery["source"]) : null,
    cursor: query.get("cursor")
  }
}

/** The names in the address that only one visit needs. */
const passing = [
  "cursor",
  "undo",
  "all",
  "undone",
  "kept",
  "done",
  "task",
  "stale",
  "accepted",
  "not_accepted"
]

/** The address of the page with other values; null removes one. The start of the list is shown again. */
export const withValues = (
  { path }: BrowserRequest,
  values: Readonly<Record<string, string | null>>
): string => {
  const [base = "", text] = path.split("?")
  const query = new URLSearchParams(text)
  for (const name of passing) query.delete(name)
  for (const [name, value] of Object.entries(values)) {
    if (value === null) query.delete(name)
    else query.set(name, value)
  }
  return query.size === 0 ? base : `${base}?${query}`
}
