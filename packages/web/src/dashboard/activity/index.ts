import {
  Activity,
  type ActivityEntry,
  Figures,
  type OrganizationPageReader,
  PeopleWrites,
  TaskFeed
} from "@adwarden/core"
import { pagePaths, plusDays, quotation } from "@adwarden/core/contract"
import { Clock, Effect } from "effect"
import { organizationFile, organizationPage, together } from "../../kit/dashboard-page.ts"
import { html } from "../../kit/html.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { rangeOf } from "../../kit/range.ts"
import { tableFile } from "../../kit/table-file.ts"
import { card, facts, head, linkButton, moment } from "../../parts/index.ts"
import { doneBanner } from "../change/index.ts"
import { mayCall } from "../change/previewed-change.ts"
import { comparedText, rangeBanner, rangePicker } from "../period.ts"
import { withoutFigures } from "../without-figures.ts"
import {
  actorLine,
  closedLogCard,
  entryRow,
  entryTitle,
  logCard,
  logColumns,
  outsideLines,
  readLog
} from "./log.ts"
import { outsideCard, previewAccept, previewRevert } from "./outside.ts"
import { filters, queryOf, withValues } from "./query.ts"
import { taskCard } from "./tasks.ts"
import { timelineCard } from "./timeline.ts"
import { makePreviewUndo, type UndoPreview, undoBox } from "./undo.ts"

const actionId = /^act_[0-9A-Za-z]+$/

interface PreviewedEntry {
  readonly entry: ActivityEntry
  readonly undo: UndoPreview | null
}

/** Two weeks before a change and two after it, as far as they have begun, to see what it did. */
const daysAround = (at: string, now: number) => {
  const [day, today] = [at.slice(0, 10), new Date(now).toISOString().slice(0, 10)]
  const [to] = [plusDays(day, 14), today].toSorted()
  return { from: plusDays(day, -14), to: to! }
}

