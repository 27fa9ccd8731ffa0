import { type Answer, httpHeaders, Settings } from "@adwarden/core"
import { envelope, type ServiceError } from "@adwarden/core/contract"
import { protectedResource } from "@adwarden/core/http"
import { type Env, makeDoor } from "@adwarden/http-host"
import { Effect } from "effect"
import type { Context } from "hono"
import { errandOf } from "./errand.ts"
import { errorJson, refusalJson, resultJson } from "./json-rpc.ts"
import type { Message } from "./message.ts"
import { makeProtocol } from "./protocol.ts"
import { readMessage } from "./read-message.ts"
import { type RefusedRequest, refusing } from "./refusals.ts"
import { concernsTheRequest, toolResultJson } from "./tool-result.ts"
import { toolListJson } from "./tools.ts"

/**
 * Answers what comes to /mcp. Everything passes the pipeline first and exactly once, and is read only when it did:
 * a tool's call runs there, anything else enters by an entrance of the protocol. Only then does anyone get to hear
 * what we think of the message.
 */
export const endpoint = Effect.gen(function* () {
  const settings = yield* Settings
  const { appUrl } = settings
  const enter = yield* makeDoor("mcp")
  const protocol = makeProtocol({ appUrl })
  const { url: metadataUrl } = protectedResource(settings, "mcp")

  const respond = (answer: Answer, status: number, body: string | null): Response => {
    const headers = httpHeaders(answer, metadataUrl)
    headers["Cache-Control"] = "no-store"
    if (body !== null) headers["Content-Type"] = "application/json"
    if (status === 405) headers["Allow"] = "POST"
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

  const post = async (c: Context<Env>): Promise<Response> => {
    let read: Message | null = null
    const wants = Effect.promise(async () => {
      read = await readMessage(c.req.raw)
      return errandOf(read)
    })
    const answer = await enter(c, { name: "mcp", wants, open: false })
    const { error } = answer
    const message = read as Message | null
    if (message === null || (error !== null && concernsTheRequest(error))) return turnAway(answer, error!)
    if (message.kind !== "tool_call") return speak(message, answer)
    return respond(answer, 200, resultJson(message.id, toolResultJson(message.operation, answer, appUrl)))
  }

  const refuse = async (c: Context<Env>, refusal: RefusedRequest, admits: "anyone" | "callers") => {
    const wants = Effect.succeed({ entrance: refusing(refusal, admits) })
    const answer = await enter<never, RefusedRequest>(c, { name: "mcp", wants, open: admits === "anyone" })
    const error = answer.error?._tag === "refused_request" ? null : answer.error
    if (error !== null) return turnAway({ ...answer, error }, error)
    return respond({ ...answer, error }, refusal.statusCode, refusalJson(refusal.message))
  }

  return { post, refuse }
})
