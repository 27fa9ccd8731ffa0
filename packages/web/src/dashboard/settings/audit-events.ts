import type { EventFilter, ListedEvent } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import type { BrowserRequest } from "../../kit/browser-request.ts"
import { type Html, html } from "../../kit/html.ts"
import { badge, card, count, email, empty, relative, segments, table } from "../../parts/index.ts"

const kinds = { changes: "Changes", refused: "Refused", all: "Everything" } as const satisfies Record<
  EventFilter["kind"],
  string
>

/** The events that the address asks for: changes, unless it names others. */
export const kindOf = ({ query }: BrowserRequest): EventFilter["kind"] => {
  const kind = query.get("kind")
  return kind === "all" || kind === "refused" ? kind : "changes"
}

const surfaces = { rest: "REST", mcp: "MCP", dashboard: "dashboard", cli: "terminal" }

const whoCell = ({ actor_type, key_last_four, user }: ListedEvent): Html => {
  if (user === null)
    return html`${actor_type === "operator" ? "Operator" : actor_type === "engine" ? "Adwarden itself" : "Nobody signed in"}`
  return html`<bdi>${email(user)}</bdi>${key_last_four === null ? null : html`<span class="small">key <code>…${key_last_four}</code></span>`}`
}

const resultCell = ({ count: times, error_code, status_code }: ListedEvent): Html =>
  html`${badge(
    status_code >= 400 ? "fail" : error_code === "approval_required" ? "wait" : "ok",
    error_code?.replaceAll("_", " ") ?? (status_code < 400 ? "OK" : String(status_code))
  )}${times === 1 ? null : html`<span class="small">${count(times, "time")}</span>`}`

interface EventsView {
  readonly org: string
  readonly request: BrowserRequest
  readonly who: string | null
}

/** The newest events of the period, newest first. */
export const eventsCard = (events: ReadonlyArray<ListedEvent>, { org, request, who }: EventsView): Html => {
  const linkTo = (kind: string): string => {
    const query = new URLSearchParams(request.query)
    query.set("kind", kind)
    return `${pagePaths.settings(org, "audit")}?${query}`
  }
  return card({
    id: "events",
    title: who === null ? "Newest events" : html`Newest events of <bdi>${who}</bdi>`,
    actions: segments(
      "Events",
      Object.entries(kinds).map(([kind, label]) => ({
        label,
        href: linkTo(kind),
        current: kind === kindOf(request)
      }))
    ),
    padded: false,
    body:
      events.length === 0
        ? empty({
            icon: "activity",
            title: "No such event",
            text: "Nothing in this period fits. Choose other days, or show everything."
          })
        : table({
            labelledBy: "events",
            rows: events,
            columns: [
              {
                title: "Event",
                cell: ({ at, operation, path, surface, user }) =>
                  html`${operation ?? path ?? "unknown"}<span class="small">${surfaces[surface]} · ${relative(at)}<span class="phone">${user === null ? null : email(user)}</span></span>`
              },
              { title: "Who", rank: 2, cell: whoCell },
              { title: "Result", cell: resultCell },
              { title: "From", rank: 3, cell: ({ ip }) => ip ?? "–" }
            ]
          }),
    ...(events.length < 50 ? {} : { foot: "The newest 50. Narrow the period, or download everything." })
  })
}
