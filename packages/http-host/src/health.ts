import { databaseAnswers } from "@adwarden/core"
import { Effect, Runtime } from "effect"
import { Hono } from "hono"
import type { Env } from "./env.ts"

/** /healthz: the process lives. /readyz: it can also reach its database, so traffic may come. */
export const health = Effect.gen(function* () {
  const ready = yield* databaseAnswers
  const run = Runtime.runPromise(yield* Effect.runtime<never>())
  return new Hono<Env>()
    .get("/healthz", (c) => c.json({ status: "ok" }))
    .get("/readyz", async (c) =>
      (await run(ready))
        ? c.json({ status: "ready" })
        : c.json({ status: "unavailable", reason: "The database does not answer." }, 503, {
            "Retry-After": "5"
          })
    )
})
