import { PeopleWrites, UndoEndpoint } from "@adwarden/core"
import { pagePaths, routePattern } from "@adwarden/core/contract"
import { Effect } from "effect"
import { type Html, html } from "../../kit/html.ts"
import { addressWith, safeLocalPath } from "../../kit/local-path.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { RejectedForm, refusalEndpoint } from "../../kit/read-form.ts"
import { banner } from "../../parts/index.ts"
import { changeOfForm, peopleWriteOfForm, undoOfForm } from "./previewed-change.ts"

/** The page that a form came from: `back` after the change, `asked` with the preview again. */
const pageOf = (org: string, path: string | null): string => {
  const local = safeLocalPath(path)
  return local === pagePaths.organization(org) || local.startsWith(`${pagePaths.organization(org)}/`)
    ? local
    : pagePaths.organization(org)
}

/** Errors that a new preview explains. */
const previewedAgain: ReadonlySet<string> = new Set([
  "preview_stale",
  "budget_cap_exceeded",
  "launch_blocked",
  "recently_applied",
  "recommendation_not_pending",
  "sync_conflict",
  "validation_error"
])

const noChange = refusalEndpoint(
  "changes.execute",
  new RejectedForm({
    statusCode: 400,
    errorCode: "validation_error",
    message: "This form names no change. Nothing was changed."
  })
)

/** What an executed operation tells of itself. */
interface Executed {
  readonly action_id?: string | null | undefined
  readonly task_tracking_id?: number | null | undefined
  /** The draft that it created. */
  readonly campaign?: string | undefined
  /** Of an undo: whether anything was restored. */
  readonly undone?: boolean
}

/** POST /o/{org}/change: executes what a page previewed, and returns to the page. */
export const changes = (router: PageRouter) =>
  Effect.map(Effect.all([UndoEndpoint, PeopleWrites]), ([undoEndpoint, people]) =>
    router.post<Executed, RejectedForm>(routePattern(pagePaths.change(":org")), {
      name: "changes.execute",
      invocation: ({ org }, form) => {
        const undo = undoOfForm(form)
        if (undo !== null) return Effect.succeed({ endpoint: undoEndpoint(org, undo) })
        const write = peopleWriteOfForm(form)
        if (write !== null)
          return Effect.succeed({ endpoint: people.execute(org, write.name, write.input, write.options) })
        return Effect.succeed(changeOfForm(org, form) ?? { endpoint: noChange })
      },
      render: ({ action_id, campaign, task_tracking_id, undone }, { org }, form) => {
        const result = undone === undefined ? "done" : undone ? "undone" : "kept"
        const back =
          campaign === undefined ? pageOf(org, form.get("back")) : pagePaths.campaign(org, campaign)
        const done = addressWith({ path: back }, { [result]: action_id ?? "nothing" })
        return {
          redirect:
            task_tracking_id == null ? done : addressWith({ path: done }, { task: String(task_tracking_id) })
        }
      },
      // The page previews it again, so that the person sees what is different now and what stands in the way.
      renderError: (error, { org }, form) =>
        previewedAgain.has(error._tag) && form.has("asked")
          ? { redirect: addressWith({ path: pageOf(org, form.get("asked")) }, { stale: "1" }) }
          : null
    })
  )

/** What the change or the undo did that led back to this page; a change with the way to undo it. */
export const doneBanner = ({ org, query }: BrowserRequest): Html | null => {
  if (query.has("undone"))
    return banner(
      "good",
      html`The change was undone.${query.has("task") ? " The ad platform is being brought up to date." : null}`
    )
  if (query.has("kept")) return banner("bad", "Nothing could be restored. The change stays as it is.")
  const [done, task] = [query.get("done"), query.get("task")]
  if (done === null) return null
  return /^act_[0-9A-Za-z]+$/.test(done)
    ? banner(
        "good",
        html`Done. The change is in the log.${task !== null && /^\d+$/.test(task) ? ` Task ${task} carries it out; reload the page to see it when it is finished.` : null} <a href="${pagePaths.organization(org, "activity")}?undo=${done}">Undo</a>`
      )
    : banner("plain", "It was so already. Nothing had to be changed.")
}
