import { type ActivityEntry, Figures, namingCampaigns, type OrganizationPageReader } from "@adwarden/core"
import { messageOf, pagePaths, renderMentions, type ServiceError } from "@adwarden/core/contract"
import { Effect } from "effect"
import { type Html, html } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import { banner, count, linkButton } from "../../parts/index.ts"
import { previewBox } from "../change/preview-box.ts"
import type { PreviewedChange } from "../change/previewed-change.ts"
import { withValues } from "./query.ts"

/** What undoing an action would restore and what not, or why it cannot be undone. */
export type UndoPreview =
  | {
      readonly preview: {
        readonly would_restore: ReadonlyArray<string>
        readonly blocked_reason?: string
        readonly not_restored?: ReadonlyArray<{ readonly what: string; readonly reason: string }>
        /** How many other actions of the same write stand; absent if this is the undo of all of them. */
        readonly other_actions?: number
        /** Of an undo of a whole write: the actions that stay. */
        readonly not_undone?: ReadonlyArray<{ readonly campaign: string | null; readonly reason: string }>
      }
    }
  | { readonly problem: string; readonly laterAction: string | null }

/** Errors of the service itself have their own page. */
const ownErrors: ReadonlySet<string> = new Set(["SqlError", "internal_error", "rate_limited"])

/** Whether the address asks for the undo of the whole write that the action belongs to. */
const asksForAll = ({ query }: BrowserRequest): boolean => query.has("all")
const inputOf = (id: string, request: BrowserRequest) => ({
  id,
  ...(asksForAll(request) ? { all: true } : {})
})

/** Previews the undo of an action, or of its whole write. A refusal is part of the answer. */
const previewOf = ({ read }: OrganizationPageReader, id: string, request: BrowserRequest) =>
  read("actions.undo", { ...inputOf(id, request), dry_run: true }).pipe(
    Effect.map((output): UndoPreview => ({ preview: output as never })),
    Effect.catchIf(
      (error): error is ServiceError => !ownErrors.has(error._tag),
      (error) =>
        Effect.succeed<UndoPreview>({
          problem: renderMentions("dashboard", messageOf(error)),
          laterAction: error._tag === "undo_conflict" ? error.conflicting_action_id : null
        })
    )
  )

/** The same, with the names of campaigns instead of their short names. */
export const makePreviewUndo = Effect.map(
  Figures,
  (figures) => (reader: OrganizationPageReader, id: string, request: BrowserRequest) =>
    Effect.zipWith(
      previewOf(reader, id, request),
      figures.names(reader.clearance),
      (undo, campaigns): UndoPreview => {
        const named = (text: string) => namingCampaigns(renderMentions("dashboard", text), campaigns)
        if ("problem" in undo) {
          // The later change has a button of its own.
          return { ...undo, problem: named(undo.problem.replace(/ \(act_\w+\)/, "")) }
        }
        const { blocked_reason, not_restored = [], not_undone = [], would_restore } = undo.preview
        return {
          preview: {
            ...undo.preview,
            ...(blocked_reason === undefined ? {} : { blocked_reason: named(blocked_reason) }),
            would_restore: would_restore.map(named),
            not_restored: not_restored.map(({ reason, what }) => ({ reason, what: named(what) })),
            not_undone: not_undone.map(({ campaign, reason }) => ({
              reason,
              campaign: campaigns.find(({ slug }) => slug === campaign)?.name ?? campaign
            }))
          }
        }
      },
      { concurrent: true }
    )
)

const buttonOf = (restored: ReadonlyArray<string>): string =>
  restored.length === 1 && restored[0]!.length <= 60 && !restored[0]!.startsWith("Removed")
    ? `Restore: ${restored[0]}`
    : `Undo ${count(restored.length, "change")}`

const listOf = (title: string, list: ReadonlyArray<Html>): Html | null =>
  list.length === 0
    ? null
    : html`<h3>${title}</h3><ul class="bullets">${list.map((one) => html`<li>${one}</li>`)}</ul>`

/** The preview of an undo with the button that makes it, or why there is none. */
export const undoBox = (
  { id }: Pick<ActivityEntry, "id">,
  undo: UndoPreview,
  request: BrowserRequest
): Html => {
  const back = withValues(request, {})
  if ("problem" in undo)
    return html`<div class="preview"><div class="pad stack">${banner("warn", html`<b>This cannot be undone now.</b> ${undo.problem}`)}<div class="row">${
      undo.laterAction === null
        ? null
        : linkButton(pagePaths.action(request.org, undo.laterAction), "Show the later change")
    }${linkButton(back, "Close")}</div></div></div>`
  const {
    not_restored = [],
    not_undone = [],
    other_actions: others = 0,
    would_restore: restored
  } = undo.preview
  const kept = [
    ...not_restored,
    ...not_undone.map(({ campaign, reason }) => ({
      what: campaign ?? "Another change",
      reason: renderMentions("dashboard", reason)
    }))
  ]
  const keptList = listOf(
    "Stays as it is",
    kept.map(({ reason, what }) => html`${what}: <span class="soft">${reason}</span>`)
  )
  const allLink =
    others === 0
      ? null
      : html`<p class="small"><a href="${withValues(request, { undo: request.query.get("undo"), all: "yes" })}">${others === 1 ? "The same write made 1 other change. Undo both." : `The same write made ${others} other changes. Undo all of them.`}</a></p>`
  if (restored.length === 0)
    return html`<div class="preview"><div class="head"><b>Nothing can be restored</b></div><div class="pad stack">${keptList ?? html`<p>Everything is as it was before this change.</p>`}<div class="row">${linkButton(back, "Close")}</div></div></div>`
  return previewBox({
    request,
    change: { operation: "actions.undo", input: inputOf(id, request), ...undo } as unknown as PreviewedChange,
    content: html`${listOf(
      "Comes back",
      restored.map((sentence) => html`${sentence}`)
    )}${keptList}${allLink}`,
    button: buttonOf(restored),
    back,
    note: "Nothing else changes"
  })
}
