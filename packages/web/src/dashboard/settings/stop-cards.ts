import type { FailedCampaign, SpendingCampaign, StoppedCampaign } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { type Html, html } from "../../kit/html.ts"
import { badge, card, empty, items, money, table } from "../../parts/index.ts"

/** The campaigns that a stop would pause. */
export const spendingCard = (campaigns: ReadonlyArray<SpendingCampaign>, currency: string): Html =>
  card({
    id: "campaigns",
    title: "Campaigns that can spend now",
    padded: false,
    body:
      campaigns.length === 0
        ? empty({ icon: "check", title: "No campaign is live", text: "Nothing spends at the moment." })
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
