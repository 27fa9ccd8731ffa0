import type { CurrentOrganization, FailedCampaign, SpendingCampaign, StoppedCampaign } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { type Html, html } from "../../kit/html.ts"
import { badge, card, empty, items, money, table } from "../../parts/index.ts"

/** The campaigns that a stop would pause. */
export const spendingCard = (campaigns: ReadonlyArray<SpendingCampaign>, currency: string): Html =>
  card({
    id: "campaigns",
    title: "Campaigns that a stop pauses",
    padded: false,
    body:
      campaigns.length === 0
        ? empty({ icon: "check", title: "No campaign is live here", text: "There is none to pause." })
        : table({
            labelledBy: "campaigns",
            rows: campaigns,
            columns: [
              { title: "Campaign", cell: ({ name }) => name },
              {
                title: "Budget a day",
                figure: true,
                cell: ({ budget }) => (budget === null ? "none" : money(budget, currency))
              }
            ]
          })
  })

/** The campaigns that are paused here and still run in the ad platform. */
export const pauseWaitingCard = (
  campaigns: ReadonlyArray<SpendingCampaign>,
  { adPlatform, currency, slug }: Pick<CurrentOrganization, "adPlatform" | "currency" | "slug">
): Html | null =>
  campaigns.length === 0
    ? null
    : card({
        id: "pause-waiting",
        title: `Paused here, still live in ${adPlatform}`,
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
            {
              title: "Budget a day",
              figure: true,
              cell: ({ budget }) => (budget === null ? "none" : money(budget, currency))
            }
          ]
        })
      })

/** The campaigns that could not be paused or resumed. */
export const failedCard = (failed: ReadonlyArray<FailedCampaign>, org: string): Html | null =>
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
export const stoppedCard = (campaigns: ReadonlyArray<StoppedCampaign>, org: string): Html | null =>
  campaigns.length === 0
    ? null
    : card({
        id: "stopped",
        title: "Paused by this stop",
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
