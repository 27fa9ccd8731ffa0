import { type RawInput, Settings } from "@adwarden/core"
import { type AnyOperation, operations } from "@adwarden/core/contract"
import { queryOf } from "@adwarden/core/http"
import { type Env, makePipelineClient, makeRespond, makeUnknownPath } from "@adwarden/http-host"
import { Effect } from "effect"
import { Hono } from "hono"
import { gatherInput } from "./raw-input.ts"

/** `/organizations/{org}` in Hono's syntax. */
const pattern = (operation: AnyOperation): string => operation.path.replaceAll(/\{(\w+)\}/g, ":$1")

/** Fixed segments match before parameters, so that reports/weekly/latest does not read a report called latest. */
const mostSpecificFirst = (a: AnyOperation, b: AnyOperation): number =>
  a.pathNames.length - b.pathNames.length

/** Every operation of the contract at its path below the version prefix. The routes contain no rules. */
export const routes = Effect.gen(function* () {
  const settings = yield* Settings
  const callPipeline = yield* makePipelineClient("rest")
  const respond = yield* makeRespond
  const unknownPath = yield* makeUnknownPath
  const app = new Hono<Env>()

  for (const operation of operations.toSorted(mostSpecificFirst)) {
    app.on(operation.method, pattern(operation), async (c) => {
      const query = queryOf(c.req.raw)
      let values: RawInput["values"] = {}
      const invocation = Effect.suspend(() =>
        Effect.map(gatherInput(operation, c.req.raw, c.req.param(), query), (input) => {
          values = input.values
          return { operation, input }
        })
      )
      const response = await callPipeline(c, {
        name: operation.name,
        invocation,
        allowAnonymous: false,
        query
      })
      return respond(response, { operation, values, connection: c.env })
    })
  }

  app.all("*", unknownPath(`The paths that exist are listed in ${settings.restUrl}/openapi.json.`))

  return app
})