/** /o/{org}/activity, and the page of an action. */
export const activity = (router: PageRouter) =>
  Effect.gen(function* () {
    const log = yield* Activity
    const previewUndo = yield* makePreviewUndo
    const feed = yield* TaskFeed
    const figures = yield* Figures
    const people = yield* PeopleWrites

    const mayUndo = ({ clearance }: OrganizationPageReader) => clearance.scopes.has("recommendations:apply")

    const readEntry = (reader: OrganizationPageReader, id: string, request: BrowserRequest) =>
      Effect.gen(function* () {
        const entry = yield* log.entry(reader.clearance, id)
        const possible = request.query.has("undo") && entry.undone === null && mayUndo(reader)
        const read: PreviewedEntry = {
          entry,
          undo: possible ? yield* previewUndo(reader, id, request) : null
        }
        return read
      })

    organizationFile(router, {
      path: pagePaths.organization(":org", "activity"),
      name: "pages.activity",
      read: (reader, request) => readLog(log, reader, queryOf(request)),
      file: ({ data, organization: { slug } }) =>
        tableFile({ name: `${slug}-activity`, rows: data, columns: logColumns })
    })
    organizationPage(router, {
      path: pagePaths.organization(":org", "activity"),
      name: "pages.activity",
      place: "activity",
      read: (reader, request) => {
        const asked = request.query.get("undo")
        const campaign = request.query.get("campaign")
        const { days } = rangeOf(request)
        return together({
          performance: figures.period(reader.clearance, days, campaign),
          tasks: feed.list(reader.clearance),
          timeline: log.timeline(reader.clearance, campaign, days),
          // Only owners read the log, as through the API.
          page: reader.clearance.scopes.has("audit:read")
            ? log.page(reader.clearance, queryOf(request))
            : Effect.succeed(null),
          asked:
            asked === null || !actionId.test(asked) || !mayUndo(reader)
              ? Effect.succeed(null)
              : readEntry(reader, asked, request),
          mayUndo: Effect.succeed(mayUndo(reader)),
          reverted: previewRevert(reader, people, request),
          accepting: previewAccept(reader, request)
        })
      },
      render: (
        {
          data: { accepting, asked, mayUndo, page, performance, reverted, tasks, timeline },
          frame,
          organization
        },
        request
      ) => {
        const { currency, slug: org } = organization
        const { timeZone } = frame.person
        const range = rangeOf(request)
        const box = asked?.undo == null ? null : undoBox(asked.entry, asked.undo, request)
        const listed = page?.entries.some(({ id }) => id === asked?.entry.id) ?? false
        return {
          title: "Activity",
          range,
          body: html`${head({
            title: "Activity",
            ...(performance.hasData
              ? {
                  actions: rangePicker(request, range, performance.period),
                  lead: html`${comparedText(performance)}. Days are those of the ad account.`
                }
              : {})
          })}
${performance.hasData ? rangeBanner(range, performance) : null}
${doneBanner(request)}
${
  asked === null || listed
    ? null
    : card({
        id: "undo",
        title: "Undo",
        padded: false,
        body: html`<ol class="log">${entryRow(asked.entry, { org, currency, timeZone, undoHref: null, preview: box })}</ol>`
      })
}
${taskCard(tasks, request)}
${page === null || !performance.hasData ? null : filters(request, page.choices)}
${performance.hasData ? timelineCard(performance, timeline, { currency, org }) : null}
<div class="split">${
            page === null
              ? closedLogCard
              : logCard(page, {
                  request,
                  currency,
                  none: withoutFigures(
                    organization,
                    "Executed changes appear here with who made them, each with a way to undo it.",
                    linkButton(pagePaths.organization(org, "campaigns"), "Open campaigns")
                  ),
                  timeZone,
                  mayUndo,
                  undo: asked === null || box === null ? null : { id: asked.entry.id, preview: box }
                })
          }${outsideCard(timeline, { request, currency, mayChange: mayCall(frame, "campaigns.update"), reverted, accepting })}</div>`
        }
      }
    })

    organizationPage(router, {
      path: pagePaths.action(":org", ":id{act_[0-9A-Za-z]+}"),
      name: "pages.action",
      place: "activity",
      read: (reader, request) =>
        Effect.gen(function* () {
          // The operation decides who can see the log.
          yield* reader.read("actions.list", { limit: 1 })
          const previewed = yield* readEntry(reader, request.parameters["id"] ?? "", request)
          const campaign = previewed.entry.campaign?.slug ?? null
          const around = daysAround(previewed.entry.at, yield* Clock.currentTimeMillis)
          return {
            ...previewed,
            ...(yield* together({
              performance: figures.period(reader.clearance, around, campaign),
              timeline: log.timeline(reader.clearance, campaign, around)
            }))
          }
        }),
      render: (
        { data: { entry, performance, timeline, undo }, organization: { currency, slug: org } },
        request
      ) => {
        const { campaign } = entry
        return {
          title: entryTitle(entry),
          body: html`${head({
            title: entryTitle(entry),
            crumbs: [
              { label: "Activity", href: pagePaths.organization(org, "activity") },
              { label: "Change" }
            ]
          })}
${doneBanner(request)}
${card({
  id: "change",
  title: "The change",
  body: html`${facts([
    ["Who", actorLine(entry.actor, org)],
    ["Approved by", entry.approvedBy],
    ["When", moment(entry.at)],
    [
      "Campaign",
      campaign === null
        ? null
        : html`<a href="${pagePaths.campaign(org, campaign.slug)}">${campaign.name}</a>`
    ],
    ["Reason given", entry.comment === null ? null : html`<bdi>${quotation(entry.comment)}</bdi>`],
    ["Kind", entry.applied ? "Applied recommendation" : "Direct edit"],
    [
      "Undone",
      entry.undone === null
        ? null
        : html`${moment(entry.undone.at)} by ${entry.undone.by ?? "Adwarden itself"}`
    ],
    ["Action", html`<code>${entry.id}</code>`]
  ])}${outsideLines(entry, currency)}${
    undo !== null
      ? undoBox(entry, undo, request)
      : entry.undone !== null
        ? null
        : entry.undo === "irreversible"
          ? html`<p>This kind of change cannot be undone.</p>`
          : html`<div class="row">${linkButton(withValues(request, { undo: "yes" }), "Preview the undo")}</div>`
  }`
})}
${performance.now.impressions > 0 ? timelineCard(performance, timeline, { currency, org }) : null}`
        }
      }
    })
  })
