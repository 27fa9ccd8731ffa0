import { type EventFilter, type ListedEvent, makeNewestEvents, type PageData } from "@adwarden/core"
import { type Output, pagePaths, routePattern } from "@adwarden/core/contract"
import { Effect } from "effect"
import { type Html, html } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import {
  badge,
  card,
  copyable,
  count,
  email,
  empty,
  facts,
  hidden,
  linkButton,
  relative,
  segments,
  table,
  textField
} from "../../parts/index.ts"
import { requestCell, settingsPage } from "./section.ts"

const kinds = { changes: "Changes", refused: "Refused", all: "Everything" } as const satisfies Record<
  EventFilter["kind"],
  string
>

/** The events that the address asks for: changes, unless it names others. */
const kindOf = ({ query }: BrowserRequest): EventFilter["kind"] => {
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
const eventsCard = (events: ReadonlyArray<ListedEvent>, { org, request, who }: EventsView): Html => {
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
                  requestCell(
                    { operation, path },
                    html`${surfaces[surface]} · ${relative(at)}<span class="phone">${user === null ? null : email(user)}</span>`
                  )
              },
              { title: "Who", rank: 2, cell: whoCell },
              { title: "Result", cell: resultCell },
              { title: "From", rank: 3, cell: ({ ip }) => ip ?? "–" }
            ]
          }),
    ...(events.length < 50 ? {} : { foot: "The newest 50. Narrow the period, or download everything." })
  })
}

interface AuditData {
  readonly summary: Pick<Output<"audit.export">, "total" | "head">
  readonly events: ReadonlyArray<ListedEvent>
}

/** The period of the address; days that are left out have the operation's defaults. */
const periodOf = ({ query }: BrowserRequest): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ["from", "to"].flatMap((name) => {
      const day = query.get(name) ?? ""
      return day === "" ? [] : [[name, day]]
    })
  )

const whoOf = ({ query }: BrowserRequest): string | null => (query.get("who") ?? "").trim() || null

const filterOf = (request: BrowserRequest): EventFilter => ({
  period: periodOf(request),
  kind: kindOf(request),
  who: whoOf(request)
})

const contentOf = (
  { data: { events, summary }, frame }: PageData<AuditData>,
  request: BrowserRequest
): Html => {
  const { slug } = frame.organization!
  const { head, total } = summary
  const period = periodOf(request)
  const exportPath = (format: string) =>
    `${pagePaths.auditExport(slug)}?${new URLSearchParams({ ...period, format })}`
  return html`<div class="split">${eventsCard(events, { org: slug, request, who: whoOf(request) })}
<div class="aside stack">${card({
    id: "period",
    title: "Period and person",
    lead: "Every request of keys, apps and people, also refused ones. Both days count. Without days: the last 30.",
    body: html`<form method="get" action="${pagePaths.settings(slug, "audit")}"><div class="stack">${hidden({ kind: kindOf(request) })}
<div class="duo">${textField({ name: "from", label: "From", type: "date", required: false, value: period["from"] ?? "" })}${textField({ name: "to", label: "To", type: "date", required: false, value: period["to"] ?? "" })}</div>
${textField({ name: "who", label: "Who", hint: "An email address, or the last four characters of a key. Leave it empty for everybody.", required: false, value: whoOf(request) ?? "" })}
<div class="row"><button class="quiet">Show</button></div></div></form>`
  })}
${card({
  id: "export",
  title: "Export",
  lead: "Everything of the period, for everybody.",
  body: html`${facts([
    ["Events", total.toLocaleString("en-US")],
    ["Head", head === null ? "none sealed yet" : null]
  ])}
${head === null ? null : copyable(head, "the head of the chain")}
<p class="small soft">Each event contains the hash of the one before it. Keep the head elsewhere: with it, <code>adwarden audit verify FILE</code> proves that nothing was changed, removed or cut off.</p>
<div class="row">${linkButton(exportPath("csv"), "Download CSV", "")}${linkButton(exportPath("json"), "Download JSON")}</div>`
})}</div></div>`
}

/** /o/{org}/settings/audit: the newest events, and the audit trail as a file, for owners. */
export const auditTrail = (router: PageRouter) =>
  Effect.map(makeNewestEvents, (newestEvents) => {
    settingsPage(router, {
      section: "audit",
      name: "pages.audit",
      read: ({ clearance, read }, request) =>
        // The operation decides who can see the trail. Its rows are a stream that this page does not read.
        Effect.flatMap(read("audit.export", periodOf(request)), ({ head, total }) =>
          Effect.map(
            newestEvents(clearance.organization.id, filterOf(request)),
            (events): AuditData => ({ summary: { head, total }, events })
          )
        ),
      render: (page, request) => ({ body: contentOf(page, request) })
    })
    router.download(routePattern(pagePaths.auditExport(":org")), {
      operation: "audit.export",
      inputOf: (request) => ({ ...periodOf(request), format: request.query.get("format") ?? "json" }),
      fileName: ({ parameters, query }) =>
        `${parameters["org"]}-audit.${query.get("format") === "csv" ? "csv" : "json"}`
    })
  })
