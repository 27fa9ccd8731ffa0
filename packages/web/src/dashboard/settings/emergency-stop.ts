import {
  type CurrentOrganization,
  EmergencyStop,
  type FailedCampaign,
  type Frame,
  type OrganizationPageReader,
  type PageData,
  type SpendingCampaign,
  StopOvertaken,
  type StoppedCampaign,
  type StopResult,
  type StopState,
  type StopUndone
} from "@adwarden/core"
import { channelNames, channels, pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { makeAdministrationForm } from "../../kit/administration-form.ts"
import {
  organizationFile,
  organizationPage,
  type PageContent,
  type ShownPage
} from "../../kit/dashboard-page.ts"
import { type Content, type Html, html } from "../../kit/html.ts"
import type { BrowserRequest, FileResponse } from "../../kit/page.ts"
import { formsByAction } from "../../kit/page-form.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { type FileColumns, linkToFile, tableFile } from "../../kit/table-file.ts"
import {
  badge,
  banner,
  buttonForm,
  type Column,
  card,
  count,
  empty,
  head,
  type IconName,
  icon,
  items,
  linkButton,
  moment,
  money,
  table
} from "../../parts/index.ts"
import { canBeChanged, channelMark, platformLink } from "../campaign/channel.ts"

/** What a campaign can spend: a day, or in total until it ends. */
const budgetColumn = (currency: string): Column<SpendingCampaign> => ({
  title: "Budget a day",
  figure: true,
  cell: ({ budget, budget_left: left }) => {
    if (left !== null) return `${money(left, currency)} left in total`
    return budget === null ? "none" : money(budget, currency)
  }
})
const channelColumn: Column<SpendingCampaign> = {
  title: "Channel",
  rank: 2,
  cell: ({ channel }) => channelMark(channel)
}

const tableLink = (org: string, table: keyof typeof files): Html =>
  linkToFile(pagePaths.tableOf(pagePaths.stop(org), table))

/** The campaigns that a stop would pause. */
const spendingCard = (
  campaigns: ReadonlyArray<SpendingCampaign>,
  { currency, slug }: Pick<CurrentOrganization, "currency" | "slug">
): Html =>
  card({
    id: "campaigns",
    title: "Campaigns that a stop pauses",
    ...(campaigns.length === 0 ? {} : { actions: tableLink(slug, "campaigns") }),
    padded: false,
    body:
      campaigns.length === 0
        ? empty({ icon: "check", title: "No campaign is live here", text: "There is none to pause." })
        : table({
            labelledBy: "campaigns",
            rows: campaigns,
            columns: [{ title: "Campaign", cell: ({ name }) => name }, channelColumn, budgetColumn(currency)]
          })
  })

/** The campaigns that are paused here and still run in the ad platform. */
const pauseWaitingCard = (
  campaigns: ReadonlyArray<SpendingCampaign>,
  { adPlatform, currency, slug }: Pick<CurrentOrganization, "adPlatform" | "currency" | "slug">
): Html | null =>
  campaigns.length === 0
    ? null
    : card({
        id: "pause-waiting",
        title: `Paused here, still live in ${adPlatform}`,
        actions: tableLink(slug, "pause-waiting"),
        lead: `The pause has not arrived there yet. It is sent again until it has; until then they can spend. To be sure, pause them in ${adPlatform} itself.`,
        padded: false,
        body: table({
          labelledBy: "pause-waiting",
          rows: campaigns,
          columns: [
            {
              title: "Campaign",
              cell: ({ name, slug: campaign }) =>
                html`<a href="${pagePaths.campaign(slug, campaign)}">${name}</a>`
            },
            channelColumn,
            budgetColumn(currency)
          ]
        })
      })

/** The campaigns that could not be paused or resumed. */
const failedCard = (failed: ReadonlyArray<FailedCampaign>, org: string): Html | null =>
  failed.length === 0
    ? null
    : card({
        id: "failed",
        title: "Not done",
        padded: false,
        body: items(
          failed.map(({ name, reason, slug }) => ({
            icon: "cross",
            tone: "bad",
            href: pagePaths.campaign(org, slug),
            title: name,
            line: reason
          }))
        )
      })

const stateOf = ({ undone, waits }: StoppedCampaign): Html => {
  if (undone) return badge("plain", "Undone")
  if (waits === null) return badge("paused", "Paused")
  return html`${badge("wait", "Waits")}<span class="small">${waits || "The ad platform has not confirmed it yet."}</span>`
}

/** The campaigns that the standing stop paused, and whether the ad platform has confirmed it. */
const stoppedCard = (campaigns: ReadonlyArray<StoppedCampaign>, org: string): Html | null =>
  campaigns.length === 0
    ? null
    : card({
        id: "stopped",
        title: "Paused by this stop",
        actions: tableLink(org, "stopped"),
        padded: false,
        body: table({
          labelledBy: "stopped",
          rows: campaigns,
          columns: [
            {
              title: "Campaign",
              cell: ({ name, slug }) => html`<a href="${pagePaths.campaign(org, slug)}">${name}</a>`
            },
            { title: "State", cell: stateOf },
            { title: "Action", rank: 2, cell: ({ action }) => html`<code>${action}</code>` }
          ]
        })
      })

/** Campaigns of which the table of the standing stop does not say whether the pause has arrived. */
const pauseWaitingOf = ({ pauseWaiting, standing }: StopState): ReadonlyArray<SpendingCampaign> =>
  pauseWaiting.filter((one) => !standing?.campaigns.some(({ slug }) => slug === one.slug))

const spendingColumns = (currency: string): FileColumns<SpendingCampaign> => ({
  campaign: ({ slug }) => slug,
  campaign_name: ({ name }) => name,
  channel: ({ channel }) => channel,
  daily_budget: ({ budget }) => budget,
  total_budget: ({ budget_total }) => budget_total,
  budget_left: ({ budget_left }) => budget_left,
  currency: () => currency
})

const stoppedColumns: FileColumns<StoppedCampaign> = {
  campaign: ({ slug }) => slug,
  campaign_name: ({ name }) => name,
  status: ({ undone, waits }) => (undone ? "undone" : waits === null ? "paused" : "waiting"),
  problem: ({ waits }) => waits,
  action: ({ action }) => action
}

/** The tables of the page as files. */
const files = {
  campaigns: ({ spending }: StopState, { currency, slug }: CurrentOrganization): FileResponse =>
    tableFile({
      name: `${slug}-live-campaigns`,
      rows: spending,
      columns: spendingColumns(currency)
    }),
  "pause-waiting": (state: StopState, { currency, slug }: CurrentOrganization): FileResponse =>
    tableFile({
      name: `${slug}-pause-waiting`,
      rows: pauseWaitingOf(state),
      columns: spendingColumns(currency)
    }),
  stopped: ({ standing }: StopState, { slug }: CurrentOrganization): FileResponse =>
    tableFile({
      name: `${slug}-stopped-campaigns`,
      rows: standing?.campaigns ?? [],
      columns: stoppedColumns
    })
}

/** The result of a form of the page; a boolean tells whether a suspension was lifted. */
type Result = StopResult | StopUndone | StopOvertaken | boolean

const effect = (name: IconName, text: Content): Html =>
  html`<li><span class="soft">${icon(name)}</span><div>${text}</div></li>`

/** What campaigns can spend together: daily budgets, of which one that they share counts once, and total ones. */
const spendable = (campaigns: ReadonlyArray<SpendingCampaign>, currency: string): string => {
  const byBudget = Map.groupBy(campaigns, ({ shared, slug }) => shared ?? `own ${slug}`)
  const daily = [...byBudget.values()].reduce(
    (sum, some) => sum + Math.max(...some.map(({ budget }) => budget ?? 0)),
    0
  )
  const totals = campaigns.flatMap(({ budget_left: left }) => left ?? [])
  const left = totals.reduce((sum, one) => sum + one, 0)
  return [
    ...(daily > 0 || totals.length === 0 ? [`${money(daily, currency)} a day`] : []),
    ...(totals.length === 0
      ? []
      : [`all that is left of ${count(totals.length, "total budget")}, ${money(left, currency)}`])
  ].join(" and ")
}

/** The channels of campaigns: "of every channel: Search 5, Shopping 1". */
const channelsOf = (campaigns: ReadonlyArray<SpendingCampaign>): string => {
  const byChannel = Map.groupBy(campaigns, ({ channel }) => channel)
  const parts = channels.flatMap((one) => {
    const number = byChannel.get(one)?.length
    return number === undefined ? [] : [`${channelNames[one]} ${number.toLocaleString("en-US")}`]
  })
  return parts.length < 2 ? "" : ` on every channel (${parts.join(", ")})`
}

/** What would happen, and the button that names it. */
const question = ({ spending, suspension }: StopState, frame: Frame, request: BrowserRequest): Html => {
  const organization = frame.organization!
  const { currency, slug } = organization
  const refused = spending.filter((campaign) => !canBeChanged(campaign))
  const campaigns = count(spending.length, "campaign")
  return card({
    id: "stop",
    title: "Stop all spend?",
    note: "nothing has changed yet",
    body: html`<ul class="list bare">
${effect("key", suspension === null ? html`<b>Suspends all API keys and connected apps.</b> Their next call is refused, until you lift the suspension.` : html`<b>API keys and connected apps stay suspended.</b>`)}
${effect("campaigns", spending.length === 0 ? "No campaign is live, so there is none to pause." : html`<b>Pauses ${campaigns}</b>${channelsOf(spending)}, which can spend ${spendable(spending, currency)}${spending.length === 1 ? "" : " together"}. Money that is already spent stays spent.`)}
${refused.length === 0 ? null : effect("warn", html`<b>${platformLink(organization)} refuses the pause of ${count(refused.length, "video campaign")}</b> from every program. Pause ${refused.length === 1 ? "it" : "them"} there too.`)}
${effect("undo", html`<b>Can be undone</b> with one click, the whole stop or each pause alone. People keep their access.`)}
</ul>
<div class="row">${buttonForm(request, { action: "stop" }, html`<button class="danger">${spending.length === 0 ? "Suspend all keys and apps" : `Suspend access and pause ${campaigns}`}</button>`)}${linkButton(pagePaths.organization(slug), "Cancel")}</div>`
  })
}

/** The stop that stands, and the way back. */
const standingCard = (
  { spending, standing, suspension }: StopState,
  request: BrowserRequest
): Html | null => {
  if (standing === null) return null
  // An undo is for the stop as the page shows it, not for one that is pulled later.
  const undo = { action: "undo", stop: standing.id, generation: String(standing.generation) }
  const paused = standing.campaigns.filter(({ undone }) => !undone).length
  return card({
    id: "stop",
    title: "Everything is stopped",
    note: html`by ${standing.by}, ${moment(standing.at)}`,
    body: html`<p>${suspension === null ? "Keys and apps have access again." : "All API keys and connected apps are suspended."} ${count(paused, "campaign")} of this stop ${paused === 1 ? "is" : "are"} paused.</p>
<p>Undoing puts ${paused === 1 ? "it" : "them"} live again${suspension !== null && standing.suspendedAccess ? " and lets keys and apps in" : ""}. The monthly cap and the launch checks still apply.</p>
<div class="row">${buttonForm(request, undo, html`<button>Undo the stop</button>`)}${suspension === null ? null : buttonForm(request, { action: "lift" }, html`<button class="quiet">Only let keys and apps in</button>`)}${spending.length === 0 ? null : buttonForm(request, { action: "stop" }, html`<button class="danger">Pause ${count(spending.length, "live campaign")} too</button>`)}</div>`
  })
}

const resultBanner = (result: Result | null, { suspension }: StopState): Html | null => {
  if (result === null) return null
  if (result instanceof StopOvertaken)
    return banner(
      "bad",
      html`<b>The stop was pulled again, so your undo has ended.</b> ${result.resumed === 0 ? "It resumed no campaign." : `The later stop pauses again the ${count(result.resumed, "campaign")} that your undo had resumed.`} Check with the other owners before you undo it again.`
    )
  if (typeof result === "boolean") return banner("good", "API keys and connected apps have access again.")
  const { failed } = result
  if (failed.length > 0)
    return banner(
      "bad",
      "paused" in result
        ? html`<b>${count(failed.length, "campaign")} could not be paused.</b> Pause ${failed.length === 1 ? "it" : "them"} in the ad platform itself.`
        : html`<b>${count(failed.length, "campaign")} could not be resumed.</b> Fix the reason and put ${failed.length === 1 ? "it" : "them"} live again.`
    )
  return banner(
    "good",
    "paused" in result
      ? `${suspension === null ? "" : "Keys and apps are suspended. "}${count(result.paused, "campaign")} paused; the changes are on their way to the ad platform.`
      : `The stop is undone. ${count(result.resumed, "campaign")} resumed.`
  )
}

const contentOf = (
  { data, frame }: PageData<StopState>,
  request: BrowserRequest,
  { banners, result }: ShownPage<Result>
): PageContent => {
  const organization = frame.organization!
  const { slug } = organization
  return {
    title: "Emergency stop",
    ...(result instanceof StopOvertaken ? { status: result.statusCode } : {}),
    body: html`${head({ title: "Emergency stop" })}
${banners}
${resultBanner(result, data)}
${result !== null && typeof result === "object" && "failed" in result ? failedCard(result.failed, slug) : null}
${standingCard(data, request) ?? question(data, frame, request)}
${pauseWaitingCard(pauseWaitingOf(data), organization)}
${data.standing === null ? null : stoppedCard(data.standing.campaigns, slug)}
${data.standing === null || data.spending.length > 0 ? spendingCard(data.spending, organization) : null}`
  }
}

/** /o/{org}/settings/stop: suspends keys and apps and pauses every live campaign, for owners. */
export const emergencyStop = (router: PageRouter) =>
  Effect.gen(function* () {
    const stops = yield* EmergencyStop
    const administrationForm = yield* makeAdministrationForm
    const shows = (result: Result) => ({ show: result })
    // Another owner was faster: the page shows what is so now.
    const refused = (error: { readonly _tag: string }, { org }: BrowserRequest) =>
      error._tag === "not_found" ? { redirect: pagePaths.stop(org) } : null
    const page = {
      path: pagePaths.stop(":org"),
      name: "pages.stop",
      read: ({ clearance }: OrganizationPageReader) => stops.read(clearance)
    }
    for (const [table, file] of Object.entries(files))
      organizationFile(router, {
        ...page,
        path: pagePaths.tableOf(page.path, table),
        file: ({ data, organization }) => file(data, organization)
      })
    organizationPage(router, {
      ...page,
      place: "stop",
      forms: formsByAction("organizations.stop", {
        stop: administrationForm("organizations.stop", { ownErrorPage: true, done: shows, refused }),
        undo: administrationForm("organizations.undo_stop", {
          values: (_, sent) => ({ id: sent.get("stop") ?? "" }),
          ownErrorPage: true,
          done: shows,
          refused: (error, request) =>
            error instanceof StopOvertaken ? shows(error) : refused(error, request)
        }),
        lift: administrationForm("organizations.lift_suspension", {
          ownErrorPage: true,
          done: shows,
          refused
        })
      }),
      render: contentOf
    })
  })
