import type {
  Activity,
  ActivityEntry,
  ActivityPage,
  ActivityQuery,
  OrganizationPageReader
} from "@adwarden/core"
import { pagePaths, quotation } from "@adwarden/core/contract"
import { type Context, Effect } from "effect"
import { appName, type Content, type Html, html, linkPages } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import { everyRow, exportLink, type FileColumns } from "../../kit/table-file.ts"
import { badge, card, count, empty, icon, initials, linkButton, moment } from "../../parts/index.ts"
import { authorLine, settingNames, settingValue } from "../change/outside-changes.ts"
import { withValues } from "./query.ts"

/** A person is round; a key, an app and the service are square. */
const mark = ({ app, key, person }: ActivityEntry["actor"]): Html =>
  key === null && app === null && person !== null
    ? html`<span class="by" aria-hidden="true">${initials(person)}</span>`
    : html`<span class="by it" aria-hidden="true">${icon(person === null ? "settings" : "bot")}</span>`

/** Who made a change, and through what: "nightly agent …7Q2d, an API key of Adam". */
export const actorLine = ({ app, key, person }: ActivityEntry["actor"], org: string): Html => {
  if (person === null) return html`Adwarden itself`
  if (key !== null)
    return html`<a href="${pagePaths.key(org, key.id)}"><bdi>${key.name}</bdi> …${key.lastFour}</a>, an API key of ${person}`
  return app === null ? html`${person}` : html`${appName(app)}, a connected app of ${person}`
}

/** The change in words, with its campaign. */
export const entryTitle = ({ campaign, detail }: ActivityEntry): string =>
  campaign === null ? detail : `${campaign.name}: ${detail}`

/** The second line: who, through what, who approved it, who undid it. */
const entryLine = (entry: ActivityEntry, org: string): Html =>
  html`${actorLine(entry.actor, org)}${entry.applied ? " · applied recommendation" : null}${
    entry.approvedBy === null ? null : ` · approved by ${entry.approvedBy}`
  }${
    entry.undone === null
      ? null
      : html` · undone by ${entry.undone.by ?? "Adwarden itself"} ${moment(entry.undone.at)}`
  }`

/** What others had changed in the ad platform when the change was sent there. */
export const outsideLines = ({ outside }: ActivityEntry, currency: string): ReadonlyArray<Html> =>
  outside.map(
    (change) =>
      html`<p class="warn">The ad platform had another ${settingNames[change.field]}: <bdi>${settingValue(change, change.theirs, currency)}</bdi>, set by ${authorLine(change)}. ${change.replaced ? "This change replaced it, because it is lower." : "It was not overwritten."}</p>`
  )

/** The button that undoes a change, or why there is none. */
const undoAction = ({ undo, undone }: ActivityEntry, org: string, href: string | null): Content => {
  if (undone !== null) return badge("plain", "Undone")
  if (undo === "irreversible") return html`<span class="small soft">cannot be undone</span>`
  if (undo !== "possible")
    return html`<a class="small" href="${pagePaths.action(org, undo.later)}">changed again since</a>`
  return href === null ? null : html`<a class="button quiet tiny" href="${href}">${icon("undo")}Undo</a>`
}

interface EntryView {
  readonly org: string
  readonly currency: string
  readonly timeZone: string | null
  /** The address that shows the preview of the undo; null if the person cannot undo it. */
  readonly undoHref: string | null
  /** The preview of the undo, in place. */
  readonly preview?: Content
}

const timeIn = (at: string, timeZone: string | null): string =>
  new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    timeZone: timeZone ?? "UTC"
  }).format(new Date(at))

