import { type Answer, httpHeaders, type Listener, Settings, type SoFar } from "@adwarden/core"
import { envelope, type ServiceError } from "@adwarden/core/contract"
import { protectedResource } from "@adwarden/core/http"
import { type Env, makeDoor } from "@adwarden/http-host"
import { Effect } from "effect"
import type { Context } from "hono"
import { errandOf } from "./errand.ts"
import { type EventStream, eventStreamHeaders, openEventStream, takesEvents } from "./event-stream.ts"
import { errorJson, progressJson, refusalJson, resultJson } from "./json-rpc.ts"
import type { Message, ToolCall } from "./message.ts"
import { suggestionJson } from "./prompts/completion.ts"
import { makeProtocol } from "./protocol.ts"
import { readMessage } from "./read-message.ts"
import { type RefusedRequest, refusing } from "./refusals.ts"
import { concernsTheRequest, toolResultJson } from "./tool-result.ts"

/** An answer of which nothing is known. */
const nothingYet: Answer = {
  status: 200,
  requestId: "",
  output: null,
  error: null,
  rateLimit: null,
  quota: null,
  replayed: false,
  person: null
}

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
  const speak = async (message: Exclude<Message, ToolCall>, answer: Answer): Promise<Response> => {
    switch (message.kind) {
      case "notification":
        return respond(answer, 202, null)
      case "request":
        return respond(answer, 200, await protocol(message.message))
      case "known":
        return respond(answer, 200, resultJson(message.id, message.result))
      case "suggestion":
        return respond(answer, 200, resultJson(message.id, suggestionJson(message, answer)))
      case "refused": {
        // Without an id there is no request that this could be the answer to: only the status can tell.
        const status = message.id === null ? answer.status : 200
        const told = envelope(message.refusal, appUrl, "mcp")
        return respond(answer, status, errorJson(message.id, message.code, told))
      }
    }
  }

  const toolResult = (message: ToolCall, answer: Answer): string =>
    resultJson(message.id, toolResultJson(message.operation, answer, appUrl))

  const concluded = (message: Message | null, answer: Answer): Response | Promise<Response> => {
    const { error } = answer
    if (message === null || (error !== null && concernsTheRequest(error))) return turnAway(answer, error!)
    if (message.kind !== "tool_call") return speak(message, answer)
    return respond(answer, 200, toolResult(message, answer))
  }

  const openStream = (soFar: SoFar, events: EventStream): Response => {
    const headers = httpHeaders({ ...nothingYet, ...soFar }, metadataUrl)
    return new Response(events.body, { headers: { ...headers, ...eventStreamHeaders } })
  }

  /** Answered with one document, unless there is something to tell before it to a client that asked for that. */
  const post = async (c: Context<Env>): Promise<Response> => {
    let read: Message | null = null
    let events: EventStream | null = null
    const wants = Effect.promise(async () => {
      read = await readMessage(c.req.raw)
      return errandOf(read)
    })
    // The answer, or the stream that begins before it. What an answer is made into is written after the wait:
    // inside of a callback it takes ten microseconds more.
    const first = await new Promise<{ answer: Answer } | { stream: Response }>((resolve, reject) => {
      const hear: Listener["hear"] = (news, soFar) => {
        if (read?.kind !== "tool_call" || read.progressToken === null || !takesEvents(c.req.raw)) return
        if (events === null) {
          events = openEventStream()
          resolve({ stream: openStream(soFar, events) })
        }
        events.send(progressJson(read.progressToken, news))
      }
      enter(c, { name: "mcp", wants, open: false, hear }).then((answer) => {
        // A status was given when the stream began: whatever comes now is told in it.
        if (events !== null && read?.kind === "tool_call") events.end(toolResult(read, answer))
        else resolve({ answer })
      }, reject)
    })
    return "stream" in first ? first.stream : concluded(read, first.answer)
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
