import {
  type ReportRecipient,
  Reports,
  type ReportType,
  reportPurpose,
  reportRecipientReads,
  TaskFeed,
  type TaskView
} from "@adwarden/core"
import { type Output, pagePaths, reportTypes } from "@adwarden/core/contract"
import { Effect } from "effect"
import { makeAdministrationForm } from "../../kit/administration-form.ts"
import {
  type OrganizationData,
  organizationFile,
  organizationPage,
  type ShownPage,
  together
} from "../../kit/dashboard-page.ts"
import { form } from "../../kit/forms.ts"
import { type Html, html } from "../../kit/html.ts"
import { cursorOf } from "../../kit/local-path.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import { formsByAction, pageForm } from "../../kit/page-form.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { everyRow, tableFile } from "../../kit/table-file.ts"
import {
  banner,
  buttonForm,
  card,
  choices,
  count,
  head,
  hidden,
  moment,
  segments
} from "../../parts/index.ts"
import { periodText } from "../period.ts"
import { documentCard, documentList, makeCard, weekChart } from "./document-parts.ts"
import { renderMarkdown } from "./markdown.ts"
import { makeSharing, newLinkCard, shareButton, sharingCard, sharingMessages } from "./shared.ts"

const typeOf = (text: string | null): ReportType =>
  reportTypes.find((type) => type === text) ?? reportTypes[0]

const nameOf = (type: string): string => `${type.slice(0, 1).toUpperCase()}${type.slice(1)} report`

const makeForm = (request: BrowserRequest, type: ReportType): Html =>
  makeCard(request, {
    title: "Make a report",
    body: html`${hidden({ action: "make" })}<fieldset><legend class="sr">Type</legend>${choices(
      "radio",
      "type",
      reportTypes.map((one) => ({ value: one, label: nameOf(one), hint: reportPurpose(one) })),
      [type]
    )}</fieldset><div class="row"><button>Make report</button><span class="small soft">It changes no campaign. A report of the same period is replaced.</span></div>`
  })

/** Who gets the weekly report by email: a list for owners and admins, one button for others. */
const emailCard = (
  recipients: ReadonlyArray<ReportRecipient>,
  mayChoose: boolean,
  request: BrowserRequest
): Html | null => {
  const own = recipients.find(({ isCaller }) => isCaller)
  if (!mayChoose && own === undefined) return null
  const chosen = recipients.flatMap((one) => (one.chosen ? [one.email] : []))
  return card({
    id: "emails",
    title: "Weekly by email",
    lead: "Each Monday, once the figures of the whole week are read. The first comes within minutes.",
    body: mayChoose
      ? form(
          request,
          html`<div class="stack">${hidden({ action: "choose" })}<fieldset><legend class="sr">Who gets it</legend>${choices(
            "checkbox",
            "people",
            recipients.map(({ email }) => ({ value: email, label: email })),
            chosen
          )}</fieldset><div class="row"><button class="quiet">Save</button></div></div>`
        )
      : buttonForm(
          request,
          own?.chosen ? { action: "own" } : { action: "own", wanted: "yes" },
          html`<button class="quiet">${own?.chosen ? "No longer send it to me" : "Send it to me"}</button>`
        )
  })
}

interface ListedReport {
  readonly id: string
  readonly generated_at: string
  /** The days that it is about. */
  readonly from: string
  readonly to: string
}

interface ReportsData {
  readonly list: Pick<Output<"reports.list">, "total" | "next_cursor"> & {
    readonly reports: ReadonlyArray<ListedReport>
  }
  readonly tasks: ReadonlyArray<TaskView>
  readonly mayMake: boolean
  readonly mayChoose: boolean
  readonly recipients: ReadonlyArray<ReportRecipient>
}

const reportsBody = (
  { data: { list, mayChoose, mayMake, recipients, tasks }, organization }: OrganizationData<ReportsData>,
  request: BrowserRequest,
  { banners }: ShownPage
): Html => {
  const { org } = request
  const type = typeOf(request.query.get("type"))
  return html`${head({
    title: "Reports",
    actions: segments(
      "Type",
      reportTypes.map((one) => ({
        label: nameOf(one).replace(" report", ""),
        href: `${pagePaths.organization(org, "reports")}?type=${one}`,
        current: one === type
      }))
    )
  })}
${banners}${request.query.has("started") ? banner("good", "The report is being made. It appears in the list when it is done.") : null}
${documentList(
  {
    icon: "reports",
    title: count(list.total, nameOf(type).toLowerCase()),
    rows: list.reports.map(({ from, generated_at, id, to }) => ({
      href: pagePaths.report(org, type, id),
      title: periodText({ from, to }),
      line: html`made ${moment(generated_at)}`
    })),
    none: { title: `No ${nameOf(type).toLowerCase()} yet`, text: reportPurpose(type) },
    organization,
    nextCursor: list.next_cursor,
    tasks,
    aside: html`${mayMake ? makeForm(request, type) : null}${emailCard(recipients, mayChoose, request)}`
  },
  request
)}`
}