/** A row of the log. Its id is the anchor of the change. */
export const entryRow = (
  entry: ActivityEntry,
  { currency, org, preview = null, timeZone, undoHref }: EntryView
): Html => {
  const title = html`<a href="${pagePaths.action(org, entry.id)}">${entryTitle(entry)}</a>`
  return html`<li id="${entry.id}"><time datetime="${entry.at}">${timeIn(entry.at, timeZone)}</time>${mark(entry.actor)}<div><b>${entry.undone === null ? title : html`<s class="soft">${title}</s>`}</b><p>${entryLine(entry, org)}</p>${
    entry.comment === null ? null : html`<p><bdi>${quotation(entry.comment)}</bdi></p>`
  }${
    entry.syncError === null || entry.outside.length > 0
      ? null
      : html`<p class="bad">${linkPages(entry.syncError, org)}</p>`
  }${outsideLines(entry, currency)}</div><div class="row">${preview === null ? undoAction(entry, org, undoHref) : null}</div>${preview}</li>`
}

/** Reads the whole log for a file. The operation decides who can see it. */
export const readLog = (
  log: Context.Tag.Service<Activity>,
  { clearance, read }: OrganizationPageReader,
  query: Omit<ActivityQuery, "cursor" | "limit">
) =>
  Effect.zipRight(
    read("actions.list", { limit: 1 }),
    everyRow(
      ({ cursor = null, limit }) =>
        Effect.map(log.page(clearance, { ...query, cursor, limit }), ({ entries, nextCursor }) => ({
          entries,
          next_cursor: nextCursor
        })),
      ({ entries }) => entries
    )
  )

export const logColumns: FileColumns<ActivityEntry> = {
  action: ({ id }) => id,
  at: ({ at }) => at,
  change: ({ detail }) => detail,
  campaign: ({ campaign }) => campaign?.slug ?? null,
  campaign_name: ({ campaign }) => campaign?.name ?? null,
  person: ({ actor }) => actor.person,
  key: ({ actor: { key } }) => key && `${key.name} …${key.lastFour}`,
  app: ({ actor }) => actor.app,
  approved_by: ({ approvedBy }) => approvedBy,
  reason: ({ comment }) => comment,
  kind: ({ applied }) => (applied ? "applied recommendation" : "direct edit"),
  undone_at: ({ undone }) => undone?.at ?? null,
  undone_by: ({ undone }) => undone?.by ?? null,
  sync_error: ({ syncError }) => syncError
}

interface LogView {
  readonly request: BrowserRequest
  readonly currency: string
  /** What a log without any change says. */
  readonly none: { readonly text: Content; readonly action?: Html }
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

/** In place of the log, for people who cannot read it. */
export const closedLogCard = card({
  id: "log",
  title: "What was done",
  padded: false,
  body: empty({
    icon: "lock",
    title: "Only owners see the log",
    text: "It names everybody who changed something. Ask an owner of the organization."
  })
})

/** The executed changes, newest first, by day. */
export const logCard = (
  { entries, nextCursor, total }: ActivityPage,
  { currency, mayUndo, none, request, timeZone, undo }: LogView
): Html => {
  const filtered = ["campaign", "by", "source"].some((name) => request.query.has(name))
  const rowOf = (entry: ActivityEntry): Html =>
    entryRow(entry, {
      org: request.org,
      currency,
      timeZone,
      undoHref: mayUndo ? `${withValues(request, { undo: entry.id })}#${entry.id}` : null,
      ...(undo?.id === entry.id ? { preview: undo.preview } : {})
    })
  return card({
    id: "log",
    title: "What was done",
    note: total === 0 ? "" : `${count(total, "change")} · no time limit on undo`,
    ...(total === 0 ? {} : { actions: exportLink(request) }),
    padded: false,
    body:
      entries.length === 0
        ? empty({
            icon: "activity",
            title: filtered ? "No change fits these filters" : "Nothing was changed yet",
            ...(filtered
              ? {
                  text: html`<a href="${pagePaths.organization(request.org, "activity")}">Show all changes</a>`
                }
              : none)
          })
        : html`<ol class="log">${byDay(entries, timeZone).map(
            ([day, list]) => html`<li class="day">${day}</li>${list.map(rowOf)}`
          )}</ol>`,
    ...(nextCursor === null
      ? {}
      : { foot: linkButton(withValues(request, { cursor: nextCursor }), "Older", "quiet tiny") })
  })
}
