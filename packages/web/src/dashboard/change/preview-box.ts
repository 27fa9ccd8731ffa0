import { randomUUID } from "node:crypto"
import type { PeopleWritePreview } from "@adwarden/core"
import { type PeopleWriteName, pagePaths, type WriteName } from "@adwarden/core/contract"
import { form } from "../../kit/forms.ts"
import { type Content, type Html, html, linkPages } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import {
  banner,
  type Check,
  card,
  checks,
  count,
  diff,
  hidden,
  linkButton,
  money,
  preview,
  problemBanner
} from "../../parts/index.ts"
import { type SettingValue, settingValue } from "./outside-changes.ts"
import type { Preview, PreviewedChange } from "./previewed-change.ts"

interface PreviewBox {
  readonly request: BrowserRequest
  readonly change: PreviewedChange
  /** The change as old and new values, or as sentences. */
  readonly content: Content
  /** Checks beside those that every preview has. One that fails leaves out the button. */
  readonly checks?: ReadonlyArray<Check>
  /** What the button does, such as "Raise to $115.00". */
  readonly button: string
  /** Where the page goes after the change. Its result is shown there. */
  readonly back: string
  /** A soft line beside the button. Default: that it can be undone. */
  readonly note?: Content
  /** Whether the change cannot be undone, so that the button warns. */
  readonly final?: boolean
}

/** The fields of a form that executes a change. A form that is sent twice changes something once. */
export const changeFields = (
  { input, operation }: { readonly input: object; readonly operation: WriteName },
  { path }: BrowserRequest,
  back: string,
  previewHash = ""
): ReadonlyArray<Html> =>
  hidden({
    operation,
    input: JSON.stringify(input),
    preview_hash: previewHash,
    idempotency_key: randomUUID(),
    asked: path,
    back
  })

interface PlatformVerdict {
  readonly verdict: "accepted" | "refused" | "unchecked"
  readonly reason: string | null
}

/** Whether the ad platform would accept a change. */
export const platformCheck = ({ reason, verdict }: PlatformVerdict): Check => ({
  passes: verdict === "unchecked" ? null : verdict === "accepted",
  name: "Ad platform accepts it",
  detail: verdict === "accepted" ? "Tested just now, without changing anything" : (reason ?? "")
})

const commonChecks = (
  { blocked_reason: blocked, platform_check: platform, warnings = [] }: CommonPreview,
  org: string,
  /** Whether another check says why it is refused. */
  explained: boolean
): ReadonlyArray<Check> => [
  ...(explained
    ? []
    : blocked === undefined
      ? [{ passes: true, name: "Runs at once", detail: "People in the dashboard need no approval" }]
      : [{ passes: false, name: "Not possible", detail: linkPages(blocked, org) }]),
  ...warnings
    .filter((warning) => warning !== platform?.reason)
    .map((warning) => ({ passes: "warn" as const, name: "Note", detail: linkPages(warning, org) })),
  ...(platform === undefined || blocked !== undefined || explained ? [] : [platformCheck(platform)])
]

interface CommonPreview {
  readonly blocked_reason?: string | undefined
  readonly warnings?: ReadonlyArray<string> | undefined
  readonly platform_check?: PlatformVerdict | undefined
  readonly preview_hash?: string | undefined
}

/** Shows what a change would do, with the button that makes it. Only the problems if it has no preview. */
export const previewBox = ({
  back,
  button,
  change,
  checks: ownChecks = [],
  content,
  final = false,
  note = final ? "This cannot be undone" : "Undo at any time",
  request
}: PreviewBox): Html => {
  if (change.preview === undefined) return html`${problemBanner(change.problems, [], request.org)}`
  const shown: CommonPreview = change.preview
  const failed = ownChecks.some(({ passes }) => passes === false)
  const possible = shown.blocked_reason === undefined && !failed
  const stale = request.query.has("stale")
    ? html`<p><b>Nothing was changed.</b> Something else changed since you looked. This is the preview as of now.</p>`
    : null
  return preview(html`${stale}${content}
${checks([...ownChecks, ...commonChecks(shown, request.org, failed)])}
${form(request, html`<div class="row">${possible ? html`${changeFields(change, request, back, shown.preview_hash)}<button${final ? html` class="danger"` : null}>${button}</button>` : null}${linkButton(back, "Cancel")}${possible ? html`<span class="small soft">${note}</span>` : null}</div>`, pagePaths.change(request.org))}`)
}

type PeopleChange = PreviewedChange<PeopleWriteName>

/** A sentence of the log as what would be done, on a page that names the campaign. */
export const planned = (done: string): string =>
  done
    .replace(/^Discarded the draft .*/, "Discards the draft")
    .replace(/^Removed(?: from [a-z0-9-]+:)?/, "Removes")

/** What a write would do, in sentences. The log says what was done; nothing is yet. */
const sentencesOf = ({ preview }: PeopleChange): Html =>
  html`<ul class="bullets">${(preview?.would_change ?? []).map(({ text }) => html`<li>${planned(text)}</li>`)}</ul>`

