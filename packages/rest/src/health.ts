import { Statements, statement } from "@adwarden/core"
import { Effect, Runtime } from "effect"
import { Hono } from "hono"

const ask = statement("select 1 as answer")

/** /healthz: the process lives. /readyz: it can also reach its database, so traffic may come. */
export const health = Effect.gen(function* () {
  const statements = yield* Statements
  const run = Runtime.runPromise(yield* Effect.runtime<never>())
  const ready = statements.query(ask, []).pipe(
    Effect.as(true),
    Effect.catchAllCause(() => Effect.succeed(false))
  )
  return new Hono()
    .get("/healthz", (c) => c.json({ status: "ok" }))
    .get("/readyz", async (c) =>
      (await run(ready))
        ? c.json({ status: "ready" })
        : c.json({ status: "unavailable", reason: "The database does not answer." }, 503, {
            "Retry-After": "5"
          })
    )
})
