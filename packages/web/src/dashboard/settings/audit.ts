import {
  Activity,
  type CampaignName,
  type EventFilter,
  Figures,
  type ListedEvent,
  makeNewestEvents,
  type PageData,
  type RequestedChange,
  shownEvents
} from "@adwarden/core"
import {
  type AdministrationName,
  accountPageNames,
  administrationByName,
  type OperationName,
  type Output,
  operationByName,
  organizationPageNames,
  pagePaths,
  routePattern,
  settingsSectionNames
} from "@adwarden/core/contract"
import { Effect } from "effect"
import { together } from "../../kit/dashboard-page.ts"
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
  moment,
  segments,
  table,
  textField
} from "../../parts/index.ts"
import { settingsPage } from "./section.ts"

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

const resultCell = ({ count: times, error_code, status_code }: ListedEvent): Html => {
  const refusal = error_code?.replaceAll("_", " ")
  return html`${badge(
    status_code >= 400 ? "fail" : error_code === "approval_required" ? "wait" : "ok",
    refusal === undefined
      ? status_code < 400
        ? "Done"
        : String(status_code)
      : `${refusal.slice(0, 1).toUpperCase()}${refusal.slice(1)}`
  )}${times === 1 ? null : html`<span class="small">${count(times, "time")}</span>`}`
}

/** Requests that are neither an operation nor an administrative action. */
const otherWords: Readonly<Record<string, string>> = {
  "people.sign_in": "Sign in",
  "people.sign_in_code": "Sign in with a code",
  "people.sign_out": "Sign out",
  "people.forgot_password": "Ask for a link to a new password",
  "people.reset_password": "Choose a new password",
  "people.accept_invitation": "Accept an invitation",
  "people.confirm": "Confirm with the password",
  "oauth.decide": "Decide on the access of an app",
  "oauth.token": "Give an app a token",
  "oauth.revoke": "Revoke the token of an app",
  "shared_links.open": "Open a shared report",
  "changes.execute": "Make a change"
}

const isExport = (operation: string | null): boolean => /^pages\..*_export$/.test(operation ?? "")

/** What a request was for, in words. */
const wordsOf = ({ operation, path }: ListedEvent): string => {
  const name = operation ?? ""
  const own =
    operationByName.get(name as OperationName)?.summary ??
    administrationByName.get(name as AdministrationName)?.title ??
    otherWords[name]
  if (own !== undefined) return own
  if (isExport(name)) return "Export a table"
  if (name.startsWith("pages.") || name.endsWith("_page")) return "Open a page"
  const [area = "", what = ""] = name.split(".")
  return what === ""
    ? (path ?? "Unknown request")
    : `${area.replaceAll("_", " ")}: ${what.replaceAll("_", " ")}`
}

const isIn = <Name extends string>(names: Readonly<Record<Name, string>>, name: string): name is Name =>
  Object.hasOwn(names, name)

/** The name of a page by its address. */
const pageNameOf = (path: string): string => {
  const [, area, org = "", page = "", section = ""] = path.split("/")
  if (area === "account")
    return `Account › ${isIn(accountPageNames, org) ? accountPageNames[org] : accountPageNames.keys}`
  if (area !== "o") return area === "approvals" ? "Approvals" : "Home"
  if (page === "approvals") return "Approvals"
  if (page === "settings" && section === "stop") return "Emergency stop"
  if (page === "settings")
    return `Settings › ${isIn(settingsSectionNames, section) ? settingsSectionNames[section] : settingsSectionNames.limits}`
  return isIn(organizationPageNames, page) ? organizationPageNames[page] : organizationPageNames.overview
}

