import { type CurrentOrganization, mayDecide, seenBudget } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { type Content, type Html, html } from "../../kit/html.ts"
import { card, facts, linkButton, moment, money } from "../../parts/index.ts"
import type { Campaign } from "./campaign-page.ts"

/** Whether a person can change campaigns: the role that the scope campaigns:write needs. */
export const mayChange = ({ effectiveRole }: CurrentOrganization): boolean => mayDecide(effectiveRole)

/** The address of a campaign's summary with the form of a change open. */
export const changePath = (org: string, slug: string, change: string): string =>
  `${pagePaths.campaign(org, slug)}?change=${change}#change`

/** A share of the last seven days, as the ad platform reports it; null if it does not. */
const percent = (share: number | null | undefined): string | null =>
  share == null ? null : `${(share * 100).toFixed(0)}%, last 7 days`

/** The settings of a campaign, each with a link to its form. */
export const settingsCard = (
  campaign: Campaign,
  organization: CurrentOrganization,
  more: ReadonlyArray<readonly [name: string, value: Content]> = []
): Html => {
  const { adPlatform, currency, slug: org } = organization
  const budget = seenBudget(campaign)
  const changeable = (value: Content, change: string, name: string): Html =>
    mayChange(organization)
      ? html`${value} <a href="${changePath(org, campaign.slug, change)}">Change<span class="sr"> ${name}</span></a>`
      : html`${value}`
  const amount = (value: number): Html => html`<b>${value === 0 ? "none" : money(value, currency)}</b>`
  return card({
    id: "settings",
    title: "Settings",
    body: facts([
      [
        "Daily budget",
        changeable(
          budget === campaign.budget
            ? amount(budget)
            : html`${amount(budget)} in ${adPlatform}, ${amount(campaign.budget)} here`,
          "budget",
          "the daily budget"
        )
      ],
      ["Target CPA", changeable(amount(campaign.target_cpa), "target", "the target CPA")],
      ["Name", changeable(html`<bdi>${campaign.name}</bdi>`, "name", "the name")],
      ...more,
      ["Type", campaign.type],
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
  if (!mayChange(organization)) return null
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
