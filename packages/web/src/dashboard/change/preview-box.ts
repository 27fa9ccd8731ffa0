import { randomUUID } from "node:crypto"
import { pagePaths, type WriteName } from "@adwarden/core/contract"
import type { BrowserRequest } from "../../kit/browser-request.ts"
import { form } from "../../kit/forms.ts"
import { type Content, type Html, html } from "../../kit/html.ts"
import { linkPages } from "../../kit/page-links.ts"
import { type Check, checks, hidden, linkButton, preview, problemBanner } from "../../parts/index.ts"
import type { PreviewedChange } from "./previewed-change.ts"

interface PreviewBox {
  readonly request: BrowserRequest
  readonly org: string
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
  ...(platform === undefined || blocked !== undefined || explained
    ? []
    : [
        {
          passes: platform.verdict === "unchecked" ? null : platform.verdict === "accepted",
          name: "Ad platform accepts it",
          detail:
            platform.verdict === "accepted"
              ? "Tested just now, without changing anything"
              : (platform.reason ?? "")
        }
      ])
]

interface CommonPreview {
  readonly blocked_reason?: string | undefined
  readonly warnings?: ReadonlyArray<string> | undefined
  readonly platform_check?:
    | { readonly verdict: "accepted" | "refused" | "unchecked"; readonly reason: string | null }
    | undefined
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
  org,
  request
}: PreviewBox): Html => {
  if (change.preview === undefined) return html`${problemBanner(change.problems, [], org)}`
  const shown: CommonPreview = change.preview
  const failed = ownChecks.some(({ passes }) => passes === false)
  const possible = shown.blocked_reason === undefined && !failed
  const stale = request.query.has("stale")
    ? html`<p><b>Nothing was changed.</b> Something else changed since you looked. This is the preview as of now.</p>`
    : null
  return preview(html`${stale}${content}
${checks([...ownChecks, ...commonChecks(shown, org, failed)])}
${form(
  request,
  pagePaths.change(org),
  html`<div class="row">${possible ? html`${changeFields(change, request, back, shown.preview_hash)}<button${final ? html` class="danger"` : null}>${button}</button>` : null}${linkButton(back, "Cancel")}${possible ? html`<span class="small soft">${note}</span>` : null}</div>`
)}`)
}
