import { Pipeline, type RawInput, Settings } from "@adwarden/core"
import { type AnyOperation, operations } from "@adwarden/core/contract"
import { factsOf, presentedBy, queryOf } from "@adwarden/core/http"
import { type Env, makeRespond, makeUnknownPath } from "@adwarden/http-host"
import { Effect, Runtime } from "effect"
import { Hono } from "hono"
import { gatherInput } from "./raw-input.ts"

/** `/organizations/{org}` as Hono writes it. */
const pattern = (operation: AnyOperation): string => operation.path.replaceAll(/\{(\w+)\}/g, ":$1")

/** Fixed words before names, so that reports/weekly/latest is not taken for a report called latest. */
const mostSpecificFirst = (a: AnyOperation, b: AnyOperation): number =>
  a.pathNames.length - b.pathNames.length

/** Every operation of the contract at its path below the version prefix. Nothing here knows a rule. */
export const routes = Effect.gen(function* () {
  const pipeline = yield* Pipeline
  const settings = yield* Settings
  const run = Runtime.runPromise(yield* Effect.runtime<never>())
  const respond = yield* makeRespond
  const unknownPath = yield* makeUnknownPath
  const app = new Hono<Env>()

  for (const operation of operations.toSorted(mostSpecificFirst)) {
    app.on(operation.method, pattern(operation), async (c) => {
      const request = c.req.raw
      const query = queryOf(request)
      const presents = presentedBy(request, query)
      const facts = factsOf(request, c.env, "rest", c.req.path, settings.trustProxy)
      let values: RawInput["values"] = {}
      const wants = Effect.promise(async () => {
        const input = await gatherInput(operation, request, c.req.param(), query)
        values = input.values
        return { operation, input }
      })
      const call = { name: operation.name, presents, facts, wants, open: false }
      return respond(await run(pipeline.run(call)), { operation, values })
    })
  }

  app.all("*", unknownPath(`The paths that exist are listed in ${settings.restUrl}/openapi.json.`))

  return app
})