/** What the request was about: the campaign of its address, or the page. */
const objectOf = ({ operation, path }: ListedEvent, { campaigns, org }: EventsView): Html | null => {
  if (path === null) return null
  if (isExport(operation)) return html`: ${pageNameOf(path.replace(/\.csv$/, ""))}`
  if (operation?.startsWith("pages.")) return html`: <a href="${path}">${pageNameOf(path)}</a>`
  const slug = /\/campaigns\/([^/{]+)/.exec(path)?.[1]
  const campaign = campaigns.find((one) => one.slug === slug)
  return campaign === undefined
    ? null
    : html`: <a href="${pagePaths.campaign(org, campaign.slug)}">${campaign.name}</a>`
}

/** What a request did: the change with its link, else what it was for and about. */
const whatCell = (event: ListedEvent, view: EventsView): Html => {
  const [first, ...others] = view.changes.get(event.request_id) ?? []
  const what =
    first === undefined
      ? html`${wordsOf(event)}${objectOf(event, view)}`
      : html`<a href="${pagePaths.action(view.org, first.id)}">${first.campaign === null ? null : html`${first.campaign.name}: `}${first.detail}</a>${others.length === 0 ? null : html` and ${count(others.length, "other change")}`}`
  return html`${what}<span class="small">${moment(event.at)} · ${surfaces[event.surface]}${event.ip === null ? null : ` · ${event.ip}`}<span class="phone">${event.user === null ? null : email(event.user)}</span></span>`
}

interface EventsView extends Pick<AuditData, "campaigns" | "changes"> {
  readonly org: string
  readonly request: BrowserRequest
  readonly who: string | null
}

const pageOf = ({ query }: BrowserRequest): number =>
  Math.min(Math.max(1, Math.trunc(Number(query.get("page") ?? 1)) || 1), 200)

/** The events of the period, newest first. */
const eventsCard = (events: ReadonlyArray<ListedEvent>, view: EventsView): Html => {
  const { org, request, who } = view
  const linkTo = (changes: Readonly<Record<string, string | null>>): string => {
    const query = new URLSearchParams(request.query)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) query.delete(name)
      else query.set(name, value)
    }
    return `${pagePaths.settings(org, "audit")}?${query}`
  }
  const page = pageOf(request)
  const [newer, older] = [page > 1, events.length === shownEvents]
  return card({
    id: "events",
    title: who === null ? "Events" : html`Events of <bdi>${who}</bdi>`,
    note: page === 1 ? "newest first" : `page ${page}`,
    actions: segments(
      "Events",
      Object.entries(kinds).map(([kind, label]) => ({
        label,
        href: linkTo({ kind, page: null }),
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
              { title: "What", cell: (event) => whatCell(event, view) },
              { title: "Who", rank: 2, cell: whoCell },
              { title: "Result", cell: resultCell }
            ]
          }),
    ...(newer || older
      ? {
          foot: html`<nav class="row" aria-label="Pages">${newer ? linkButton(linkTo({ page: String(page - 1) }), "Newer", "quiet tiny") : null}${older ? linkButton(linkTo({ page: String(page + 1) }), "Older", "quiet tiny") : null}</nav>`
        }
      : {})
  })
}

interface AuditData {
  readonly summary: Pick<Output<"audit.export">, "total" | "head">
  readonly events: ReadonlyArray<ListedEvent>
  readonly campaigns: ReadonlyArray<CampaignName>
  /** What the requests changed, by their ids. */
  readonly changes: ReadonlyMap<string, ReadonlyArray<RequestedChange>>
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
  who: whoOf(request),
  page: pageOf(request) - 1
})

const contentOf = (
  { data: { events, summary, ...named }, frame }: PageData<AuditData>,
  request: BrowserRequest
): Html => {
  const { slug } = frame.organization!
  const { head, total } = summary
  const period = periodOf(request)
  const exportPath = (format: string) =>
    `${pagePaths.auditExport(slug)}?${new URLSearchParams({ ...period, format })}`
  return html`<div class="split">${eventsCard(events, { ...named, org: slug, request, who: whoOf(request) })}
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
<div class="row">${linkButton(exportPath("csv"), "Download CSV", "")}${linkButton(exportPath("json"), "Download JSON")}</div>
${head === null ? null : html`<div><b>Head of the chain</b>${copyable(head, "the head of the chain")}</div>`}
<p class="small soft">Each event contains the hash of the one before it. Keep the head elsewhere: with it, <code>adwarden audit verify FILE</code> proves that nothing was changed, removed or cut off.</p>`
})}</div></div>`
}

/** /o/{org}/settings/audit: the newest events, and the audit trail as a file, for owners. */
export const auditTrail = (router: PageRouter) =>
  Effect.map(Effect.all([makeNewestEvents, Activity, Figures]), ([newestEvents, activity, figures]) => {
    settingsPage(router, {
      section: "audit",
      name: "pages.audit",
      read: ({ clearance, read }, request) =>
        // The operation decides who can see the trail. Its rows are a stream that this page does not read.
        Effect.flatMap(read("audit.export", periodOf(request)), ({ head, total }) =>
          Effect.gen(function* () {
            const { campaigns, events } = yield* together({
              campaigns: figures.names(clearance),
              events: newestEvents(clearance.organization.id, filterOf(request))
            })
            const changes = yield* activity.ofRequests(clearance, events)
            const data: AuditData = { summary: { head, total }, events, campaigns, changes }
            return data
          })
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
