import { type EventFilter, type ListedEvent, makeNewestEvents, type PageData, Pages } from "@adwarden/core"
import { type Output, pagePaths, routePattern } from "@adwarden/core/contract"
import { Effect } from "effect"
import type { BrowserRequest, Page } from "../../kit/browser-request.ts"
import { html } from "../../kit/html.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { card, copyable, facts, hidden, linkButton, textField } from "../../parts/index.ts"
import { eventsCard, kindOf } from "./audit-events.ts"
import { settingsPage } from "./section.ts"

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

const auditPage = (
  { data: { events, summary }, frame }: PageData<AuditData>,
  request: BrowserRequest
): Page => {
  const { slug } = frame.organization!
  const { head, total } = summary
  const period = periodOf(request)
  const exportPath = (format: string) =>
    `${pagePaths.auditExport(slug)}?${new URLSearchParams({ ...period, format })}`
  return settingsPage(
    frame,
    "audit",
    html`<div class="split">${eventsCard(events, { org: slug, request, who: whoOf(request) })}
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
  )
}

/** /o/{org}/settings/audit: the newest events, and the audit trail as a file, for owners. */
export const auditTrail = (router: PageRouter) =>
  Effect.map(Effect.all([Pages, makeNewestEvents]), ([pages, newestEvents]) => {
    router.get(routePattern(pagePaths.settings(":org", "audit")), {
      name: "pages.audit",
      invocation: (request) =>
        Effect.succeed({
          endpoint: pages.ofOrganization(
            "pages.audit",
            request.parameters["org"] ?? "",
            ({ clearance, read }) =>
              // The operation decides who can see the trail. Its rows are a stream that this page does not read.
              Effect.flatMap(read("audit.export", periodOf(request)), ({ head, total }) =>
                Effect.map(
                  newestEvents(clearance.organization.id, filterOf(request)),
                  (events): AuditData => ({ summary: { head, total }, events })
                )
              )
          )
        }),
      render: (page, request) => auditPage(page, request)
    })
    router.download(routePattern(pagePaths.auditExport(":org")), {
      operation: "audit.export",
      inputOf: (request) => ({ ...periodOf(request), format: request.query.get("format") ?? "json" }),
      fileName: ({ parameters, query }) =>
        `${parameters["org"]}-audit.${query.get("format") === "csv" ? "csv" : "json"}`
    })
  })
