import type { BrowserRequest } from "../../kit/browser-request.ts"
import { type Html, html } from "../../kit/html.ts"
import { banner, type Check, count, diff, money } from "../../parts/index.ts"
import { previewBox } from "./preview-box.ts"
import type { Preview, PreviewedChange } from "./previewed-change.ts"

/** What others changed in a campaign, with what accepting it would do. */
export type Accepting = PreviewedChange<"campaigns.accept_changes">
type AcceptPreview = Preview<"campaigns.accept_changes">

const fields: Readonly<Record<string, string>> = {
  name: "Name",
  state: "State",
  budget: "Budget a day",
  target_cpa: "Target CPA"
}

const committedCheck = ({ committed_monthly, monthly_cap: cap }: AcceptPreview, currency: string): Check => {
  const [from, to] = [Number(committed_monthly.from), Number(committed_monthly.to)]
  const fits = cap === undefined || to <= cap
  return {
    passes: fits || to <= from ? true : "warn",
    name: "All budgets × 30",
    detail: `${money(from, currency)} now, ${money(to, currency)} then${cap === undefined ? ", no cap" : `, of a cap of ${money(cap, currency)}`}`
  }
}

interface AcceptBox {
  readonly request: BrowserRequest
  readonly org: string
  readonly currency: string
  /** Where the page goes after it. */
  readonly back: string
}

/** What accepting would change here, with the button that does it. */
export const acceptBox = (change: Accepting, { back, currency, org, request }: AcceptBox): Html => {
  const { preview } = change
  const changed = Object.entries(preview?.would_change ?? {})
  if (preview !== undefined && changed.length === 0 && preview.changes.length === 0)
    return banner("plain", "Nothing is different in the ad platform. There is nothing to accept.")
  const value = (field: string, one: string | number | null) =>
    typeof one === "number" && field !== "name"
      ? one === 0
        ? "none"
        : money(one, currency)
      : String(one ?? "none")
  const [only] = changed
  const what =
    changed.length === 1 && only !== undefined && (preview?.changes.length ?? 0) <= 1
      ? value(only[0], only[1].to)
      : count(Math.max(preview?.changes.length ?? 0, changed.length), "change")
  return previewBox({
    request,
    org,
    change: change as PreviewedChange,
    content:
      preview === undefined
        ? null
        : html`${
            preview.changes.length === 0
              ? null
              : html`<ul class="bullets">${preview.changes.map(({ by, what }) => html`<li><bdi>${what}</bdi>${by === null ? null : html`, by <bdi>${by}</bdi>`}</li>`)}</ul>`
          }${
            changed.length === 0
              ? html`<p>Its name, state, budget and target stay as they are here. Its ads and keywords follow the ad platform.</p>`
              : diff(
                  changed.map(([field, { from, to }]) => ({
                    name: fields[field] ?? field,
                    from: value(field, from),
                    to: value(field, to)
                  }))
                )
          }`,
    checks:
      preview === undefined
        ? []
        : [
            committedCheck(preview, currency),
            {
              passes: true,
              name: "Nothing changes in the ad platform",
              detail: "It has these values already"
            }
          ],
    button: `Accept ${what}`,
    note: "Settings can be undone. Ads and keywords can be changed back one by one",
    back
  })
}
