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

/** The response before anything is known. */
const emptyResponse: PipelineResponse = {
  status: 200,
  requestId: "",
  output: null,
  error: null,
  rateLimit: null,
  quota: null,
  replayed: false,
  person: null,
  organization: null
}

/**
 * Handles requests to /mcp. Each request passes the pipeline exactly once before its message is read: a tool call runs
 * as its operation, anything else as an endpoint of the protocol. Only then does the caller learn whether the message
 * is valid.
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

  /** Responds to a message that calls no tool, once its sender is authenticated. */
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
        // Without an id there is no request to answer, so only the status can report the error.
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

  /** Responds with one JSON document, or with a stream if there is progress and the client asked for it. */
  const post = async (c: Context<Env>): Promise<Response> => {
    let message: Message | null = null
    let events: EventStream | null = null
    const invocation = Effect.promise(async () => {
      message = await readMessage(c.req.raw)
      return invocationOf(message, appUrl)
    })
    // The response, or the stream that begins before it. The result is rendered after the await: inside of a callback
    // it takes ten microseconds more.
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
          // The status was sent when the stream began, so the result goes into the stream.
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
