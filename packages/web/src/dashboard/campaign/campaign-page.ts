import {
  type CurrentOrganization,
  mayDecide,
  type OrganizationPageReader,
  seenBudget,
  seenState,
  type TaskFeed,
  type TaskView
} from "@adwarden/core"
import {
  type CampaignTab,
  campaignTabNames,
  campaignTabs,
  type Output,
  pagePaths,
  type ServiceError
} from "@adwarden/core/contract"
import { type Context, Effect } from "effect"
import {
  type OrganizationData,
  organizationFile,
  organizationPage,
  together
} from "../../kit/dashboard-page.ts"
import { type Content, type Html, html, linkPages } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import type { Range } from "../../kit/range.ts"
import { type FileColumns, tableFile } from "../../kit/table-file.ts"
import {
  badge,
  banner,
  card,
  day,
  facts,
  head,
  linkButton,
  moment,
  money,
  relative,
  tabs
} from "../../parts/index.ts"
import { taskCard } from "../activity/tasks.ts"
import { doneBanner } from "../change/index.ts"
import { canBeChanged, channelMark, hasContent, noContent, platformLink } from "./channel.ts"

type Row = Output<"campaigns.list">["campaigns"][number]
type State = Row["state"]

/** What was asked for, and what the ad platform was last seen to have. */
type SeenCampaign = Pick<Row, "state" | "platform_state">

export const stateNames: Readonly<Record<State, string>> = {
  live: "Live",
  paused: "Paused",
  draft: "Draft",
  error: "Error"
}

const stateBadge = (state: State): Html => badge(state === "error" ? "fail" : state, stateNames[state])

/** What has not reached the ad platform yet; null if it has the state that was asked for. */
export const stateHint = (campaign: SeenCampaign): string | null => {
  if (seenState(campaign) === campaign.state) return null
  if (campaign.state === "live") return "going live is waiting"
  return campaign.state === "draft" ? "taken out of service here, pause waiting" : "pause waiting"
}

/** The state of a campaign: the ad platform's, if it has another one than was asked for. */
export const stateBadges = (campaign: SeenCampaign, inConflict: boolean, adPlatform: string): Html => {
  const seen = seenState(campaign)
  return html`${
    seen === campaign.state ? stateBadge(seen) : badge("wait", `${stateNames[seen]} in ${adPlatform}`)
  }${inConflict ? html` ${badge("wait", "Changed outside")}` : null}`
}

export type Campaign = Output<"campaigns.get">
type SqlError = Effect.Effect.Error<ReturnType<OrganizationPageReader["read"]>>

interface CampaignPageDefinition<A> {
  readonly tab: CampaignTab
  /** Set for tabs whose content a task writes: the page shows the tasks of the campaign and follows them. */
  readonly feed?: Context.Tag.Service<TaskFeed>
  readonly read: (
    reader: OrganizationPageReader,
    slug: string,
    request: BrowserRequest,
    /** The campaign, read once for the page and its tab. */
    campaign: Effect.Effect<Campaign, ServiceError | SqlError>
  ) => Effect.Effect<A, ServiceError | SqlError>
  readonly render: (
    page: OrganizationData<A> & { readonly campaign: Campaign },
    request: BrowserRequest
  ) => {
    readonly body: Html
    readonly range?: Range
    /** Buttons beside the title. */
    readonly actions?: Content
  }
}

/** Whether the ad platform has what is shown here. It is said only of what it was last seen to have. */
const syncLine = (campaign: Campaign, adPlatform: string): Content => {
  const { last_synced_at: at, state, sync } = campaign
  const hint = stateHint(campaign)
  if (hint !== null) return `${state === "live" ? "" : "paused here, "}${hint}`
  if (at === null) return state === "draft" ? "spends nothing until it is launched" : null
  switch (sync) {
    case "in_sync":
      return html`as in ${adPlatform}, synced ${relative(at)}`
    case "pending":
      return `${adPlatform} follows shortly`
    case "conflict":
      return `${state === "draft" ? "paused" : state} here and in ${adPlatform}`
    default:
      return null
  }
}

/** What keeps the ad platform from having what is shown here. A conflict is decided on the summary. */
const syncBanner = (campaign: Campaign, tab: CampaignTab, { adPlatform, slug: org }: CurrentOrganization) => {
  if (campaign.sync === "conflict")
    return tab === "summary"
      ? null
      : banner(
          "warn",
          html`It was changed in ${adPlatform}, and nobody has decided on that. <a href="${pagePaths.campaign(org, campaign.slug)}">Decide</a>`
        )
  const runs = campaign.state !== "live" && seenState(campaign) === "live"
  return campaign.sync_error == null
    ? null
    : banner(
        "bad",
        html`${runs ? html`<b>It is still live in ${adPlatform} and may spend.</b> ` : null}${linkPages(campaign.sync_error, org)}`
      )
}

/** The task that led to this page; null if none did. */
const askedTask = ({ query }: BrowserRequest): number | null => {
  const task = query.get("task")
  return task !== null && /^\d{1,15}$/.test(task) ? Number(task) : null
}

