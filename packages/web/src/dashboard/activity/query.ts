import type { ActivityChoices, ActivityQuery } from "@adwarden/core"
import { type Html, html } from "../../kit/html.ts"
import { addressWith } from "../../kit/local-path.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import { filterMenu } from "../../parts/index.ts"

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

/** The address of the page with other values. The start of the list is shown again. */
export const withValues = (
  request: BrowserRequest,
  values: Readonly<Record<string, string | null>>
): string => addressWith(request, { ...Object.fromEntries(passing.map((name) => [name, null])), ...values })

interface Option {
  readonly value: string
  readonly label: string
}

/** One filter: the chosen value, which opens the list of all. */
const filter = (
  request: BrowserRequest,
  name: string,
  title: string,
  all: string,
  options: ReadonlyArray<Option>
): Html => {
  const chosen = options.find(({ value }) => value === request.query.get(name))?.value ?? null
  const entry = (value: string | null, label: string) => ({
    label,
    href: withValues(request, { [name]: value }),
    current: value === chosen
  })
  return filterMenu(title, [entry(null, all), ...options.map(({ label, value }) => entry(value, label))])
}

/** The filters of the log. The choices are in the address, so that it can be shared. */
export const filters = (request: BrowserRequest, { campaigns, keys, people }: ActivityChoices): Html =>
  html`<div class="row" role="group" aria-label="Filters">${filter(
    request,
    "campaign",
    "Campaign",
    "All campaigns",
    campaigns.map(({ name, slug }) => ({ value: slug, label: name }))
  )}${filter(request, "by", "Person or key", "Anyone", [
    ...people.map(({ id, name }) => ({ value: `person-${id}`, label: name })),
    ...keys.map(({ id, name }) => ({ value: `key-${id}`, label: `Key ${name}` }))
  ])}${filter(request, "source", "Kind", "Edits and recommendations", [
    { value: "dashboard", label: "Direct edits" },
    { value: "engine", label: "Applied recommendations" }
  ])}</div>`
