import type { Entrance } from "@adwarden/core"
import { NotFound } from "@adwarden/core/contract"
import { Effect } from "effect"
import type { Context } from "hono"
import { makeDoor } from "./door.ts"
import type { Env } from "./env.ts"
import { makeRespond } from "./respond.ts"

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
