import {
  type CurrentOrganization,
  type OrganizationPageReader,
  type PageData,
  type PagesShape,
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
  routePattern,
  type ServiceError
} from "@adwarden/core/contract"
import { type Context, Effect } from "effect"
import type { BrowserRequest } from "../../kit/browser-request.ts"
import { type Content, type Html, html } from "../../kit/html.ts"
import { linkPages } from "../../kit/page-links.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { banner, head, relative, tabs } from "../../parts/index.ts"
import { taskCard } from "../activity/tasks.ts"
import { doneBanner } from "../change/index.ts"
import { organizationPage } from "../organization/organization-page.ts"
import { stateBadges, stateHint } from "./state-badges.ts"

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
    page: PageData<A> & { readonly campaign: Campaign },
    request: BrowserRequest
  ) => { readonly body: Html /** Buttons beside the title. */; readonly actions?: Content }
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

/** Adds a tab of a campaign: the title with the state and the tabs, and below them what the tab shows. */
export const campaignPage = <A>(
  router: PageRouter,
  pages: PagesShape,
  { feed, read, render, tab }: CampaignPageDefinition<A>
): void =>
  organizationPage(router, pages, {
    path: routePattern(pagePaths.campaign(":org", ":slug", tab)),
    name: tab === "summary" ? "campaign" : `campaign.${tab}`,
    place: "campaigns",
    read: (reader, request) => {
      const { slug = "" } = request.parameters
      return Effect.flatMap(Effect.cached(reader.read("campaigns.get", { slug })), (campaign) =>
        Effect.all(
          {
            campaign,
            own: read(reader, slug, request, campaign),
            tasks: readTasks(feed, reader, slug, request)
          },
          { concurrency: "unbounded" }
        )
      )
    },
    render: ({ data: { campaign, own, tasks }, frame }, request) => {
      const organization = frame.organization!
      const { adPlatform, slug: org } = organization
      const { actions, body } = render({ frame, data: own, campaign }, request)
      const title = tab === "summary" ? campaign.name : `${campaignTabNames[tab]} · ${campaign.name}`
      return {
        title,
        body: html`${head({
          title: campaign.name,
          crumbs: [
            { label: "Campaigns", href: pagePaths.organization(org, "campaigns") },
            { label: campaign.slug }
          ],
          badge: html`${stateBadges(campaign, campaign.sync === "conflict", adPlatform)}<span class="small soft">${syncLine(campaign, adPlatform)}</span>`,
          ...(actions === undefined ? {} : { actions })
        })}
${tabs(
  "Campaign",
  campaignTabs.map((one) => ({
    label: campaignTabNames[one],
    href: pagePaths.campaign(org, campaign.slug, one),
    current: one === tab
  }))
)}
${doneBanner(request, org)}${writtenBanner(request, tasks)}${taskCard(tasks, { org, request })}
${syncBanner(campaign, tab, organization)}
${body}`
      }
    }
  })
