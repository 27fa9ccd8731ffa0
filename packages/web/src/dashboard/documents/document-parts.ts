import type { CurrentOrganization, TaskView } from "@adwarden/core"
import { costAndConversions, shortDay, timeChart } from "../../charts/index.ts"
import { form } from "../../kit/forms.ts"
import { type Content, type Html, html } from "../../kit/html.ts"
import { nextPage } from "../../kit/local-path.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import { exportLink } from "../../kit/table-file.ts"
import { card, empty, hidden, type Item, items, linkButton, split } from "../../parts/index.ts"
import { taskCard } from "../activity/tasks.ts"
import { withoutFigures } from "../without-figures.ts"

/** The text of a document, which prints on its own. The script adds the button that prints it. */
export const documentCard = (body: Html): Html =>
  html`<article class="card pad stack document" data-print>${body}</article>`

/** The form that starts a document. A form that is sent twice starts one. */
export const makeCard = (
  request: BrowserRequest,
  { body, title }: { readonly title: string; readonly body: Content }
): Html =>
  card({
    id: "make",
    title,
    body: form(
      request,
      html`<div class="stack">${hidden({ idempotency_key: crypto.randomUUID() })}${body}</div>`
    )
  })

interface DocumentList {
  readonly icon: "reports" | "strategy"
  readonly title: string
  readonly rows: ReadonlyArray<Omit<Item, "icon">>
  /** What is said while there is none, and what it would be good for. */
  readonly none: { readonly title: string; readonly text: string }
  readonly organization: CurrentOrganization
  readonly nextCursor: string | null
  readonly tasks: ReadonlyArray<TaskView>
  /** Beside the list: the form that starts a document, for people who can. */
  readonly aside: Html | null
}

/** The documents of one kind, those that are being made, and the form that starts one. */
export const documentList = (
  { aside, icon, nextCursor, none, organization, rows, tasks, title }: DocumentList,
  request: BrowserRequest
): Html => {
  const older = nextPage(request, nextCursor)
  return html`${taskCard(tasks, request)}
${split(
  card({
    id: "documents",
    title,
    ...(rows.length === 0 ? {} : { actions: exportLink(request) }),
    padded: false,
    body:
      rows.length === 0
        ? empty({ icon, title: none.title, ...withoutFigures(organization, none.text) })
        : items(rows.map((row) => ({ icon, ...row }))),
    ...(older === null ? {} : { foot: linkButton(older, "Older", "quiet tiny") })
  }),
  organization.figures === "read" ? aside : null
)}`
}

interface Week {
  /** Its Monday. */
  readonly week: string
  readonly spend: number
  readonly conversions: number
  readonly partial: boolean
}

/** Cost and conversions week by week; null for fewer than two weeks. */
export const weekChart = (weeks: ReadonlyArray<Week>, currency: string): Html | null => {
  const [first, last] = [weeks[0], weeks.at(-1)]
  if (first === undefined || last === undefined || first === last) return null
  const partial = weeks.filter((week) => week.partial).map(({ week }) => shortDay(week))
  return html`<div class="figure">${timeChart({
    id: "weeks",
    title: `Cost and conversions a week, from ${shortDay(first.week)} to the week of ${shortDay(last.week)}`,
    dates: weeks.map(({ week }) => week),
    period: "week",
    panels: costAndConversions({
      currency,
      each: "week",
      cost: weeks.map(({ spend }) => spend),
      conversions: weeks.map(({ conversions }) => conversions)
    })
  })}${partial.length === 0 ? null : html`<p class="small soft">Not a whole week: ${partial.join(", ")}.</p>`}</div>`
}
