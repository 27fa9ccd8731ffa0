import { AccountEndpoints, type PageData, Pages, type SessionRow, Sessions } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { form } from "../../kit/forms.ts"
import { html } from "../../kit/html.ts"
import type { BrowserRequest, Page } from "../../kit/page.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { badge, banner, card, head, hidden, moment, relative, table } from "../../parts/index.ts"

const path = pagePaths.account("sessions")

/** "Chrome on Linux", from what the browser says about itself; null if it cannot be told. */
const browserName = (userAgent: string | null): string => {
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)(?=\/)/.exec(userAgent ?? "")?.[1]
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(userAgent ?? "")?.[1]
  const names: Readonly<Record<string, string>> = { Edg: "Edge", OPR: "Opera", "Mac OS X": "macOS" }
  const words = [browser, system].flatMap((name) => (name === undefined ? [] : [names[name] ?? name]))
  return words.length === 0 ? "Unknown browser" : words.join(" on ")
}

const sessionsPage = (
  { data: sessions, frame }: PageData<ReadonlyArray<SessionRow>>,
  request: BrowserRequest
): Page => ({
  title: "Sessions",
  dashboard: { frame, place: { of: "account", page: "sessions" } },
  body: html`${head({
    title: "Sessions",
    lead: "Browsers that are signed in as you. A session ends after twelve idle hours, or a week.",
    ...(sessions.length < 2
      ? {}
      : {
          actions: form(
            request,
            path,
            html`${hidden({ action: "others" })}<button class="quiet bad">End all others</button>`
          )
        })
  })}
${request.query.get("done") === "ended" ? banner("good", "The session has ended.") : null}
${card({
  id: "sessions",
  title: "Signed in",
  padded: false,
  body: table({
    labelledBy: "sessions",
    rows: sessions,
    columns: [
      {
        title: "Browser",
        cell: ({ current, userAgent }) =>
          html`${browserName(userAgent)} ${current ? badge("ok", "This browser") : null}`
      },
      { title: "Address", rank: 2, cell: ({ ip }) => ip ?? "unknown" },
      { title: "Last seen", nowrap: true, cell: ({ lastSeenAt }) => relative(lastSeenAt) },
      { title: "Signed in", rank: 3, nowrap: true, cell: ({ createdAt }) => moment(createdAt) },
      {
        title: "Actions",
        actions: true,
        cell: ({ current, id }) =>
          current
            ? null
            : form(request, path, html`${hidden({ session: id })}<button class="quiet bad tiny">End</button>`)
      }
    ]
  })
})}`
})

/** /account/sessions: where the person is signed in. */
export const accountSessions = (router: PageRouter) =>
  Effect.gen(function* () {
    const pages = yield* Pages
    const sessions = yield* Sessions
    const endpoints = yield* AccountEndpoints
    router.get(path, {
      name: "pages.sessions",
      invocation: ({ session }) =>
        Effect.succeed({
          endpoint: pages.ofPerson("pages.sessions", ({ caller }) => sessions.list(caller.userId, session))
        }),
      render: (page, request) => sessionsPage(page, request)
    })
    router.post(path, {
      name: "people.end_session",
      invocation: ({ session }, form) =>
        Effect.succeed({
          endpoint:
            form.get("action") === "others"
              ? endpoints.endOtherSessions(session)
              : endpoints.endSession(form.get("session") ?? "")
        }),
      render: () => ({ redirect: `${path}?done=ended` }),
      // It ended meanwhile, which is what was wanted.
      renderError: (error) => (error._tag === "not_found" ? { redirect: path } : null)
    })
  })