/** /o/{org}/reports, and the page of a report. */
export const reports = (router: PageRouter) =>
  Effect.gen(function* () {
    const feed = yield* TaskFeed
    const maker = yield* Reports
    const sharing = yield* makeSharing
    const administrationForm = yield* makeAdministrationForm
    const readRecipients = yield* reportRecipientReads
    const sharedOf = ({ parameters: { id = "", type = "" } }: BrowserRequest) => ({ type, document: id })

    organizationFile(router, {
      path: pagePaths.organization(":org", "reports"),
      name: "pages.reports",
      read: ({ clearance, read }, { query }) => {
        const type = typeOf(query.get("type"))
        const listed = everyRow(
          (page) => read("reports.list", { type, ...page }),
          ({ reports: list }) => list
        )
        return Effect.flatMap(listed, (rows) => maker.withPeriods(clearance, rows))
      },
      file: ({ data, organization: { slug } }, { query }) =>
        tableFile({
          name: `${slug}-${typeOf(query.get("type"))}-reports`,
          rows: data,
          columns: {
            report: ({ id }) => id,
            type: ({ type }) => type,
            from: ({ from }) => from,
            to: ({ to }) => to,
            generated_at: (row) => row.generated_at
          }
        })
    })
    organizationPage(router, {
      path: pagePaths.organization(":org", "reports"),
      name: "pages.reports",
      place: "reports",
      read: ({ clearance, read }, request) =>
        together({
          list: Effect.flatMap(
            read("reports.list", { type: typeOf(request.query.get("type")), ...cursorOf(request) }),
            (list) =>
              Effect.map(maker.withPeriods(clearance, list.reports), (reports) => ({ ...list, reports }))
          ),
          tasks: Effect.map(feed.list(clearance), (tasks) => tasks.filter(({ type }) => type === "report")),
          mayMake: Effect.succeed(clearance.scopes.has("reports:generate")),
          mayChoose: Effect.succeed(
            clearance.effectiveRole === "owner" || clearance.effectiveRole === "admin"
          ),
          recipients: readRecipients(clearance)
        }),
      messages: { emails: "Saved." },
      forms: formsByAction("reports.change", {
        make: pageForm({
          endpoint: ({ org }, sent) => maker.make(org, typeOf(sent.get("type")), sent.get("idempotency_key")),
          done: (_, { org }, sent) => ({
            redirect: `${pagePaths.organization(org, "reports")}?type=${typeOf(sent.get("type"))}&started=yes`
          })
        }),
        choose: administrationForm("report_emails.choose", { done: "emails" }),
        own: administrationForm("report_emails.set_own", { done: "emails" })
      }),
      render: (page, request, shown: ShownPage) => ({
        title: "Reports",
        body: reportsBody(page, request, shown)
      })
    })

    organizationPage(router, {
      path: pagePaths.report(":org", ":type", ":id"),
      name: "pages.report",
      place: "reports",
      messages: sharingMessages,
      forms: sharing.forms(sharedOf),
      read: ({ clearance, read }, request) =>
        Effect.gen(function* () {
          const { id = "", type = "" } = request.parameters
          const report = yield* read("reports.get", { type, report_id: id })
          return {
            report,
            figures: yield* maker.figures(clearance, report.type, id),
            links: yield* sharing.read(clearance, sharedOf(request))
          }
        }),
      render: (
        { data: { figures, links, report }, organization: { name, slug: org } },
        request,
        shown: ShownPage<string>
      ) => {
        const chart = figures === null ? null : weekChart(figures.weeks, figures.currency)
        const { body, title } = renderMarkdown(report.markdown, { chart })
        return {
          title: title === "" ? nameOf(report.type) : title,
          body: html`${head({
            title: title === "" ? nameOf(report.type) : title,
            crumbs: [
              { label: "Reports", href: `${pagePaths.organization(org, "reports")}?type=${report.type}` },
              { label: nameOf(report.type) }
            ],
            ...shareButton(links),
            lead: html`${name} · made ${moment(report.generated_at)}`
          })}
${shown.banners}${newLinkCard(shown)}${documentCard(body)}
${sharingCard(links, request)}`,
          showsSecret: shown.result !== null
        }
      }
    })
  })
