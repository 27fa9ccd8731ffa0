import type { OrganizationPageReader, OutsideChange, PeopleWritesShape, Timeline } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { type Html, html } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import { badge, card, count, empty, linkButton, moment, money } from "../../parts/index.ts"
import {
  type Accepting,
  acceptBox,
  isFinal,
  peopleWriteBox,
  planned,
  valuesDiff
} from "../change/preview-box.ts"
import { type PreviewedChange, previewChange, previewPeopleWrite } from "../change/previewed-change.ts"
import { withValues } from "./query.ts"

const amountLabel = (amount: number | null, currency: string): string =>
  amount === null ? "Remove the target" : `Revert to ${money(amount, currency)}`

const stateLabel = (what: string, before: "enabled" | "paused"): string =>
  `${before === "enabled" ? "Enable" : "Pause"} the ${what} again`

/** By whether it existed before: a change that removed it is taken back by adding it. */
const partLabels = {
  keyword: { true: "Add the keyword again", false: "Remove the keyword" },
  negative: { true: "Exclude it again", false: "Remove the exclusion" },
  ad: { true: "Create the ad again", false: "Remove the ad" }
} as const

/** What taking a change back does, for its button; null if no edit of ours can. */
const revertLabel = (
  { part, previous }: Pick<OutsideChange, "part" | "previous">,
  currency: string
): string | null => {
  const { ad, ai_max, budget, existed, keyword, name, state, target_cpa, text_ad } = previous ?? {}
  if (existed !== undefined) return part === null ? null : partLabels[part][`${existed}`]
  if (budget !== undefined) return amountLabel(Math.round(budget), currency)
  if (target_cpa !== undefined) return amountLabel(target_cpa, currency)
  if (ai_max !== undefined) return `Turn AI Max ${ai_max ? "on" : "off"}`
  if (name !== undefined) return `Rename to “${name}”`
  if (state !== undefined) return state === "live" ? "Set live again" : "Pause it again"
  if (keyword !== undefined) return stateLabel("keyword", keyword)
  const text = ad ?? text_ad
  return text === undefined ? null : stateLabel("ad", text)
}

/** A change of others that the address asks to take back, with its preview. */
type Reverted = PreviewedChange<"external_changes.revert">

/** Previews taking back the change that the address names; null if it names none. */
export const previewRevert = (
  reader: OrganizationPageReader,
  people: PeopleWritesShape,
  { query }: BrowserRequest
) => {
  const [change, campaign] = [query.get("revert"), query.get("of")]
  return change === null || campaign === null
    ? Effect.succeed(null)
    : previewPeopleWrite(reader, people, "external_changes.revert", { campaign, change }, { change: "This" })
}

/** Previews accepting the changes of the campaign that the address names; null if it names none. */
export const previewAccept = (reader: OrganizationPageReader, { query }: BrowserRequest) => {
  const slug = query.get("accept")
  return slug === null
    ? Effect.succeed(null)
    : previewChange(reader, "campaigns.accept_changes", { slug }, { slug: "The campaign" })
}

interface Shown {
  readonly request: BrowserRequest
  readonly currency: string
  readonly mayChange: boolean
  readonly reverted: Reverted | null
  readonly accepting: Accepting | null
}

const revertBox = (change: Reverted, button: string, request: BrowserRequest): Html => {
  const parts = change.preview?.would_change ?? []
  const valued = parts.filter(({ from, to }) => from !== null || to !== null)
  const others = parts.filter((part) => !valued.includes(part))
  return peopleWriteBox({
    request,
    change,
    content: html`${valued.length === 0 ? null : valuesDiff(valued)}${others.map(({ text }) => html`<p>${planned(text)}</p>`)}`,
    button,
    final: isFinal(change),
    back: withValues(request, { revert: null, of: null })
  })
}

/** The preview of accepting the changes of a campaign, in place. */
const acceptPreview = (change: Accepting, { currency, request }: Shown): Html =>
  acceptBox(change, { request, currency, back: withValues(request, { accept: null }) })

const actionsOf = (change: OutsideChange, first: boolean, shown: Shown): Html | null => {
  const { accepting, currency, mayChange, request, reverted } = shown
  if (!mayChange || change.campaign === null) return null
  const { slug } = change.campaign
  if (!change.accepted) {
    if (accepting?.input["slug"] === slug) return first ? acceptPreview(accepting, shown) : null
    return html`<div class="row">${linkButton(`${withValues(request, { accept: slug, revert: null, of: null })}#outside`, "Accept", "quiet tiny")}<span class="small soft">The campaign cannot be launched until somebody decides on this. <a href="${pagePaths.campaign(shown.request.org, slug)}">Decide on its page</a></span></div>`
  }
  const label = revertLabel(change, currency)
  if (label === null)
    return html`<p class="small soft">Cannot be taken back here. Change it back in the ad platform.</p>`
  return reverted?.input["change"] === change.id
    ? revertBox(reverted, label, request)
    : html`<div class="row">${linkButton(`${withValues(request, { revert: change.id, of: slug, accept: null })}#outside`, label, "quiet tiny")}</div>`
}

const nouns = { keyword: "Keyword", negative: "Negative keyword", ad: "Ad" } as const

/** The change in words, with its keyword or ad, which the platform does not always name. */
const wordsOf = ({ part, partName, previous, what }: OutsideChange): Html => {
  if (part === null || partName === null || what.includes(`"${partName}"`)) return html`<bdi>${what}</bdi>`
  return previous?.existed === undefined
    ? html`<bdi>${what}</bdi>: <bdi>“${partName}”</bdi>`
    : html`${nouns[part]} <bdi>“${partName}”</bdi> ${previous.existed ? "removed" : "added"}`
}

const itemOf = (change: OutsideChange, first: boolean, shown: Shown): Html =>
  html`<li><div class="stack"><div class="row">${badge(change.by === null ? "wait" : "plain", change.by === null ? "Not named" : html`<bdi>${change.by}</bdi>`)}<span class="small soft end">${moment(change.at)}</span></div><div>${
    change.campaign === null
      ? null
      : html`<a href="${pagePaths.campaign(shown.request.org, change.campaign.slug)}">${change.campaign.name}</a>: `
  }${wordsOf(change)}</div>${actionsOf(change, first, shown)}</div></li>`

/** What others changed in the ad platform, to accept or take back. */
export const outsideCard = ({ outside }: Timeline, shown: Shown): Html => {
  const accepting = shown.mayChange ? shown.accepting : null
  // Accepting is about all changes of a campaign, so its preview stands once: at the first that the list has.
  const first = outside.find(
    ({ accepted, campaign }) => !accepted && campaign !== null && campaign.slug === accepting?.input["slug"]
  )
  return html`<div class="aside" id="outside" data-live="outside">${card({
    id: "outside-title",
    title: "Changed outside Adwarden",
    note: outside.length === 0 ? "" : count(outside.length, "change"),
    lead: "By hand in the ad platform, by other tools, or by the platform itself. Noted by the sync.",
    padded: false,
    body: html`${accepting === null || first !== undefined ? null : html`<div class="pad">${acceptPreview(accepting, shown)}</div>`}${
      outside.length === 0
        ? empty({
            icon: "check",
            title: "Nothing was changed outside",
            text: "Changes that others make in the ad platform appear here after the next sync."
          })
        : html`<ul class="list">${outside.map((change) => itemOf(change, change === first, shown))}</ul>`
    }`
  })}</div>`
}