/** The tasks of a campaign under way, and the one that led to this page if it failed. */
const readTasks = (
  feed: CampaignPageDefinition<unknown>["feed"],
  { clearance }: OrganizationPageReader,
  slug: string,
  request: BrowserRequest
) =>
  feed === undefined
    ? Effect.succeed<ReadonlyArray<TaskView>>([])
    : Effect.map(feed.list(clearance), (tasks) =>
        tasks.filter(
          ({ campaign, id, stage }) =>
            campaign?.slug === slug && (stage !== null || id === askedTask(request))
        )
      )

/** What became of a task that wrote something and led to this page; null while it is among those that are shown. */
const writtenBanner = (request: BrowserRequest, tasks: ReadonlyArray<TaskView>): Html | null => {
  const task = askedTask(request)
  return task === null || request.query.has("done") || tasks.some(({ id }) => id === task)
    ? null
    : banner("good", "It is written.")
}

/** The tabs of a campaign. What is inside a campaign of another channel than search is not read. */
const tabsOf = (campaign: Campaign): ReadonlyArray<CampaignTab> =>
  hasContent(campaign) ? campaignTabs : ["summary", "log"]

interface CampaignFileDefinition<Row> extends Pick<CampaignPageDefinition<unknown>, "tab"> {
  readonly rows: (
    reader: OrganizationPageReader,
    slug: string,
    request: BrowserRequest
  ) => Effect.Effect<ReadonlyArray<Row>, ServiceError | SqlError>
  readonly columns: (organization: CurrentOrganization) => FileColumns<Row>
}

/** Adds the table of a campaign's tab as a file, with all rows that its address describes. */
export const campaignFile = <Row>(
  router: PageRouter,
  { columns, rows, tab }: CampaignFileDefinition<Row>
): void =>
  organizationFile(router, {
    path: pagePaths.campaign(":org", ":slug", tab),
    name: `pages.campaign.${tab}`,
    read: (reader, request) => rows(reader, request.parameters["slug"] ?? "", request),
    file: ({ data, organization }, { parameters }) =>
      tableFile({
        name: `${organization.slug}-${parameters["slug"]}-${tab}`,
        rows: data,
        columns: columns(organization)
      })
  })

/** Adds a tab of a campaign: the title with the state and the tabs, and below them what the tab shows. */
export const campaignPage = <A>(router: PageRouter, { feed, read, render, tab }: CampaignPageDefinition<A>) =>
  organizationPage(router, {
    path: pagePaths.campaign(":org", ":slug", tab),
    name: tab === "summary" ? "pages.campaign" : `pages.campaign.${tab}`,
    place: "campaigns",
    read: (reader, request) => {
      const { slug = "" } = request.parameters
      return Effect.flatMap(Effect.cached(reader.read("campaigns.get", { slug })), (campaign) =>
        together({
          campaign,
          own: read(reader, slug, request, campaign),
          tasks: readTasks(feed, reader, slug, request)
        })
      )
    },
    render: ({ data: { campaign, own: data, tasks }, frame, organization }, request) => {
      const { adPlatform, slug: org } = organization
      const own = tabsOf(campaign)
      const { actions, body, range } = own.includes(tab)
        ? render({ frame, organization, data, campaign }, request)
        : { body: contentsCard(campaign, organization) }
      const title = tab === "summary" ? campaign.name : `${campaignTabNames[tab]} · ${campaign.name}`
      return {
        title,
        ...(range === undefined ? {} : { range }),
        body: html`${head({
          title: campaign.name,
          crumbs: [
            { label: "Campaigns", href: pagePaths.organization(org, "campaigns") },
            { label: campaign.name }
          ],
          badge: html`${stateBadges(campaign, campaign.sync === "conflict", adPlatform)}<span class="small soft">${syncLine(campaign, adPlatform)}</span>`,
          ...(actions === undefined ? {} : { actions })
        })}
${tabs(
  "Campaign",
  own.map((one) => ({
    label: campaignTabNames[one],
    href: pagePaths.campaign(org, campaign.slug, one),
    current: one === tab
  }))
)}
${doneBanner(request)}${writtenBanner(request, tasks)}${taskCard(tasks, request)}
${syncBanner(campaign, tab, organization)}
${body}`
      }
    }
  })

/** Whether a person can change campaigns: the role that the scope campaigns:write needs. */
export const mayChange = ({ effectiveRole }: CurrentOrganization): boolean => mayDecide(effectiveRole)

/** The address of a campaign's summary with the form of a change open. */
export const changePath = (org: string, slug: string, change: string): string =>
  `${pagePaths.campaign(org, slug)}?change=${change}#change`

/** A share of the last seven days, as the ad platform reports it; null if it does not. */
const percent = (share: number | null | undefined): string | null =>
  share == null ? null : `${(share * 100).toFixed(0)}%, last 7 days`

const onOrOff = (value: boolean | null | undefined): string | null =>
  value == null ? null : value ? "on" : "off"

