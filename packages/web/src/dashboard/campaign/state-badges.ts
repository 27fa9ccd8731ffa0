import { seenState } from "@adwarden/core"
import type { Output } from "@adwarden/core/contract"
import { type Html, html } from "../../kit/html.ts"
import { badge } from "../../parts/index.ts"

type Row = Output<"campaigns.list">["campaigns"][number]
type State = Row["state"]

/** What was asked for, and what the ad platform was last seen to have. */
export type SeenCampaign = Pick<Row, "state" | "platform_state">

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
