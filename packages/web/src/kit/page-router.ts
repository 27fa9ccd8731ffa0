import {
  confirmationEndpoint,
  confirmationField,
  type Endpoint,
  type EndpointError,
  httpHeaders,
  type Invocation,
  isEndpointError,
  Pages,
  type PagesShape,
  type PipelineResponse,
  Settings
} from "@adwarden/core"
import { operationByName } from "@adwarden/core/contract"
import { protectedResource, queryOf } from "@adwarden/core/http"
import { type Env, makePipelineClient, makeRespond } from "@adwarden/http-host"
import { Effect, Stream } from "effect"
import { type Context, Hono } from "hono"
import { layout, withLocalTimes } from "../frame/layout.ts"
import { errorResponseOf, makeErrorInFrame, pageResponseOf } from "./error-page.ts"
import { formTokenOf } from "./forms.ts"
import {
  type BrowserCookie,
  fileResponse,
  makeCookie,
  makeEventStream,
  pageBody,
  pageHeaders,
  setFileHeaders
} from "./http.ts"
import { confirmPage, makeSecondFactorPage } from "./interposed-pages.ts"
import { asLocation, pathOf } from "./local-path.ts"
import {
  type BrowserRequest,
  type Download,
  type EventRoute,
  type InDashboard,
  isPage,
  type PageResponse,
  type PageRoute
} from "./page.ts"
import { keepsRange } from "./range.ts"
import { makeRefusal, RejectedForm, readForm, refusalEndpoint } from "./read-form.ts"

/** Where the button of a broken login leads, on every page of its organization. */
const reconnectOrigins = (dashboard: InDashboard | null): ReadonlyArray<string> => {
  const organization = dashboard?.frame.organization ?? null
  return organization === null ||
    organization.brokenAccounts.length === 0 ||
    organization.consentOrigin === ""
    ? []
    : [organization.consentOrigin]
}

/** Adds routes to an app. Each request passes the pipeline: authenticated by its session, rate-limited and audited. */
export interface PageRouter {
  readonly get: <Out, E extends EndpointError = never>(path: string, route: PageRoute<Out, E>) => void
  readonly post: <Out, E extends EndpointError = never>(path: string, route: PageRoute<Out, E>) => void
  /** A read operation as a file: its rows are streamed as they are for a key. */
  readonly download: (path: string, download: Download) => void
  /** Values as they come, as server-sent events. */
  readonly events: <A, E>(path: string, events: EventRoute<A, E>) => void
  readonly app: Hono<Env>
  /** The endpoints of dashboard pages. */
  readonly pages: PagesShape
}

interface BrowserContext {
  readonly c: Context<Env>
  readonly browser: BrowserCookie
  readonly request: BrowserRequest
  readonly incoming: Request
}

/** The status of a form that is shown again: its values are wrong, or its person cannot send it. */
const refusedFormStatus = ({ _tag }: { readonly _tag: string }): number =>
  _tag === "role_denied" ? 403 : 422

export const makePageRouter: Effect.Effect<
  PageRouter,
  never,
  | Effect.Effect.Context<ReturnType<typeof makePipelineClient>>
  | Effect.Effect.Context<typeof makeRespond>
  | Effect.Effect.Context<typeof confirmationEndpoint>
  | Effect.Effect.Context<typeof makeSecondFactorPage>
  | Pages
  | Settings
