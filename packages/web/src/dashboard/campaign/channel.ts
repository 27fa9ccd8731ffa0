import type { CurrentOrganization } from "@adwarden/core"
import { type Channel, channelNames, type Output } from "@adwarden/core/contract"
import { type Content, type Html, html } from "../../kit/html.ts"
import { dayText, type IconName, mark, money } from "../../parts/index.ts"

const icons: Readonly<Record<Channel, IconName>> = {
  search: "search",
  performance_max: "pmax",
  shopping: "shopping",
  display: "display",
  video: "video",
  demand_gen: "demand",
  other: "campaigns"
}

/** Where the ads of a campaign show, and whether AI Max is on. */
export const channelMark = (channel: Channel, aiMax: boolean | null = null): Html =>
  html`${mark(icons[channel], channelNames[channel])}${aiMax ? html`<span class="mark-ai">AI Max</span>` : null}`

type Platform = Pick<CurrentOrganization, "adPlatform" | "adPlatformUrl">

/** The ad platform, as a link to the campaigns there. */
export const platformLink = ({ adPlatform, adPlatformUrl }: Platform): Content =>
  adPlatformUrl === null ? adPlatform : html`<a href="${adPlatformUrl}" rel="noreferrer">${adPlatform}</a>`

type Campaign = Output<"campaigns.get">

/** Whether the service reads and changes what is inside a campaign. */
export const hasContent = ({ channel = "search" }: Pick<Campaign, "channel">): boolean => channel === "search"

/** Whether the ad platform accepts changes of a campaign from programs. Of video campaigns it accepts none. */
export const canBeChanged = ({ channel = "search" }: Pick<Campaign, "channel">): boolean =>
  channel !== "video"

/** Why the content of a campaign, or all of it, is not changed here. */
export const noContent = ({ channel = "search" }: Pick<Campaign, "channel">, platform: Platform): Html =>
  !canBeChanged({ channel })
    ? html`<p>This is a ${channelNames[channel]} campaign: ${platform.adPlatform} accepts no change of it from any program, not even a pause. Change it in ${platformLink(platform)}.</p>`
    : html`<p>This is a ${channelNames[channel]} campaign: its budget, state and name change here, and what is inside it in ${platformLink(platform)}.</p>`

/** Why the budget of a campaign cannot be changed here; null for a daily budget. */
export const totalBudgetReason = (
  { budget_total: total = null, ends_on: last = null }: Pick<Campaign, "budget_total" | "ends_on">,
  platform: Platform,
  currency: string
): Html | null =>
  total === null
    ? null
    : html`<p>It has a total budget of ${money(total, currency)}${last === null ? "" : ` until ${dayText(last)}`} instead of a daily one. Only ${platformLink(platform)} can change it.</p>`
