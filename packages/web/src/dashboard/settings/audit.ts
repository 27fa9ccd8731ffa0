import { type PageData, Pages } from "@adwarden/core"
import { type Output, pagePaths, routePattern } from "@adwarden/core/contract"
import { Effect } from "effect"
import type { BrowserRequest, Page } from "../../kit/browser-request.ts"
import { html } from "../../kit/html.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { card, copyable, facts, linkButton, textField } from "../../parts/index.ts"
import { settingsPage } from "./section.ts"

type Summary = Pick<Output<"audit.export">, "total" | "head">

/** The period of the address; days that are left out have the operation's defaults. */
const periodOf = ({ query }: BrowserRequest): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ["from", "to"].flatMap((name) => {
      const day = query.get(name) ?? ""
      return day === "" ? [] : [[name, day]]
    })
  )

const auditPage = ({ data: { head, total }, frame }: PageData<Summary>, request: BrowserRequest): Page => {
  const { slug } = frame.organization!
  const period = periodOf(request)
  const exportPath = (format: string) =>
    `${pagePaths.auditExport(slug)}?${new URLSearchParams({ ...period, format })}`
  return settingsPage(
    frame,
    "audit",
    html`${card({
      id: "period",
      title: "Period",
      kind: "narrow",
      lead: "Every request of keys, apps and people, also refused ones. Without days: the last 30.",
      body: html`<form method="get" action="${pagePaths.settings(slug, "audit")}"><div class="stack">
<div class="duo">${textField({ name: "from", label: "From", hint: "Such as 2026-11-01", required: false, value: period["from"] ?? "" })}${textField({ name: "to", label: "To", hint: "That day included", required: false, value: period["to"] ?? "" })}</div>
<div class="row"><button class="quiet">Show</button></div></div></form>`
    })}
${card({
  id: "export",
  title: "Export",
  kind: "narrow",
  body: html`${facts([
    ["Events", total.toLocaleString("en-US")],
    ["Head", head === null ? "none sealed yet" : null]
  ])}
${head === null ? null : copyable(head, "the head of the chain")}
<p class="small soft">Each event contains the hash of the one before it. Keep the head elsewhere: with it, <code>adwarden audit verify FILE</code> proves that nothing was changed, removed or cut off.</p>
<div class="row">${linkButton(exportPath("csv"), "Download CSV", "")}${linkButton(exportPath("json"), "Download JSON")}</div>`
})}`
  )
}

/** /o/{org}/settings/audit: the audit trail as a file, for owners. */
export const auditTrail = (router: PageRouter) =>
  Effect.map(Pages, (pages) => {
    router.get(routePattern(pagePaths.settings(":org", "audit")), {
      name: "pages.audit",
      invocation: (request) =>
        Effect.succeed({
          endpoint: pages.ofOrganization("pages.audit", request.parameters["org"] ?? "", ({ read }) =>
            // Its rows are a stream that this page does not read.
            Effect.map(
              read("audit.export", periodOf(request)),
              ({ head, total }): Summary => ({ head, total })
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
