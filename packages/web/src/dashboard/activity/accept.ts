import type {
  AcceptPreview,
  externalChangeEndpoints,
  NoAcceptPreview,
  OrganizationPageReader
} from "@adwarden/core"
import { pagePaths, routePattern } from "@adwarden/core/contract"
import { Effect } from "effect"
import type { BrowserRequest } from "../../kit/browser-request.ts"
import { form } from "../../kit/forms.ts"
import { type Html, html } from "../../kit/html.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { banner, checks, count, diff, hidden, linkButton, money, preview } from "../../parts/index.ts"
import { withValues } from "./query.ts"

/** The campaign whose external changes the address asks to accept, with what that means. */
export interface Accepting {
  readonly campaign: string
  readonly preview: AcceptPreview | NoAcceptPreview
}

type Endpoints = Effect.Effect.Success<typeof externalChangeEndpoints>

/** Previews accepting the changes of the campaign that the address names; null if it names none. */
export const previewAccept = (
  { clearance }: OrganizationPageReader,
  endpoints: Endpoints,
  { query }: BrowserRequest
) => {
  const campaign = query.get("accept")
  return campaign === null
    ? Effect.succeed(null)
    : Effect.map(endpoints.preview(clearance, campaign), (preview): Accepting => ({ campaign, preview }))
}

const fields = { name: "Name", state: "State", budget: "Budget a day", target_cpa: "Target CPA" } as const

const committedCheck = (
  { committed_monthly: { from, to }, monthly_cap: cap }: AcceptPreview,
  currency: string
) => {
  const fits = cap === null || to <= cap
  return {
    passes: fits || to <= from ? true : ("warn" as const),
    name: "All budgets × 30",
    detail: `${money(from, currency)} now, ${money(to, currency)} then${cap === null ? ", no cap" : `, of a cap of ${money(cap, currency)}`}${fits ? "" : ". Until they are below the cap, nothing can be raised or launched"}`
  }
}

interface Shown {
  readonly request: BrowserRequest
  readonly org: string
  readonly currency: string
}

/** What accepting would change here, with the button that does it. */
export const acceptBox = (
  { campaign, preview: shown }: Accepting,
  { currency, org, request }: Shown
): Html => {
  const back = `${withValues(request, { accept: null })}#outside`
  if ("problem" in shown) return banner("bad", shown.problem)
  const value = (one: string | number | null) =>
    typeof one === "number" ? money(one, currency) : (one ?? "none")
  const what = count(shown.changes.length, "change")
  return preview(html`${
    request.query.has("stale")
      ? html`<p><b>Nothing was accepted.</b> The campaign was changed again in the ad platform. This is the preview as of now.</p>`
      : null
  }<ul class="bullets">${shown.changes.map(({ what }) => html`<li><bdi>${what}</bdi></li>`)}</ul>${
    shown.would_change.length === 0
      ? html`<p>Its name, state, budget and target stay as they are here. Its ads and keywords follow the ad platform.</p>`
      : diff(
          shown.would_change.map(({ field, from, to }) => ({
            name: fields[field],
            from: value(from),
            to: value(to)
          }))
        )
  }
${checks([
  committedCheck(shown, currency),
  {
    passes: true,
    name: "Nothing changes in the ad platform",
    detail: "It runs with these values already. Afterwards you can take back each change"
  }
])}
${form(
  request,
  pagePaths.acceptChanges(org),
  html`<div class="row">${hidden({ campaign, preview_hash: shown.preview_hash })}<button>Accept ${what}</button>${linkButton(back, "Cancel")}</div>`
)}`)
}

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

const outcomeOf = (
  { accepted, stale }: { readonly accepted: boolean; readonly stale: boolean },
  slug: string
) => (stale ? { accept: slug, stale: "1" } : accepted ? { accepted: "yes" } : { not_accepted: "yes" })

/** POST /o/{org}/activity/accept: takes over what others changed in a campaign. */
export const acceptChanges = (router: PageRouter, { accept }: Endpoints) =>
  router.post(routePattern(pagePaths.acceptChanges(":org")), {
    name: "external_changes.accept",
    invocation: ({ parameters: { org = "" } }, submitted) =>
      Effect.succeed({
        endpoint: accept(org, submitted.get("campaign") ?? "", submitted.get("preview_hash") ?? "")
      }),
    render: (result, { parameters: { org = "" } }) => ({
      redirect: `${pagePaths.organization(org, "activity")}?${new URLSearchParams(outcomeOf(result, result.campaign))}#outside`
    })
  })