/** Whether AI Max is on, with the link that previews the switch; null if it is unknown or not for the channel. */
const aiMaxOf = (campaign: Campaign, organization: CurrentOrganization): Content => {
  const { ai_max: isOn = null, slug } = campaign
  if (isOn === null) return null
  const next = onOrOff(!isOn)
  return mayChange(organization) && canBeChanged(campaign)
    ? html`<b>${onOrOff(isOn)}</b> <a href="${changePath(organization.slug, slug, `ai_max&ai_max=${next}`)}">Turn ${next}<span class="sr"> AI Max</span></a>`
    : html`<b>${onOrOff(isOn)}</b>`
}

/** What a campaign has inside, or where that is. */
export const contentsCard = (campaign: Campaign, organization: CurrentOrganization): Html => {
  const { ads_count, keywords_count, negative_keywords_count, slug } = campaign
  const counted = (number: number, tab: CampaignTab): Html =>
    html`<a href="${pagePaths.campaign(organization.slug, slug, tab)}">${number}<span class="sr"> ${campaignTabNames[tab]}</span></a>`
  return card({
    id: "contents",
    title: "Contents",
    body: hasContent(campaign)
      ? facts([
          ["Ads", counted(ads_count, "ads")],
          ["Keywords", counted(keywords_count, "keywords")],
          ["Negative keywords", counted(negative_keywords_count, "negatives")]
        ])
      : noContent(campaign, organization)
  })
}

const typeNames: Readonly<Record<string, string>> = {
  prospecting: "Prospecting",
  brand: "Own name",
  competitor: "Names of competitors",
  hipo: "High potential",
  location: "Locations",
  icp: "Kinds of customers",
  external: "Imported"
}

/** The settings of a campaign, each with a link to its form. */
export const settingsCard = (
  campaign: Campaign,
  organization: CurrentOrganization,
  more: ReadonlyArray<readonly [name: string, value: Content]> = []
): Html => {
  const { adPlatform, currency, slug: org } = organization
  const budget = seenBudget(campaign)
  const changeable = (value: Content, change: string, name: string): Html =>
    mayChange(organization) && canBeChanged(campaign)
      ? html`${value} <a href="${changePath(org, campaign.slug, change)}">Change<span class="sr"> ${name}</span></a>`
      : html`${value}`
  const amount = (value: number): Html => html`<b>${value === 0 ? "none" : money(value, currency)}</b>`
  const { budget_left: left = null, budget_total: total = null, channel = "search", ends_on: last } = campaign
  return card({
    id: "settings",
    title: "Settings",
    body: facts([
      ["Channel", channelMark(channel, campaign.ai_max)],
      total === null
        ? [
            "Daily budget",
            changeable(
              budget === campaign.budget
                ? amount(budget)
                : html`${amount(budget)} in ${adPlatform}, ${amount(campaign.budget)} here`,
              "budget",
              "the daily budget"
            )
          ]
        : [
            "Total budget",
            html`<b>${money(left ?? 0, currency)}</b> left of ${money(total, currency)}; only ${platformLink(organization)} can change it`
          ],
      ["Last day", last == null ? null : day(last)],
      ["Target CPA", changeable(amount(campaign.target_cpa), "target", "the target CPA")],
      ["AI Max", aiMaxOf(campaign, organization)],
      ["Texts by the platform", onOrOff(campaign.text_automation)],
      ["Name", changeable(html`<bdi>${campaign.name}</bdi>`, "name", "the name")],
      ...more,
      ["Type", typeNames[campaign.type] ?? campaign.type],
      ["Goal", campaign.goal === "" ? null : campaign.goal],
      ["Website", campaign.website_url === "" ? null : html`<bdi>${campaign.website_url}</bdi>`],
      ["Impression share", percent(campaign.serving?.impression_share)],
      ["Lost to budget", percent(campaign.serving?.lost_to_budget)],
      ["Lost to rank", percent(campaign.serving?.lost_to_rank)],
      ["Last sync", campaign.last_synced_at === null ? "never" : moment(campaign.last_synced_at)]
    ])
  })
}

/** The buttons beside the title: the states that the campaign can have next. */
export const stateButtons = (campaign: Campaign, organization: CurrentOrganization): Html | null => {
  if (!mayChange(organization) || !canBeChanged(campaign)) return null
  const to = (change: string, label: string, kind: "quiet" | "quiet bad" = "quiet") =>
    linkButton(changePath(organization.slug, campaign.slug, change), label, kind)
  const launched = campaign.last_synced_at !== null
  switch (campaign.state) {
    case "live":
      return html`${to("name", "Rename")}${to("paused", "Pause")}`
    case "paused":
      return html`${to("name", "Rename")}${to("draft", "Take out of service")}${to("live", "Resume")}`
    case "error":
      return html`${to("paused", "Pause")}${to("live", "Try again")}`
    default:
      return html`${to("name", "Rename")}${launched ? to("live", "Put live again") : to("discard", "Discard draft", "quiet bad")}`
  }
}
