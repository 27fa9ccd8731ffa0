import {
  type CampaignConflict,
  type OrganizationPageReader,
  type ReviewedWrite,
  seenBudget,
  seenState
} from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { type Content, type Html, html, linkPages } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import { banner, type Check, count, diff, money } from "../../parts/index.ts"
import { launchCheck, outsideChecks } from "../change/outside-changes.ts"
import { changeCard, previewBox } from "../change/preview-box.ts"
import { type PreviewedChange, previewChange } from "../change/previewed-change.ts"
import { type Campaign, stateNames } from "./campaign-page.ts"
import { type ConflictView, decisionLinks, type Organization, outdatedChecks } from "./decision.ts"

type StateChange = PreviewedChange<"campaigns.set_state">

const states = ["live", "paused", "draft"] as const

/** Previews the state that the address asks for; null if it asks for none. */
export const readStateChange = (reader: OrganizationPageReader, slug: string, { query }: BrowserRequest) => {
  const state = states.find((one) => one === query.get("change"))
  return state === undefined
    ? Effect.succeed(null)
    : previewChange(reader, "campaigns.set_state", { slug, state })
}

const nameOf = (state: unknown): string =>
  (stateNames as Readonly<Record<string, string>>)[String(state)] ?? ""

/** The ad platform may not have the state yet that the campaign has here. */
const alreadyLine = (campaign: Campaign, adPlatform: string): string =>
  seenState(campaign) === campaign.state
    ? "The campaign has this state already."
    : `The campaign has this state here already. It is sent to ${adPlatform} again until it has arrived.`

interface StateChangeView {
  readonly campaign: Campaign
  readonly change: StateChange
  readonly organization: Organization
  /** The pending changes of this campaign. */
  readonly pending: ReadonlyArray<ReviewedWrite>
  readonly request: BrowserRequest
  readonly conflict: CampaignConflict | null
  readonly decides: ConflictView
  /** What a first launch sends to the ad platform besides the counts. */
  readonly content?: Content
}

/** The title of the card, its button, and what it means. */
const wordsOf = ({ campaign, change, content, organization }: StateChangeView) => {
  const amount = (value: number) => money(value, organization.currency)
  const { ads_count: ads, keywords_count: keywords, name, negative_keywords_count: negatives } = campaign
  // While both differ, the larger one may be spent.
  const budget = Math.max(campaign.budget, seenBudget(campaign))
  const left = campaign.budget_left ?? null
  const cost =
    left === null
      ? `It may cost up to ${amount(budget)} a day, ${amount(budget * 30)} in 30 days.`
      : `It may cost all that is left of its total budget, ${amount(left)}, within days.`
  const saved =
    left === null ? `up to ${amount(budget)} a day` : `what is left of its total budget, ${amount(left)}`
  if (change.input["state"] === "paused")
    return {
      title: `Pause ${name}`,
      button: `Pause ${name}`,
      meaning: html`<p>Its ads stop showing. It stops spending ${saved}.</p>`
    }
  if (change.input["state"] === "draft")
    return {
      title: `Take ${name} out of service`,
      button: "Take out of service",
      meaning: html`<p>It is paused in the ad platform and listed as a draft here. It can go live again later.</p>`
    }
  if (campaign.state === "draft" && campaign.last_synced_at === null)
    return {
      title: `Launch ${name}`,
      button: `Launch ${name}`,
      meaning: html`<p>This goes to the ad platform: ${count(ads, "ad")}, ${count(keywords, "keyword")}, ${count(negatives, "negative keyword")}.</p>${content ?? null}<p>${cost} It starts to spend as soon as its ads are approved there.</p>`
    }
  return {
    title: `Put ${name} live`,
    button: campaign.state === "paused" ? `Resume ${name}` : `Put ${name} live`,
    meaning: html`<p>Its ads show again. ${cost}</p>`
  }
}

/** What others changed in the ad platform, which stops a launch and never a pause. */
const conflictChecks = ({
  change,
  conflict,
  decides,
  organization
}: StateChangeView): ReadonlyArray<Check> => {
  const { preview } = change
  const outside = preview?.outside_change ?? conflict?.settings ?? []
  const to = change.input["state"] === "live" ? "live" : "paused"
  const shown = { currency: organization.currency, adPlatform: decides.adPlatform }
  if (preview === undefined || (outside.length === 0 && conflict === null)) return []
  if (to === "paused") return outsideChecks(outside, { field: "state", to }, shown)
  const action = decisionLinks(conflict, decides)
  return [
    launchCheck(outside, { ...shown, action }),
    ...(preview.blocked_by === null || preview.blocked_reason === undefined
      ? []
      : [
          {
            passes: false,
            name: "Not possible",
            detail: linkPages(preview.blocked_reason, organization.slug)
          }
        ])
  ]
}

/** The preview of a state change. */
export const stateCard = (view: StateChangeView): Html => {
  const { campaign, change, organization, pending, request } = view
  const { slug: org } = organization
  const back = pagePaths.campaign(org, campaign.slug)
  const { button, meaning, title } = wordsOf(view)
  const changed = change.preview?.would_change.state
  return changeCard(
    title,
    back,
    change.preview !== undefined && changed === undefined
      ? banner("plain", alreadyLine(campaign, view.decides.adPlatform))
      : previewBox({
          request,
          change,
          content: html`${
            changed === undefined
              ? null
              : diff([
                  {
                    name: "State",
                    from: nameOf(changed.from),
                    to: nameOf(changed.to)
                  }
                ])
          }${meaning}`,
          checks: [...conflictChecks(view), ...outdatedChecks(pending, "State", org)],
          button,
          back
        })
  )
}
