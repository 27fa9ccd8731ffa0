import { type PageData, type SessionRow, Sessions } from "@adwarden/core"
import { pagePaths } from "@adwarden/core/contract"
import { Effect } from "effect"
import { makeAdministrationForm } from "../../kit/administration-form.ts"
import { accountPage, type PageContent, type ShownPage } from "../../kit/dashboard-page.ts"
import { html } from "../../kit/html.ts"
import type { BrowserRequest, FileResponse } from "../../kit/page.ts"
import { formsByAction } from "../../kit/page-form.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { linkToFile, tableFile } from "../../kit/table-file.ts"
import { badge, buttonForm, card, head, moment, relative, table } from "../../parts/index.ts"

const path = pagePaths.account("sessions")

/** "Chrome on Linux", from what the browser says about itself; null if it cannot be told. */
const browserName = (userAgent: string | null): string => {
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)(?=\/)/.exec(userAgent ?? "")?.[1]
  const system = /(Windows|Android|iPhone|iPad|Mac OS X|Linux)/.exec(userAgent ?? "")?.[1]
  const names: Readonly<Record<string, string>> = { Edg: "Edge", OPR: "Opera", "Mac OS X": "macOS" }
  const words = [browser, system].flatMap((name) => (name === undefined ? [] : [names[name] ?? name]))
  return words.length === 0 ? "Unknown browser" : words.join(" on ")
}

const contentOf = (
  { data: sessions }: PageData<ReadonlyArray<SessionRow>>,
  request: BrowserRequest,
  { banners }: ShownPage
): PageContent => ({
  title: "Sessions",
  body: html`${head({
    title: "Sessions",
    lead: "Browsers that are signed in as you. A session ends after twelve idle hours, or a week.",
    ...(sessions.length < 2
      ? {}
      : {
          actions: buttonForm(
            request,
            { action: "others" },
            html`<button class="quiet bad">End all others</button>`
          )
        })
  })}
${banners}
${card({
  id: "sessions",
  title: "Signed in",
  actions: linkToFile(path),
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
            : buttonForm(
                request,
                { action: "end", session: id },
                html`<button class="quiet bad tiny">End</button>`
              )
      }
    ]
  })
})}`
})

const sessionsFile = ({ data }: PageData<ReadonlyArray<SessionRow>>): FileResponse =>
  tableFile({
    name: "sessions",
    rows: data,
    columns: {
      browser: ({ userAgent }) => browserName(userAgent),
      address: ({ ip }) => ip,
      last_seen_at: ({ lastSeenAt }) => lastSeenAt,
      signed_in_at: ({ createdAt }) => createdAt,
      this_browser: ({ current }) => current
    }
  })

/** /account/sessions: where the person is signed in. */
export const accountSessions = (router: PageRouter) =>
  Effect.gen(function* () {
    const sessions = yield* Sessions
    const administrationForm = yield* makeAdministrationForm
    accountPage(router, {
      path,
      name: "pages.sessions",
      place: "sessions",
      read: ({ caller }, { session }) => sessions.list(caller.userId, session),
      messages: { ended: "The session has ended." },
      forms: formsByAction("people.end_session", {
        others: administrationForm("people.end_other_sessions", {
          values: ({ session }) => ({ session }),
          ownErrorPage: true,
          done: "ended"
        }),
        end: administrationForm("people.end_session", {
          ownErrorPage: true,
          done: "ended",
          // It ended meanwhile, which is what was wanted.
          refused: (error) => (error._tag === "not_found" ? { redirect: path } : null)
        })
      }),
      file: sessionsFile,
      render: contentOf
    })
  })