/** The old and new values of a write. */
export const valuesDiff = (parts: PeopleWritePreview["would_change"]): Html =>
  diff(parts.map(({ from, to, what }) => ({ name: what, from: from ?? "none", to: to ?? "none" })))

/** Whether a write cannot be undone, which its preview warns of. */
export const isFinal = ({ preview }: PeopleChange): boolean =>
  preview?.warnings?.some((warning) => warning.includes("no undo")) ?? false

/**
 * The same for a write that only people make, if it would change anything. Without a content it lists what would be done;
 * `details` follows the list.
 */
export const peopleWriteBox = ({
  change,
  details = null,
  ...box
}: Omit<PreviewBox, "change" | "content"> & {
  readonly change: PeopleChange
  readonly content?: Content
  readonly details?: Content
}): Html =>
  change.preview?.would_change.length === 0
    ? banner("plain", "Nothing would change: it already has this value.")
    : previewBox({ content: html`${sentencesOf(change)}${details}`, ...box, change })

const linesOf = (value: unknown): ReadonlyArray<string> =>
  (Array.isArray(value) ? value : [value]).map((one: unknown) =>
    typeof one === "object" && one !== null && "text" in one && "url" in one
      ? `${String(one.text)} to ${String(one.url)}`
      : String(one)
  )

const partNames: Readonly<Record<string, string>> = {
  state: "State",
  headlines: "Headlines",
  descriptions: "Descriptions",
  paths: "Display paths",
  url: "Landing page",
  sitelinks: "Sitelinks",
  callouts: "Callouts"
}

/** Which lines of each part go and which come. */
const contentDiff = (changes: Preview<"ads.update">["would_change"]): Html =>
  html`${Object.entries(changes).map(([part, { from, to }]) => {
    if (typeof from === "string" && typeof to === "string")
      return diff([{ name: partNames[part] ?? part, from, to }])
    const [before, after] = [linesOf(from), linesOf(to)]
    const gone = before.filter((line) => !after.includes(line))
    const added = after.filter((line) => !before.includes(line))
    return html`<p><b>${partNames[part] ?? part}</b></p><ul class="bullets">${gone.map((line) => html`<li><del><bdi>${line}</bdi></del></li>`)}${added.map((line) => html`<li><ins><bdi>${line}</bdi></ins></li>`)}${gone.length + added.length === 0 ? html`<li>another order</li>` : null}</ul>`
  })}`

/** What a change of an ad, or of sitelinks and callouts, replaces, with the button that makes it. */
export const contentBox = ({
  change,
  details = null,
  ...box
}: Omit<PreviewBox, "change" | "content"> & {
  readonly change: PreviewedChange<"ads.update"> | PreviewedChange<"assets.update">
  readonly details?: Content
}): Html =>
  change.preview !== undefined && Object.keys(change.preview.would_change).length === 0
    ? banner("plain", "Nothing would change: it is like this already.")
    : previewBox({
        ...box,
        change,
        content: html`${contentDiff(change.preview?.would_change ?? {})}${details}`
      })

/** A change that a campaign's page shows above its content: its form, its preview, or both. */
export const changeCard = (title: string, page: string, body: Content): Html =>
  card({ id: "change", title, actions: html`<a class="small" href="${page}">Close</a>`, body })

/** What others changed in a campaign, with what accepting it would do. */
export type Accepting = PreviewedChange<"campaigns.accept_changes">
type AcceptPreview = Preview<"campaigns.accept_changes">

const fields: Readonly<Record<string, string>> = {
  name: "Name",
  state: "State",
  budget: "Budget a day",
  target_cpa: "Target CPA",
  ai_max: "AI Max"
}

const committedCheck = ({ committed_monthly, monthly_cap: cap }: AcceptPreview, currency: string): Check => {
  const [from, to] = [Number(committed_monthly.from), Number(committed_monthly.to)]
  const fits = cap === undefined || to <= cap
  return {
    passes: fits || to <= from ? true : "warn",
    name: "All budgets in 30 days",
    detail: `${money(from, currency)} now, ${money(to, currency)} then${cap === undefined ? ", no cap" : `, of a cap of ${money(cap, currency)}`}`
  }
}

interface AcceptBox {
  readonly request: BrowserRequest
  readonly currency: string
  /** Where the page goes after it. */
  readonly back: string
}

/** What accepting would change here, with the button that does it. */
export const acceptBox = (change: Accepting, { back, currency, request }: AcceptBox): Html => {
  const { preview } = change
  const changed = Object.entries(preview?.would_change ?? {})
  if (preview !== undefined && changed.length === 0 && preview.changes.length === 0)
    return banner("plain", "Nothing is different in the ad platform. There is nothing to accept.")
  const value = (field: string, one: SettingValue) =>
    typeof one === "boolean"
      ? settingValue({ field: "ai_max" }, one, currency)
      : typeof one === "number" && field !== "name"
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
