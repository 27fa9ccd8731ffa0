import {
  type Answer,
  type Entrance,
  httpHeaders,
  isOwnRefusal,
  OAuthRefusal,
  type OwnRefusal,
  Settings
} from "@adwarden/core"
import { inWordsOf, jsonMediaType, messageOf, type ServiceError } from "@adwarden/core/contract"
import { authorizationServer, oauthPaths, protectedResource } from "@adwarden/core/http"
import { type Env, makeDoor, makeOpenDocument, makePreflight, readableAnywhere } from "@adwarden/http-host"
import { Effect } from "effect"
import type { Context, Hono } from "hono"
import type { OAuthEntrances } from "./consent-pages.ts"
import { readMetadata, readParameters } from "./read-request.ts"

/** Every error has OAuth's shape here, those of the door included: that is what clients can read. */
const errorBody = (error: ServiceError | OwnRefusal) => {
  if (error instanceof OAuthRefusal) return { error: error.errorCode, error_description: error.description }
  if (isOwnRefusal(error)) return { error: "invalid_request" }
  const passing = error._tag === "rate_limited" || error._tag === "unavailable"
  const description = inWordsOf("rest", messageOf(error)).replaceAll(/[^\x20-\x7e]|["\\]/g, "'")
  return { error: passing ? "temporarily_unavailable" : "server_error", error_description: description }
}

type Endpoint = "token" | "register" | "revoke" | "introspect"

/** What programs call: no cookie is looked at, so web pages of others may call it, too. */
export const endpoints = (app: Hono<Env>, entrances: OAuthEntrances) =>
  Effect.gen(function* () {
    const settings = yield* Settings
    const enter = yield* makeDoor("dashboard", () => ({ kind: "session", token: null }))
    const { url: metadataUrl } = protectedResource(settings, "rest")

    const respond = (answer: Answer<unknown, OwnRefusal>): Response => {
      const { error, output, status } = answer
      const own = error !== null && isOwnRefusal(error)
      const headers = new Headers({
        ...httpHeaders({ ...answer, error: own ? null : error }, metadataUrl),
        ...readableAnywhere,
        "Cache-Control": "no-store"
      })
      // HTTP wants to hear what would be taken instead, and there is nothing: the realm is all there is to say.
      if (own && status === 401) headers.set("WWW-Authenticate", 'Basic realm="adwarden"')
      if (error === null && output === null) return new Response(null, { status, headers })
      headers.set("Content-Type", jsonMediaType)
      return new Response(JSON.stringify(error === null ? output : errorBody(error)), { status, headers })
    }

    const endpoint = <Out, A>(
      name: Endpoint,
      read: (request: Request) => Promise<A | OAuthRefusal>,
      entrance: (sent: A) => Entrance<Out, OAuthRefusal>
    ) => {
      app.post(oauthPaths[name], async (c: Context<Env>) => {
        const wants = Effect.map(
          Effect.promise(() => read(c.req.raw)),
          (sent) => ({
            entrance: sent instanceof OAuthRefusal ? entrances.refuse(name, sent) : entrance(sent)
          })
        )
        return respond(await enter<Out, OAuthRefusal>(c, { name: `oauth.${name}`, wants, open: true }))
      })
    }

    endpoint("token", readParameters, entrances.token)
    endpoint("revoke", readParameters, entrances.revoke)
    endpoint("introspect", readParameters, entrances.introspect)
    endpoint("register", readMetadata, ({ metadata }) => entrances.register(metadata))

    const preflight = yield* makePreflight("dashboard", ["GET", "POST"])
    const openDocument = yield* makeOpenDocument("dashboard")
    const metadata = authorizationServer(settings)
    const text = JSON.stringify(metadata.document)
    app.get(
      metadata.path,
      openDocument({ name: "oauth.metadata", type: jsonMediaType, text, anywhere: true })
    )
    const { introspect, register, revoke, token } = oauthPaths
    for (const path of [metadata.path, token, revoke, introspect, register]) app.options(path, preflight)
  })
