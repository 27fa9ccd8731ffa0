import { type Entrance, Pipeline, Settings } from "@adwarden/core"
import { NotFound } from "@adwarden/core/contract"
import { factsOf, presentedBy, queryOf } from "@adwarden/core/http"
import { Effect, Runtime } from "effect"
import type { Context } from "hono"
import type { Env } from "./env.ts"
import { makeRespond } from "./respond.ts"

/** Answers a path that is not there; `next` says where to look instead. */
export const makeUnknownPath = Effect.gen(function* () {
  const pipeline = yield* Pipeline
  const { trustProxy } = yield* Settings
  const respond = yield* makeRespond
  const run = Runtime.runPromise(yield* Effect.runtime<never>())
  return (next: string) =>
    async (c: Context<Env>): Promise<Response> => {
      const request = c.req.raw
      const presents = presentedBy(request, queryOf(request))
      const facts = factsOf(request, c.env, "rest", c.req.path, trustProxy)
      const refusal = new NotFound({ what: `${request.method} ${c.req.path}`, next })
      const entrance: Entrance<never> = { name: null, admits: "anyone", run: () => refusal }
      const wants = Effect.succeed({ entrance })
      return respond(await run(pipeline.run({ name: null, presents, facts, wants, open: true })))
    }
})
