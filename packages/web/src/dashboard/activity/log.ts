import type { ActivityEntry, ActivityPage } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import type { BrowserRequest } from "../../kit/browser-request.ts"
import { type Content, type Html, html } from "../../kit/html.ts"
import { card, count, empty, linkButton } from "../../parts/index.ts"
import { entryRow } from "./entry.ts"
import { withValues } from "./query.ts"

interface LogView {
  readonly request: BrowserRequest
  readonly org: string
  readonly currency: string
  /** Of clock times and of the days; null for UTC. */
  readonly timeZone: string | null
  readonly mayUndo: boolean
  /** The action whose undo is previewed, and its preview. */
  readonly undo: { readonly id: string; readonly preview: Content } | null
}

/** Groups entries by the day of their clock time. */
const byDay = (entries: ReadonlyArray<ActivityEntry>, timeZone: string | null) => {
  const format = new Intl.DateTimeFormat("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: timeZone ?? "UTC"
  })
  return [...Map.groupBy(entries, ({ at }) => format.format(new Date(at)))]
}

/** The executed changes, newest first, by day. */
export const logCard = (
  { entries, nextCursor, total }: ActivityPage,
  { currency, mayUndo, org, request, timeZone, undo }: LogView
): Html => {
  const filtered = ["campaign", "by", "source"].some((name) => request.query.has(name))
  const rowOf = (entry: ActivityEntry): Html =>
    entryRow(entry, {
      org,
      currency,
      timeZone,
      undoHref: mayUndo ? `${withValues(request, { undo: entry.id })}#${entry.id}` : null,
      ...(undo?.id === entry.id ? { preview: undo.preview } : {})
    })
  return card({
    id: "log",
    title: "What was done",
    note: total === 0 ? "" : `${count(total, "change")} · no time limit on undo`,
    padded: false,
    body:
      entries.length === 0
        ? empty({
            icon: "activity",
            title: filtered ? "No change fits these filters" : "Nothing was changed yet",
            text: filtered
              ? html`<a href="${pagePaths.organization(org, "activity")}">Show all changes</a>`
              : "Executed changes appear here with who made them, each with a way to undo it."
          })
        : html`<ol class="log">${byDay(entries, timeZone).map(
            ([day, list]) => html`<li class="day">${day}</li>${list.map(rowOf)}`
          )}</ol>`,
    ...(nextCursor === null
      ? {}
      : { foot: linkButton(withValues(request, { cursor: nextCursor }), "Older", "quiet tiny") })
  })
}
