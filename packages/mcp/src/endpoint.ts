import { type Answer, httpHeaders, Pipeline, Settings } from "@adwarden/core"
import { envelope, type ServiceError } from "@adwarden/core/contract"
import { type Connection, factsOf, presentedBy, protectedResource, queryOf } from "@adwarden/core/http"
import { Effect, Runtime } from "effect"
import { errandOf } from "./errand.ts"
import { errorJson, resultJson } from "./json-rpc.ts"
import type { Message } from "./message.ts"
import { makeProtocol } from "./protocol.ts"
import { readMessage } from "./read-message.ts"
import { concernsTheRequest, toolResultJson } from "./tool-result.ts"
import { toolListJson } from "./tools.ts"

/**
 * Answers a POST. Everything passes the pipeline first and exactly once, and is read only when it did: a tool's
 * call runs there, anything else enters by an entrance of the protocol. Only then does anyone get to hear what
 * we think of the message.
 */
export const endpoint = Effect.gen(function* () {
  const pipeline = yield* Pipeline
  const settings = yield* Settings
  const { appUrl, trustProxy } = settings
  const run = Runtime.runPromise(yield* Effect.runtime<never>())
  const protocol = makeProtocol({ appUrl })
  const { url: metadataUrl } = protectedResource(settings, "mcp")

  const respond = (answer: Answer, status: number, body: string | null): Response => {
    const headers = httpHeaders(answer, metadataUrl)
    headers["Cache-Control"] = "no-store"
    if (body !== null) headers["Content-Type"] = "application/json"
    return new Response(body, { status, headers })
  }

  const turnAway = (answer: Answer, error: ServiceError): Response =>
    respond(answer, answer.status, JSON.stringify(envelope(error, appUrl, "mcp")))

  /** What is left to say to a message that calls no tool, once its sender is known. */
  const speak = async (
    message: Exclude<Message, { kind: "tool_call" }>,
    answer: Answer
  ): Promise<Response> => {
    switch (message.kind) {
      case "notification":
        return respond(answer, 202, null)
      case "request":
        return respond(
          answer,
          200,
          message.method === "tools/list"
            ? resultJson(message.id, toolListJson)
            : await protocol(message.message)
        )
      case "refused": {
        // Without an id there is no request that this could be the answer to: only the status can tell.
        const status = message.id === null ? answer.status : 200
        const told = envelope(message.refusal, appUrl, "mcp")
        return respond(answer, status, errorJson(message.id, message.code, told))
      }
    }
  }

  return async (request: Request, connection: Connection, path: string): Promise<Response> => {
    const facts = factsOf(request, connection, "mcp", path, trustProxy)
    const presents = presentedBy(request, queryOf(request))
    let message: Message | undefined
    const wants = Effect.promise(async () => {
      message = await readMessage(request)
      return errandOf(message)
    })
    const answer = await run(pipeline.run({ name: "mcp", presents, facts, wants, open: false }))
    const { error } = answer
    if (error !== null && (message === undefined || concernsTheRequest(error))) return turnAway(answer, error)
    if (message!.kind !== "tool_call") return speak(message!, answer)
    const { id, operation } = message!
    return respond(answer, 200, resultJson(id, toolResultJson(operation, answer, appUrl)))
  }
})
