import type { OrganizationPageReader, PageData, PagesShape } from "@adwarden/core"
import {
  type CampaignTab,
  campaignTabNames,
  campaignTabs,
  type Output,
  pagePaths,
  routePattern,
  type ServiceError
} from "@adwarden/core/contract"
import { Effect } from "effect"
import type { BrowserRequest } from "../../kit/browser-request.ts"
import { type Content, type Html, html } from "../../kit/html.ts"
import { linkPages } from "../../kit/page-links.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { banner, head, relative, tabs } from "../../parts/index.ts"
import { doneBanner } from "../change/index.ts"
import { organizationPage } from "../organization/organization-page.ts"
import { stateBadge } from "./campaign-table.ts"

export type Campaign = Output<"campaigns.get">
type SqlError = Effect.Effect.Error<ReturnType<OrganizationPageReader["read"]>>

interface CampaignPageDefinition<A> {
  readonly tab: CampaignTab
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

/** Whether the ad platform has what is shown here. */
const syncLine = ({ last_synced_at: at, state, sync }: Campaign): Content => {
  if (at === null) return state === "draft" ? "spends nothing until it is launched" : null
  if (sync === "pending") return "the ad platform follows shortly"
  return sync === "failed" ? null : html`as in the ad platform, synced ${relative(at)}`
}

/** Adds a tab of a campaign: the title with the state and the tabs, and below them what the tab shows. */
export const campaignPage = <A>(
  router: PageRouter,
  pages: PagesShape,
  { read, render, tab }: CampaignPageDefinition<A>
): void =>
  organizationPage(router, pages, {
    path: routePattern(pagePaths.campaign(":org", ":slug", tab)),
    name: tab === "summary" ? "campaign" : `campaign.${tab}`,
    place: "campaigns",
    read: (reader, request) => {
      const { slug = "" } = request.parameters
      return Effect.flatMap(Effect.cached(reader.read("campaigns.get", { slug })), (campaign) =>
        Effect.all({ campaign, own: read(reader, slug, request, campaign) }, { concurrency: "unbounded" })
      )
    },
    render: ({ data: { campaign, own }, frame }, request) => {
      const { slug: org } = frame.organization!
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
          badge: html`${stateBadge(campaign.state)}<span class="small soft">${syncLine(campaign)}</span>`,
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
${doneBanner(request, org)}
${campaign.sync_error == null ? null : banner("bad", linkPages(campaign.sync_error, org))}
${body}`
      }
    }
  })