> = Effect.gen(function* () {
  const settings = yield* Settings
  const pages = yield* Pages
  const { appUrl } = settings
  const cookie = makeCookie(appUrl)
  const refusalOf = makeRefusal(settings)
  const { url: metadataUrl } = protectedResource(settings, "rest")
  const callPipeline = yield* makePipelineClient("dashboard", (c) => ({
    kind: "session",
    token: cookie.read(c).session
  }))
  const respondWithRows = yield* makeRespond
  const eventStream = yield* makeEventStream
  const errorInFrame = yield* makeErrorInFrame(callPipeline)
  const confirm = yield* confirmationEndpoint
  const secondFactorPage = yield* makeSecondFactorPage
  const app = new Hono<Env>()

  const browserRequestOf = (c: Context<Env>, browser: BrowserCookie): BrowserRequest => ({
    path: pathOf(c.req.url),
    query: queryOf(c.req.raw),
    parameters: c.req.param(),
    org: c.req.param("org") ?? "",
    session: browser.session,
    keptRange: cookie.readRange(c),
    formToken: formTokenOf(browser.token)
  })

  const respond = async (
    given: PageResponse,
    response: PipelineResponse<unknown, EndpointError>,
    context: BrowserContext
  ): Promise<Response> => {
    const page = await errorInFrame(given, response, context)
    const { browser, incoming, request } = context
    const dashboard = isPage(page) ? (page.dashboard ?? null) : null
    const pageHeaderValues = !isPage(page)
      ? {}
      : pageHeaders(appUrl, {
          formAction: [...new Set([...(page.formAction ?? []), ...reconnectOrigins(dashboard)])],
          script: dashboard !== null,
          shared: page.shared === true
        })
    // A browser has no use for a challenge that is meant for API clients.
    const error = response.error === null || isEndpointError(response.error) ? null : response.error
    const { "WWW-Authenticate": _, ...told } = httpHeaders({ ...response, error }, metadataUrl)
    const headers = new Headers({ "Cache-Control": "no-store", ...told, ...pageHeaderValues })
    if (page.session !== undefined) {
      headers.append("Set-Cookie", page.session === null ? cookie.clear() : cookie.set(page.session))
    } else if (browser.isNew && incoming.method === "GET" && isPage(page)) {
      // Not in response to a form: a form from another site arrives without the visitor's cookie, which this would
      // replace.
      headers.append("Set-Cookie", cookie.set(browser.token))
    }
    if (isPage(page) && page.range !== undefined && keepsRange(page.range, request))
      headers.append("Set-Cookie", cookie.setRange(page.range))
    if ("redirect" in page) {
      headers.set("Location", asLocation(page.redirect))
      headers.set("Referrer-Policy", "same-origin")
      return new Response(null, { status: 303, headers })
    }
    if ("file" in page) return fileResponse(page, headers)
    const status = page.status ?? response.status
    const text = withLocalTimes(
      String(layout({ person: response.person, ...page }, request)),
      dashboard?.frame.person.timeZone ?? null
    )
    if (dashboard === null || dashboard.showsSecret === true) return new Response(text, { status, headers })
    const { body, headers: bodyHeaders } = await pageBody(incoming, text)
    for (const [name, value] of Object.entries(bodyHeaders)) headers.set(name, value)
    return new Response(body, { status, headers })
  }

  const serve =
    <Out, E extends EndpointError>(route: PageRoute<Out, E>, readsForm: boolean) =>
    async (c: Context<Env>): Promise<Response> => {
      const browser = cookie.read(c)
      const request = browserRequestOf(c, browser)
      let form = new URLSearchParams()
      let confirms = false
      const invocation = Effect.gen(function* (): Effect.fn.Return<Invocation<Out | null, E | RejectedForm>> {
        const refusal = refusalOf(c.req.raw)
        if (refusal !== null) return { endpoint: refusalEndpoint(route.name, refusal) }
        if (readsForm) {
          const submitted = yield* Effect.promise(() => readForm(c.req.raw, request.formToken))
          if (submitted instanceof RejectedForm) return { endpoint: refusalEndpoint(route.name, submitted) }
          form = submitted
          confirms = form.has(confirmationField)
          if (confirms) return { endpoint: confirm(request.session, form.get(confirmationField) ?? "") }
        }
        return yield* route.invocation(request, form)
      })
      const call = async (invocation: Effect.Effect<Invocation<Out | null, E | RejectedForm>>) =>
        // The confirmation is the only endpoint with another output, and its output is not rendered.
        (await callPipeline<Out | null, E | RejectedForm>(c, {
          name: route.name,
          invocation,
          allowAnonymous: true
        })) as PipelineResponse<Out, E | RejectedForm>
      const first = await call(invocation)
      // A confirmation is a request of its own, which is audited as one. The form itself follows.
      const response = confirms && first.error === null ? await call(route.invocation(request, form)) : first
      const context: BrowserContext = { c, browser, request, incoming: c.req.raw }
      const confirmation = confirmPage(response.error, request, form, route.redirectsTo)
      if (confirmation !== null) return respond(confirmation, response, context)
      const next = secondFactorPage(response.error) ?? pageResponseOf(route, response, request, form)
      return "use" in next
        ? next.use((endpoint, render) =>
            showPage(route.name, endpoint, render, {
              ...context,
              status: response.error === null ? null : refusedFormStatus(response.error)
            })
          )
        : respond(next, response, context)
    }

  /** Shows a page in response to a form: a request of its own, which is audited as one. */
  const showPage = async <Out, E extends EndpointError>(
    name: string,
    endpoint: Endpoint<Out, E>,
    render: (out: Out) => PageResponse,
    { status, ...context }: BrowserContext & { readonly status: number | null }
  ): Promise<Response> => {
    const invocation = Effect.succeed<Invocation<Out, E>>({ endpoint })
    const response = await callPipeline<Out, E>(context.c, { name, invocation, allowAnonymous: true })
    const { request } = context
    const page =
      response.error === null
        ? { ...(status === null ? {} : { status }), ...render(response.output as Out) }
        : errorResponseOf(response.error, response, request)
    return respond(page, response, context)
  }

  /** Streams the rows of a read operation for the person of the session; an error is a page. */
  const serveDownload =
    ({ fileName, inputOf, operation: name }: Download) =>
    async (c: Context<Env>): Promise<Response> => {
      const operation = operationByName.get(name)!
      const browser = cookie.read(c)
      const request = browserRequestOf(c, browser)
      const values = { ...inputOf(request), org: request.parameters["org"] }
      const refusal = refusalOf(c.req.raw)
      const invocation: Invocation<unknown, RejectedForm> =
        refusal === null
          ? { operation, input: { values, unreadable: null } }
          : { endpoint: refusalEndpoint(name, refusal) }
      const response = await callPipeline<unknown, RejectedForm>(c, {
        name,
        invocation: Effect.succeed(invocation),
        allowAnonymous: false
      })
      if (response.error === null) {
        const file = respondWithRows(response as PipelineResponse, { operation, values, connection: c.env })
        setFileHeaders(file.headers, fileName(request))
        return file
      }
      const context: BrowserContext = { c, browser, request, incoming: c.req.raw }
      const required = secondFactorPage(response.error)
      if (required !== null)
        return required.use((endpoint, render) =>
          showPage(name, endpoint, render, { ...context, status: 403 })
        )
      return respond(errorResponseOf(response.error, response, request), response, context)
    }

  /** Streams the events of an endpoint. The script that asked for them has no use for an error page. */
  const serveEvents =
    <A, E>({ endpoint, name, render = (value: A) => value }: EventRoute<A, E>) =>
    async (c: Context<Env>): Promise<Response> => {
      const refusal = refusalOf(c.req.raw)
      const request = browserRequestOf(c, cookie.read(c))
      const invocation: Invocation<Stream.Stream<A, E>, RejectedForm> = {
        endpoint: refusal === null ? endpoint(request) : refusalEndpoint(name, refusal)
      }
      const response = await callPipeline<Stream.Stream<A, E>, RejectedForm>(c, {
        name,
        invocation: Effect.succeed(invocation),
        allowAnonymous: false
      })
      return response.error === null
        ? eventStream(
            Stream.map(response.output as Stream.Stream<A, E>, (value) => render(value, request)),
            { "X-Request-Id": response.requestId }
          )
        : new Response(null, { status: response.status, headers: { "Cache-Control": "no-store" } })
    }

  return {
    app,
    pages,
    events: (path, events) => void app.get(path, serveEvents(events)),
    download: (path, download) => void app.get(path, serveDownload(download)),
    get: (path, route) => void app.get(path, serve(route, false)),
    post: (path, route) => void app.post(path, serve(route, true))
  }
})
