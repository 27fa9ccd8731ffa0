import { type Entrance, httpHeaders, replyOf, Settings } from "@adwarden/core"
import type { Surface } from "@adwarden/core/contract"
import { protectedResource } from "@adwarden/core/http"
import { Effect } from "effect"
import type { Context } from "hono"
import { makeDoor } from "./door.ts"
import type { Env } from "./env.ts"
import { makeRespond } from "./respond.ts"

interface Document {
  /** What the audit trail calls it. */
  readonly name: string
  readonly type: string
  readonly text: string
}

/** Answers with a text that anyone may read: limited and audited as everything is, but asked of nobody. */
export const makeOpenDocument = (surface: Surface) =>
  Effect.gen(function* () {
    const enter = yield* makeDoor(surface)
    const respond = yield* makeRespond
    const { url } = protectedResource(yield* Settings, surface === "mcp" ? "mcp" : "rest")
    return ({ name, text, type }: Document) => {
      const entrance: Entrance<null> = { name, admits: "anyone", run: () => Effect.succeed(replyOf(null)) }
      const wants = Effect.succeed({ entrance })
      return async (c: Context<Env>): Promise<Response> => {
        const answer = await enter(c, { name, wants, open: true })
        if (answer.error !== null) return respond(answer)
        return new Response(text, { headers: { ...httpHeaders(answer, url), "Content-Type": type } })
      }
    }
  })
