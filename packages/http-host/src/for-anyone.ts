import { type Entrance, httpHeaders, replyOf, Settings } from "@adwarden/core"
import { NotFound, type Surface } from "@adwarden/core/contract"
import { protectedResource } from "@adwarden/core/http"
import { Effect } from "effect"
import type { Context } from "hono"
import { readableAnywhere } from "./cross-origin.ts"
import { type Env, makeDoor } from "./door.ts"
import { makeRespond } from "./respond.ts"

interface Document {
  /** What the audit trail calls it. */
  readonly name: string
  readonly type: string
  readonly text: string
  /** What else a browser has to know of it. */
  readonly headers?: Readonly<Record<string, string>>
  /** Whether programs in web pages of others may read it, too. */
  readonly anywhere?: boolean
}

/** Answers with a text that anyone may read: limited and audited as everything is, but asked of nobody. */
export const makeOpenDocument = (surface: Surface) =>
  Effect.gen(function* () {
    const enter = yield* makeDoor(surface)
    const respond = yield* makeRespond
    const { url } = protectedResource(yield* Settings, surface === "mcp" ? "mcp" : "rest")
    return ({ anywhere = false, headers: own, name, text, type }: Document) => {
      const entrance: Entrance<null> = { name, admits: "anyone", run: () => Effect.succeed(replyOf(null)) }
      const wants = Effect.succeed({ entrance })
      return async (c: Context<Env>): Promise<Response> => {
        const answer = await enter(c, { name, wants, open: true })
        if (answer.error !== null) return respond(answer)
        const open = anywhere ? readableAnywhere : {}
        const headers = { ...httpHeaders(answer, url), "Content-Type": type, ...own, ...open }
        return new Response(text, { headers })
      }
    }
  })

/** Answers a path that is not there; `next` says where to look instead. */
export const makeUnknownPath = Effect.gen(function* () {
  const enter = yield* makeDoor("rest")
  const respond = yield* makeRespond
  return (next: string) =>
    async (c: Context<Env>): Promise<Response> => {
      const refusal = new NotFound({ what: `${c.req.method} ${c.req.path}`, next })
      const entrance: Entrance<never> = { name: null, admits: "anyone", run: () => refusal }
      return respond(await enter(c, { name: null, wants: Effect.succeed({ entrance }), open: true }))
    }
})
