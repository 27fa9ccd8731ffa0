import { type RawInput, Settings } from "@adwarden/core"
import type { AnyOperation } from "@adwarden/core/contract"
import { queryOf } from "@adwarden/core/http"
import { type Env, makePipelineClient, makeRespond, makeUnknownPath, wordingFor } from "@adwarden/http-host"
import { Effect } from "effect"
import { type Context, Hono } from "hono"
import { findOperation, type PathValues } from "./find-operation.ts"
import { gatherInput } from "./raw-input.ts"

/** The path of the version, below which the operations are. */
export const versionPrefix = "/v1"

/** Every operation of the contract at its path below the version prefix. The routes contain no rules. */
export const routes = Effect.gen(function* () {
  const settings = yield* Settings
  const callPipeline = yield* makePipelineClient("rest")
  const respond = yield* makeRespond
  const unknownPath = yield* makeUnknownPath
  const respondUnknown = unknownPath(`The paths that exist are listed in ${settings.restUrl}/openapi.json.`)

  const run = async (c: Context<Env>, operation: AnyOperation, pathValues: PathValues): Promise<Response> => {
    const query = queryOf(c.req.raw)
    let values: RawInput["values"] = {}
    const invocation = Effect.suspend(() =>
      Effect.map(gatherInput(operation, c.req.raw, pathValues, query), (input) => {
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
    return respond(response, { operation, values, connection: c.env, wording: wordingFor(c.req.raw) })
  }

  // One route of Hono for all operations. With one route each, it matched the one of unknown paths too and chained both.
  return new Hono<Env>().all("*", (c) => {
    const found = findOperation(c.req.method, c.req.path.slice(versionPrefix.length))
    return found === null ? respondUnknown(c) : run(c, ...found)
  })
})
