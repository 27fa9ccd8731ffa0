import {
  type Endpoint,
  type EndpointError,
  httpHeaders,
  isEndpointError,
  OAuthError,
  oauthEndpoints,
  oauthError,
  type Parameters,
  type PipelineResponse,
  parametersOf,
  Settings
} from "@adwarden/core"
import { jsonMediaType, messageOf, renderMentions, type ServiceError } from "@adwarden/core/contract"
import {
  authorizationServer,
  hasJsonContentType,
  oauthPaths,
  parseJson,
  protectedResource,
  queryOf,
  readCapped
} from "@adwarden/core/http"
import {
  crossOriginHeaders,
  type Env,
  makePipelineClient,
  makePreflight,
  makePublicDocument
} from "@adwarden/http-host"
import { Effect } from "effect"
import type { Context, Hono } from "hono"
import type { PageRouter } from "../kit/page-router.ts"
import { consentPages, manualCodePage, type OAuthEndpoints } from "./consent-pages.ts"

/** More than any client's metadata or token request needs. */
const maxBytes = 16 * 1024

const formType = /^application\/x-www-form-urlencoded\s*(;[^,]*)?$/i

const readBody = async (request: Request): Promise<Uint8Array | OAuthError> => {
  const bytes = await readCapped(request, maxBytes)
  if (bytes === "too_large") {
    return oauthError("invalid_request", `The request is longer than ${maxBytes} bytes.`, 413)
  }
  return bytes === "cut_off" ? oauthError("invalid_request", "The request arrived incomplete.") : bytes
}

/**
 * Reads the parameters of a program's request from the body only: URLs end up in logs, and public clients have no
 * secret for a header.
 */
const readParameters = async (request: Request): Promise<Parameters | OAuthError> => {
  if (/^basic /i.test(request.headers.get("authorization") ?? "")) {
    return oauthError(
      "invalid_client",
      "All clients are public: send client_id in the body, and no secret.",
      401
    )
  }
  if (queryOf(request).size > 0) {
    return oauthError("invalid_request", "Send the parameters in the body, not in the URL.")
  }
  if (!formType.test(request.headers.get("content-type") ?? "")) {
    return oauthError("invalid_request", "Send the parameters as application/x-www-form-urlencoded.")
  }
  const bytes = await readBody(request)
  return bytes instanceof Uint8Array
    ? parametersOf(new URLSearchParams(new TextDecoder().decode(bytes)))
    : bytes
}

/** Reads the metadata of a client that registers. */
const readMetadata = async (request: Request): Promise<{ readonly metadata: unknown } | OAuthError> => {
  if (!hasJsonContentType(request))
    return oauthError("invalid_client_metadata", "Send the metadata as application/json.")
  const bytes = await readBody(request)
  if (!(bytes instanceof Uint8Array)) return bytes
  const parsed = parseJson(bytes)
  if (typeof parsed === "string") {
    return oauthError("invalid_client_metadata", "The body is not valid JSON.")
  }
  return parsed.duplicate !== null
    ? oauthError(
        "invalid_client_metadata",
        `${parsed.duplicate} is in the body more than once. Send it once.`
      )
    : { metadata: parsed.value }
}

/** Every error has OAuth's form here, including those of the pipeline, because OAuth clients read only that. */
const oauthErrorBody = (error: ServiceError | EndpointError) => {
  if (error instanceof OAuthError) return { error: error.errorCode, error_description: error.description }
  if (isEndpointError(error)) return { error: "invalid_request" }
  const isTemporary = error._tag === "rate_limited" || error._tag === "unavailable"
  const description = renderMentions("rest", messageOf(error)).replaceAll(/[^\x20-\x7e]|["\\]/g, "'")
  return { error: isTemporary ? "temporarily_unavailable" : "server_error", error_description: description }
}

type OAuthRouteName = "token" | "register" | "revoke" | "introspect"

/** The endpoints for programs. They use no cookies, so scripts on other sites can call them, too. */
const oauthRoutes = (app: Hono<Env>, endpoints: OAuthEndpoints) =>
  Effect.gen(function* () {
    const settings = yield* Settings
    const callPipeline = yield* makePipelineClient("dashboard", () => ({ kind: "session", token: null }))
    const { url: metadataUrl } = protectedResource(settings, "rest")

    const respond = (response: PipelineResponse<unknown, EndpointError>): Response => {
      const { error, output, status } = response
      const isOwnError = error !== null && isEndpointError(error)
      const headers = new Headers({
        ...httpHeaders({ ...response, error: isOwnError ? null : error }, metadataUrl),
        ...crossOriginHeaders,
        "Cache-Control": "no-store"
      })
      // HTTP requires a challenge with 401. Clients are public, so it names no usable scheme.
      if (isOwnError && status === 401) headers.set("WWW-Authenticate", 'Basic realm="adwarden"')
      if (error === null && output === null) return new Response(null, { status, headers })
      headers.set("Content-Type", jsonMediaType)
      return new Response(JSON.stringify(error === null ? output : oauthErrorBody(error)), {
        status,
        headers
      })
    }

    const postRoute = <Out, A>(
      name: OAuthRouteName,
      read: (request: Request) => Promise<A | OAuthError>,
      endpoint: (body: A) => Endpoint<Out, OAuthError>
    ) => {
      app.post(oauthPaths[name], async (c: Context<Env>) => {
        const invocation = Effect.map(
          Effect.promise(() => read(c.req.raw)),
          (body) => ({
            endpoint: body instanceof OAuthError ? endpoints.refuse(name, body) : endpoint(body)
          })
        )
        return respond(
          await callPipeline<Out, OAuthError>(c, { name: `oauth.${name}`, invocation, allowAnonymous: true })
        )
      })
    }

    postRoute("token", readParameters, endpoints.token)
    postRoute("revoke", readParameters, endpoints.revoke)
    postRoute("introspect", readParameters, endpoints.introspect)
    postRoute("register", readMetadata, ({ metadata }) => endpoints.register(metadata))

    const preflight = yield* makePreflight("dashboard", ["GET", "POST"])
    const publicDocument = yield* makePublicDocument("dashboard")
    const metadata = authorizationServer(settings)
    const text = JSON.stringify(metadata.document)
    app.get(
      metadata.path,
      publicDocument({ name: "oauth.metadata", type: jsonMediaType, text, crossOrigin: true })
    )
    const { introspect, register, revoke, token } = oauthPaths
    for (const path of [metadata.path, token, revoke, introspect, register]) app.options(path, preflight)
  })

/** The authorization server over HTTP: pages for people and endpoints for programs. */
export const oauthPages = (router: PageRouter) =>
  Effect.gen(function* () {
    const endpoints = yield* oauthEndpoints
    const { appUrl } = yield* Settings
    consentPages(router, endpoints, appUrl)
    manualCodePage(router, endpoints)
    yield* oauthRoutes(router.app, endpoints)
  })
