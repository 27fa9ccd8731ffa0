import {
  externalChangeEndpoints,
  type OrganizationPageReader,
  type OutsideChange,
  type PeopleWritesShape,
  type Timeline
} from "@adwarden/core"
import { pagePaths, routePattern } from "@adwarden/core/contract"
import { Effect } from "effect"
import type { BrowserRequest } from "../../kit/browser-request.ts"
import { form } from "../../kit/forms.ts"
import { type Html, html } from "../../kit/html.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { badge, banner, card, count, diff, empty, hidden, linkButton, moment } from "../../parts/index.ts"
import { previewBox } from "../change/preview-box.ts"
import { type PreviewedChange, previewPeopleWrite } from "../change/previewed-change.ts"
import { withValues } from "./query.ts"

/** A change of others that the address asks to take back, with its preview. */
export type Reverted = PreviewedChange<"external_changes.revert">

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

interface Shown {
  readonly request: BrowserRequest
  readonly org: string
  readonly mayChange: boolean
  readonly reverted: Reverted | null
}

const revertBox = (change: Reverted, { org, request }: Shown): Html =>
  previewBox({
    request,
    org,
    change,
    content: html`${diff((change.preview?.would_change ?? []).map(({ from, to, what }) => ({ name: what, from: from ?? "none", to: to ?? "none" })))}`,
    button: "Take it back",
    back: withValues(request, { revert: null, of: null })
  })

const actionsOf = (change: OutsideChange, { mayChange, org, request, reverted }: Shown): Html | null => {
  if (!mayChange || change.campaign === null) return null
  const { slug } = change.campaign
  if (reverted?.input["change"] === change.id)
    return revertBox(reverted, { mayChange, org, request, reverted })
  return change.accepted
    ? html`<div class="row">${linkButton(`${withValues(request, { revert: change.id, of: slug })}#outside`, "Take back", "quiet tiny")}</div>`
    : form(
        request,
        pagePaths.acceptChanges(org),
        html`<div class="row">${hidden({ campaign: slug })}<button class="quiet tiny">Accept</button><span class="small soft">The campaign cannot be launched until you accept this. Then you can take it back.</span></div>`
      )
}

const itemOf = (change: OutsideChange, shown: Shown): Html =>
  html`<li><div class="stack"><div class="row">${badge(change.by === null ? "wait" : "plain", change.by === null ? "Not named" : html`<bdi>${change.by}</bdi>`)}<span class="small soft end">${moment(change.at)}</span></div><div>${
    change.campaign === null
      ? null
      : html`<a href="${pagePaths.campaign(shown.org, change.campaign.slug)}">${change.campaign.name}</a>: `
  }<bdi>${change.what}</bdi></div>${actionsOf(change, shown)}</div></li>`

/** What others changed in the ad platform, to accept or take back. */
export const outsideCard = ({ outside }: Timeline, shown: Shown): Html =>
  html`<div class="aside" id="outside">${card({
    id: "outside-title",
    title: "Changed outside Adwarden",
    note: outside.length === 0 ? "" : count(outside.length, "change"),
    lead: "By hand in the ad platform, by other tools, or by the platform itself. Noted by the sync.",
    padded: false,
    body:
      outside.length === 0
        ? empty({
            icon: "check",
            title: "Nothing was changed outside",
            text: "Changes that others make in the ad platform appear here after the next sync."
          })
        : html`<ul class="list">${outside.map((change) => itemOf(change, shown))}</ul>`
  })}</div>`

/** What became of accepting, after the form led back to the page. */
export const acceptedBanner = ({ query }: BrowserRequest): Html | null => {
  if (query.has("accepted"))
    return banner("good", "Accepted. The campaign has the values of the ad platform now.")
  // The address names no reason: whoever writes a link would write it.
  return query.has("not_accepted")
    ? banner(
        "bad",
        html`<b>Nothing was accepted.</b> A change of this campaign or another sync is in progress, or the ad platform could not be read. Try again in a minute.`
      )
    : null
}

/** POST /o/{org}/activity/accept: takes over what others changed in a campaign. */
export const acceptChanges = (router: PageRouter) =>
  Effect.map(externalChangeEndpoints, ({ accept }) =>
    router.post(routePattern(pagePaths.acceptChanges(":org")), {
      name: "external_changes.accept",
      invocation: ({ parameters: { org = "" } }, submitted) =>
        Effect.succeed({ endpoint: accept(org, submitted.get("campaign") ?? "") }),
      render: ({ accepted }, { parameters: { org = "" } }) => ({
        redirect: `${pagePaths.organization(org, "activity")}?${accepted ? "accepted" : "not_accepted"}=yes`
      })
    })
  )
