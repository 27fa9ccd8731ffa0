import {
  type Answer,
  type Entrance,
  type Errand,
  httpHeaders,
  isOwnRefusal,
  type OwnRefusal,
  Settings
} from "@adwarden/core"
import type { ServiceError } from "@adwarden/core/contract"
import { protectedResource, queryOf } from "@adwarden/core/http"
import { type Env, makeDoor, makeHostAndOriginCheck } from "@adwarden/http-host"
import { Effect } from "effect"
import { type Context, Hono } from "hono"
import { type Browser, makeCookie } from "./cookie.ts"
import { errorPage } from "./error-page.ts"
import { formTokenOf } from "./form-token.ts"
import { pageHeaders } from "./headers.ts"
import { layout } from "./layout.ts"
import { pathOf, signInPath } from "./local-path.ts"
import { RefusedForm, readForm } from "./read-form.ts"
import type { Shown, Visit } from "./visit.ts"

/** A page, or what becomes of a form: by which entrance it goes in, and what is shown of what came out. */
export interface Way<Out, E extends OwnRefusal = never> {
  /** What the audit trail calls it until the entrance is known. */
  readonly name: string
  /** What it came for. Asked once the visitor is recognised and within their rate; without a form that is empty. */
  readonly errand: (visit: Visit, form: URLSearchParams) => Effect.Effect<Errand<Out, E>>
  readonly show: (out: Out, visit: Visit, form: URLSearchParams) => Shown
  /** Says it in its own way; null leaves it to the usual one: the sign-in page, or an error page. */
  readonly refused?: (error: ServiceError | E, visit: Visit, form: URLSearchParams) => Shown | null
}

/** Puts ways on an app. Each passes the door: recognised by its session, limited, audited. */
export interface Web {
  readonly get: <Out, E extends OwnRefusal = never>(path: string, way: Way<Out, E>) => void
  readonly post: <Out, E extends OwnRefusal = never>(path: string, way: Way<Out, E>) => void
  readonly app: Hono<Env>
}

interface Arrival {
  readonly browser: Browser
  readonly visit: Visit
  readonly method: string
}

const foreign = (header: "Host" | "Origin", appUrl: string) =>
  new RefusedForm({
    statusCode: 403,
    errorCode: `foreign_${header.toLowerCase()}`,
    message: `The ${header} of this request is not one of ours. Open ${appUrl} instead.`
  })

const refusing = (name: string, refusal: RefusedForm): Entrance<never, RefusedForm> => ({
  name,
  admits: "anyone",
  run: () => Effect.fail(refusal)
})

export const makeWeb: Effect.Effect<
  Web,
  never,
  Effect.Effect.Context<ReturnType<typeof makeDoor>> | Settings
> = Effect.gen(function* () {
  const settings = yield* Settings
  const { appUrl } = settings
  const cookie = makeCookie(appUrl)
  const foreignHeaderOf = makeHostAndOriginCheck(settings)
  const { url: metadataUrl } = protectedResource(settings, "rest")
  const enter = yield* makeDoor("dashboard", (c) => ({ kind: "session", token: cookie.read(c).session }))
  const app = new Hono<Env>()

  const visitOf = (c: Context<Env>, browser: Browser): Visit => ({
    here: pathOf(c.req.url),
    query: queryOf(c.req.raw),
    session: browser.session,
    formToken: formTokenOf(browser.token)
  })

  const respond = (
    shown: Shown,
    answer: Answer<unknown, OwnRefusal>,
    { browser, method, visit }: Arrival
  ): Response => {
    const asked = "redirect" in shown ? {} : pageHeaders(appUrl, shown.formAction)
    // What a program is told about tokens is of no use to a browser.
    const error = answer.error === null || isOwnRefusal(answer.error) ? null : answer.error
    const { "WWW-Authenticate": _, ...told } = httpHeaders({ ...answer, error }, metadataUrl)
    const headers = new Headers({ "Cache-Control": "no-store", ...told, ...asked })
    if (shown.session !== undefined) {
      headers.append("Set-Cookie", shown.session === null ? cookie.take() : cookie.give(shown.session))
    } else if (browser.fresh && method === "GET" && !("redirect" in shown)) {
      // Not in answer to a form: one from another site comes without the cookie that its visitor has, and would lose it.
      headers.append("Set-Cookie", cookie.give(browser.token))
    }
    if ("redirect" in shown) {
      headers.set("Location", shown.redirect)
      headers.set("Referrer-Policy", "same-origin")
      return new Response(null, { status: 303, headers })
    }
    return new Response(String(layout({ person: answer.person, ...shown }, visit)), {
      status: shown.status ?? answer.status,
      headers
    })
  }

  const serve =
    <Out, E extends OwnRefusal>(way: Way<Out, E>, read: boolean) =>
    async (c: Context<Env>): Promise<Response> => {
      const browser = cookie.read(c)
      const visit = visitOf(c, browser)
      let form = new URLSearchParams()
      const wants = Effect.gen(function* (): Effect.fn.Return<Errand<Out, E | RefusedForm>> {
        const header = foreignHeaderOf(c.req.raw)
        if (header !== null) return { entrance: refusing(way.name, foreign(header, appUrl)) }
        if (read) {
          const sent = yield* Effect.promise(() => readForm(c.req.raw, visit.formToken))
          if (sent instanceof RefusedForm) return { entrance: refusing(way.name, sent) }
          form = sent
        }
        return yield* way.errand(visit, form)
      })
      const answer = await enter<Out, E | RefusedForm>(c, { name: way.name, wants, open: true })
      return respond(shownOf(way, answer, visit, form), answer, { browser, visit, method: c.req.method })
    }

  return {
    app,
    get: (path, way) => void app.get(path, serve(way, false)),
    post: (path, way) => void app.post(path, serve(way, true))
  }
})

const shownOf = <Out, E extends OwnRefusal>(
  way: Way<Out, E>,
  answer: Answer<Out, E | RefusedForm>,
  visit: Visit,
  form: URLSearchParams
): Shown => {
  const { error } = answer
  if (error === null) return way.show(answer.output as Out, visit, form)
  if (error instanceof RefusedForm) return errorPage(error, answer, visit)
  const own = way.refused?.(error, visit, form) ?? null
  if (own !== null) return own
  // Of somebody who was signed in, the cookie is worth nothing any more.
  if (error._tag === "unauthorized") return { redirect: signInPath(visit.here), session: null }
  return errorPage(error, answer, visit)
}
