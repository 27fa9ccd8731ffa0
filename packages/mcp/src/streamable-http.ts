import {
  type ClientListener,
  httpHeaders,
  type PartialResponse,
  type PipelineResponse,
  Settings
} from "@adwarden/core"
import { envelope, type ServiceError } from "@adwarden/core/contract"
import { protectedResource } from "@adwarden/core/http"
import { type Env, makePipelineClient } from "@adwarden/http-host"
import { Effect } from "effect"
import type { Context } from "hono"
import { acceptsEventStream, type EventStream, eventStreamHeaders, openEventStream } from "./event-stream.ts"
import { invocationOf } from "./invocation.ts"
import { errorJson, progressJson, refusalJson, resultJson } from "./json-rpc.ts"
import type { Message, ToolCall } from "./message.ts"
import { completionResultJson } from "./prompts/completion.ts"
import { readMessage } from "./read-message.ts"
import { type RejectedRequest, refusalEndpoint } from "./rejected-requests.ts"
import { makeSdkResponder } from "./sdk-responder.ts"
import { isRequestLevelError, toolResultJson } from "./tool-result.ts"

/** An answer of which nothing is known. */
const emptyResponse: PipelineResponse = {
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
export const streamableHttp = Effect.gen(function* () {
  const settings = yield* Settings
  const { appUrl } = settings
  const callPipeline = yield* makePipelineClient("mcp")
  const protocol = makeSdkResponder({ appUrl })
  const { url: metadataUrl } = protectedResource(settings, "mcp")

  const respond = (response: PipelineResponse, status: number, body: string | null): Response => {
    const headers = httpHeaders(response, metadataUrl)
    headers["Cache-Control"] = "no-store"
    if (body !== null) headers["Content-Type"] = "application/json"
    if (status === 405) headers["Allow"] = "POST"
    return new Response(body, { status, headers })
  }

  const respondWithError = (response: PipelineResponse, error: ServiceError): Response =>
    respond(response, response.status, JSON.stringify(envelope(error, appUrl, "mcp")))

  /** What is left to say to a message that calls no tool, once its sender is known. */
  const respondToMessage = async (
    message: Exclude<Message, ToolCall>,
    response: PipelineResponse
  ): Promise<Response> => {
    switch (message.kind) {
      case "notification":
        return respond(response, 202, null)
      case "request":
        return respond(response, 200, await protocol(message.message))
      case "known":
        return respond(response, 200, resultJson(message.id, message.result))
      case "suggestion":
        return respond(response, 200, resultJson(message.id, completionResultJson(message, response)))
      case "refused": {
        // Without an id there is no request that this could be the answer to: only the status can tell.
        const status = message.id === null ? response.status : 200
        const errorEnvelope = envelope(message.refusal, appUrl, "mcp")
        return respond(response, status, errorJson(message.id, message.code, errorEnvelope))
      }
    }
  }

  const toolResult = (message: ToolCall, response: PipelineResponse): string =>
    resultJson(message.id, toolResultJson(message.operation, response, appUrl))

  const respondToCall = (
    message: Message | null,
    response: PipelineResponse
  ): Response | Promise<Response> => {
    const { error } = response
    if (message === null || (error !== null && isRequestLevelError(error)))
      return respondWithError(response, error!)
    if (message.kind !== "tool_call") return respondToMessage(message, response)
    return respond(response, 200, toolResult(message, response))
  }

  const openStream = (partialResponse: PartialResponse, events: EventStream): Response => {
    const headers = httpHeaders({ ...emptyResponse, ...partialResponse }, metadataUrl)
    return new Response(events.body, { headers: { ...headers, ...eventStreamHeaders } })
  }

  /** Answered with one document, unless there is something to tell before it to a client that asked for that. */
  const post = async (c: Context<Env>): Promise<Response> => {
    let message: Message | null = null
    let events: EventStream | null = null
    const invocation = Effect.promise(async () => {
      message = await readMessage(c.req.raw)
      return invocationOf(message)
    })
    // The answer, or the stream that begins before it. What an answer is made into is written after the wait:
    // inside of a callback it takes ten microseconds more.
    const first = await new Promise<{ response: PipelineResponse } | { stream: Response }>(
      (resolve, reject) => {
        const onProgress: ClientListener["onProgress"] = (update, partialResponse) => {
          if (
            message?.kind !== "tool_call" ||
            message.progressToken === null ||
            !acceptsEventStream(c.req.raw)
          )
            return
          if (events === null) {
            events = openEventStream()
            resolve({ stream: openStream(partialResponse, events) })
          }
          events.send(progressJson(message.progressToken, update))
        }
        callPipeline(c, { name: "mcp", invocation, allowAnonymous: false, onProgress }).then((response) => {
          // A status was given when the stream began: whatever comes now is told in it.
          if (events !== null && message?.kind === "tool_call") events.end(toolResult(message, response))
          else resolve({ response })
        }, reject)
      }
    )
    return "stream" in first ? first.stream : respondToCall(message, first.response)
  }

  const rejectRequest = async (c: Context<Env>, refusal: RejectedRequest, admits: "anyone" | "callers") => {
    const invocation = Effect.succeed({ endpoint: refusalEndpoint(refusal, admits) })
    const response = await callPipeline<never, RejectedRequest>(c, {
      name: "mcp",
      invocation,
      allowAnonymous: admits === "anyone"
    })
    const error = response.error?._tag === "refused_request" ? null : response.error
    if (error !== null) return respondWithError({ ...response, error }, error)
    return respond({ ...response, error }, refusal.statusCode, refusalJson(refusal.message))
  }

  return { post, refuse: rejectRequest }
})
