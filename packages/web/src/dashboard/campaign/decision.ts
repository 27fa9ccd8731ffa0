import {
  type CampaignConflict,
  type ConflictingSetting,
  type OrganizationPageReader,
  type PeopleWritesShape,
  perCallRange,
  type ReviewedWrite,
  seenState
} from "@adwarden/core"
import { type Output, pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { type Content, type Html, html } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import {
  banner,
  type Check,
  type Difference,
  icon,
  linkButton,
  moment,
  money,
  relative
} from "../../parts/index.ts"
import { ageLine, describeChange, requesterLine } from "../approvals/describe-request.ts"
import { authorLine, settingNames, settingValue } from "../change/outside-changes.ts"
import { type Accepting, acceptBox, changeCard, peopleWriteBox, valuesDiff } from "../change/preview-box.ts"
import {
  type Preview,
  type PreviewedChange,
  previewChange,
  previewPeopleWrite
} from "../change/previewed-change.ts"
import { type Campaign, changePath } from "./campaign-page.ts"

export type Organization = Output<"organizations.get">

/** What the daily budgets of all campaigns commit, before and after; null while the ad platform has another one. */
export const committedDifference = (
  { from, to }: { readonly from: number; readonly to: number },
  requested: number,
  { committed_monthly: committed, currency, max_spend: cap }: Organization,
  { sync }: Campaign
): Difference | null => {
  if (committed === undefined || sync === "pending" || sync === "failed" || sync === "conflict") return null
  const after = committed + 30 * (Math.max(to, requested) - Math.max(from, requested))
  return {
    name: "All budgets in 30 days",
    from: money(committed, currency),
    to: money(after, currency),
    step: cap === null ? "no cap" : `of ${money(cap, currency)} cap`
  }
}

/** How far one change can move the budget, and how much the cap leaves. */
export const budgetHint = (campaign: Campaign, organization: Organization, requested: number): string => {
  const { api_budget_change_limit_pct: percent, currency, room_daily: room } = organization
  const range = perCallRange({ from: campaign.budget, launched: campaign.state !== "draft" }, percent)
  const top = room == null ? null : Math.max(campaign.budget, requested) + room
  const step =
    range === null ? [] : [`${money(range.min, currency)} to ${money(range.max, currency)} in one step`]
  const fits =
    top === null || (range !== null && top >= range.max)
      ? []
      : [`up to ${money(top, currency)} a day fits under the cap`]
  const [first = "", ...rest] = [...step, ...fits]
  return [`${first.slice(0, 1).toUpperCase()}${first.slice(1)}`, ...rest].join("; ")
}

/** The limits of a budget, with the figures that decide. */
export const budgetChecks = (
  campaign: Campaign,
  preview: Pick<Preview<"campaigns.update">, "allowed_min" | "allowed_max_daily" | "monthly_cap">,
  organization: Organization
): ReadonlyArray<Check> => {
  const { currency } = organization
  const range = perCallRange(
    { from: campaign.budget, launched: campaign.state !== "draft" },
    organization.api_budget_change_limit_pct
  )
  const step: ReadonlyArray<Check> =
    range === null
      ? []
      : [
          {
            passes: preview.allowed_min === undefined,
            name: "One step",
            detail: `At most ${organization.api_budget_change_limit_pct}%: ${money(range.min, currency)} to ${money(range.max, currency)}`
          }
        ]
  const cap: ReadonlyArray<Check> =
    organization.max_spend === null
      ? []
      : [
          {
            passes: preview.monthly_cap === undefined,
            name: "Monthly cap",
            detail:
              preview.allowed_max_daily === undefined
                ? "All budgets and waiting raises fit"
                : `This campaign can have at most ${money(preview.allowed_max_daily, currency)} a day`
          }
        ]
  return [...step, ...cap]
}

/** The pending changes of one campaign. */
export const pendingOf = (
  pending: ReadonlyArray<ReviewedWrite>,
  slug: string
): ReadonlyArray<ReviewedWrite> => pending.filter(({ campaign }) => campaign?.slug === slug)

/** The highest daily budget that a pending change asks for; 0 if none does. It counts against the cap. */
export const requestedBudget = (own: ReadonlyArray<ReviewedWrite>): number =>
  Math.max(
    0,
    ...own.flatMap(({ changes }) =>
      changes.flatMap(({ subject, to }) => (subject === "Daily budget" ? [Number(to) || 0] : []))
    )
  )

/** A warning for each pending change that a change of the same setting makes out of date. */
export const outdatedChecks = (
  own: ReadonlyArray<ReviewedWrite>,
  subject: string,
  org: string
): ReadonlyArray<Check> =>
  own
    .filter(({ changes }) => changes.some((one) => one.subject === subject))
    .map((write) => ({
      passes: "warn",
      name: "Makes a waiting change out of date",
      detail: html`<a href="${pagePaths.optimization(org, write.id)}">${describeChange(write).title}</a>, asked by ${requesterLine(write)}, could no longer be approved.`
    }))

/** What waits for approval at this campaign. */
export const pendingBanner = (own: ReadonlyArray<ReviewedWrite>, org: string): Html | null =>
  own.length === 0
    ? null
    : banner(
        "warn",
        html`<b>${own.length === 1 ? "One change waits" : `${own.length} changes wait`} for approval.</b>${
          requestedBudget(own) > 0 ? " A raise counts against the cap until it is decided." : null
        }
${own.map((write) => html`<p>${describeChange(write).title} · ${requesterLine(write)} · ${ageLine(write)} · <a href="${pagePaths.optimization(org, write.id)}">Review</a></p>`)}`
      )

type TakingBack = PreviewedChange<"external_changes.overwrite">

/** A decision on what others changed, with its preview. */
type Decision =
  | { readonly kind: "accept"; readonly change: Accepting }
  | { readonly kind: "take_back"; readonly change: TakingBack }

/** Previews the decision that the address asks for; null if it asks for none. */
export const readDecision = (
  reader: OrganizationPageReader,
  people: PeopleWritesShape,
  slug: string,
  { query }: BrowserRequest
) => {
  switch (query.get("change")) {
    case "accept":
      return Effect.map(
        previewChange(reader, "campaigns.accept_changes", { slug }, { slug: "The campaign" }),
        (change): Decision => ({ kind: "accept", change })
      )
    case "take_back":
      return Effect.map(
        previewPeopleWrite(
          reader,
          people,
          "external_changes.overwrite",
          { campaign: slug },
          { campaign: "The campaign" }
        ),
        (change): Decision => ({ kind: "take_back", change })
      )
    default:
      return Effect.succeed(null)
  }
}

export interface ConflictView {
  readonly campaign: Campaign
  readonly org: string
  readonly currency: string
  readonly adPlatform: string
  readonly adPlatformUrl: string | null
  readonly mayChange: boolean
}

/** The settings that we can write over those of others. A state is decided by launching or pausing. */
const writable = ({ settings }: CampaignConflict): ReadonlyArray<ConflictingSetting> =>
  settings.filter(({ field }) => field !== "state")

/** "Accept $14.00", or without a value if several settings differ. */
const labelsOf = (conflict: CampaignConflict, currency: string) => {
  const [only, ...others] = conflict.settings
  const single = only !== undefined && others.length === 0
  return {
    accept: single
      ? `Accept ${settingValue(only, only.theirs, currency)}`
      : only === undefined && conflict.changes.length <= 1
        ? "Accept the change"
        : "Accept all",
    takeBack: single ? `Take back to ${settingValue(only, only.ours, currency)}` : "Take all back"
  }
}

const canTakeBack = (conflict: CampaignConflict): boolean =>
  writable(conflict).length > 0 && !conflict.contentChanged

/** The ways out as small buttons, for a check that fails because of the conflict. */
export const decisionLinks = (
  conflict: CampaignConflict | null,
  { campaign: { slug }, currency, mayChange, org }: ConflictView
): Html | undefined => {
  if (!mayChange || conflict?.accepting === true) return undefined
  const labels = conflict === null ? null : labelsOf(conflict, currency)
  return html`<span class="row fix">${linkButton(changePath(org, slug, "accept"), labels?.accept ?? "Accept", "quiet tiny")}${
    conflict === null || labels === null || !canTakeBack(conflict)
      ? null
      : linkButton(changePath(org, slug, "take_back"), labels.takeBack, "quiet tiny")
  }</span>`
}

const shownValue = (
  setting: ConflictingSetting,
  value: ConflictingSetting["ours"],
  several: boolean,
  currency: string
) =>
  html`<p class="is">${several ? html`<span class="of">${settingNames[setting.field]}</span> ` : null}<bdi>${settingValue(setting, value, currency)}</bdi>${setting.field === "budget" ? html` <span class="of">a day</span>` : null}</p>`

/** Both values of each setting, with who set them, where and when. */
const valuesOf = ({ foundAt, settings }: CampaignConflict, { adPlatform, currency }: ConflictView): Html => {
  const several = settings.length > 1
  return html`<div class="versus"><div><p class="small soft">In ${adPlatform}, in force</p>${settings.map(
    (one) =>
      html`${shownValue(one, one.theirs, several, currency)}<p class="small">${authorLine({ by: one.by, at: null })}<br /><span class="soft">${one.at === null ? null : html`${moment(one.at)}, `}found ${relative(foundAt)}</span></p>`
  )}</div><div><p class="small soft">In Adwarden</p>${settings.map(
    (one) =>
      html`${shownValue(one, one.ours, several, currency)}<p class="small">${one.set === null ? null : html`${one.set.by}, in Adwarden<br /><span class="soft">${moment(one.set.at)}</span>`}</p>`
  )}</div></div>`
}

const acceptMeaning = (conflict: CampaignConflict, { adPlatform, currency }: ConflictView): Content => {
  const [only, ...others] = conflict.settings
  return `Changes nothing in ${adPlatform}. Adwarden takes over ${only !== undefined && others.length === 0 ? settingValue(only, only.theirs, currency) : "what it has there"}, with its ads and keywords.`
}

const takeBackMeaning = (conflict: CampaignConflict, { adPlatform, currency }: ConflictView): Content => {
  const settings = writable(conflict)
  if (conflict.contentChanged)
    return "Ads or keywords were changed too. Accept first, then take single changes back."
  if (settings.length === 0) return "The state is set by launching or pausing the campaign. Accept first."
  const [by, ...more] = new Set(settings.flatMap((one) => one.by ?? []))
  const whom = by !== undefined && more.length === 0 ? html`<bdi>${by}</bdi>` : "them"
  return html`Writes ${settings.map((one, n) => html`${n === 0 ? "" : ", "}<bdi>${settingValue(one, one.ours, currency)}</bdi>`)} to ${adPlatform}, which does not notify ${whom}. You can undo it.`
}

const contentsOf = ({ changes }: CampaignConflict): Html =>
  html`<ul class="bullets">${changes.map(({ at, by, what }) => html`<li><bdi>${what}</bdi>, by ${authorLine({ by, at })}</li>`)}</ul>`

const titleOf = ({ settings }: CampaignConflict, adPlatform: string): string => {
  const [only, ...others] = settings
  if (only === undefined) return `Accept what was changed in ${adPlatform}?`
  return others.length === 0 ? `Which ${settingNames[only.field]} is right?` : "Which settings are right?"
}

/** What others changed in a campaign, with both values and the ways out. */
export const conflictCard = (conflict: CampaignConflict, view: ConflictView): Html => {
  const { adPlatform, campaign, currency, mayChange, org } = view
  const { accepting, settings } = conflict
  const { accept, takeBack } = labelsOf(conflict, currency)
  const decides = mayChange && !accepting
  const button = (change: string, label: string, kind: string) =>
    html`<a class="button tall ${kind}" href="${changePath(org, campaign.slug, change)}">${label}</a>`
  const idle = seenState(campaign) === "paused" || seenState(campaign) === "draft"
  const [raised] = settings.filter(({ field }) => field === "budget" || field === "target_cpa")
  return html`<section class="conflict" aria-labelledby="conflict"><div class="banner warn">${icon("warn")}<div><h2 id="conflict">${titleOf(conflict, adPlatform)}</h2><p class="small">The campaign was changed in ${adPlatform}, and Adwarden has not overwritten that. ${
    accepting
      ? "Somebody accepted it: a task takes it over now. Reload the page to see it when it is finished."
      : `Until ${mayChange ? "you decide" : "an owner or admin decides"}, the campaign cannot be launched${raised === undefined ? "" : ` and its ${settingNames[raised.field]} cannot be raised`}. Pausing always works.`
  }</p></div></div>
${settings.length === 0 ? html`<div class="pad">${contentsOf(conflict)}</div>` : valuesOf(conflict, view)}
${
  decides
    ? html`<div class="ways"><div>${button("accept", accept, "")}<p>${acceptMeaning(conflict, view)}</p></div>${
        settings.length === 0
          ? null
          : html`<div>${canTakeBack(conflict) ? button("take_back", takeBack, "quiet") : null}<p>${takeBackMeaning(conflict, view)}</p></div>`
      }</div><p class="foot line">${icon("info")}<span>${canTakeBack(conflict) ? "Both open a preview first." : "It opens a preview first."}${idle ? ` The campaign is paused in ${adPlatform}, so the difference costs nothing meanwhile.` : ""}</span></p>`
    : null
}</section>`
}

/** The preview of a decision. */
export const decisionCard = (decision: Decision, view: ConflictView, request: BrowserRequest): Html => {
  const { campaign, currency, org } = view
  const back = pagePaths.campaign(org, campaign.slug)
  if (decision.kind === "accept")
    return changeCard(
      `Accept what ${view.adPlatform} has`,
      back,
      acceptBox(decision.change, { request, currency, back })
    )
  const { change } = decision
  const parts = change.preview?.would_change ?? []
  const [only, ...others] = parts
  const button =
    only !== undefined && others.length === 0 ? `Take back to ${only.to ?? "none"}` : "Take all back"
  return changeCard(
    "Take back to ours",
    back,
    peopleWriteBox({ request, change, content: valuesDiff(parts), button, back })
  )
}
