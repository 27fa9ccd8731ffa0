import {
  type ClientListener,
  type Endpoint,
  httpHeaders,
  type Invocation,
  mayCall,
  type PartialResponse,
  type PipelineResponse,
  respondWith,
  Settings
} from "@adwarden/core"
import {
  type AnyOperation,
  defaultRowsBytes,
  envelope,
  maxRowsBytes,
  NotFound,
  operations,
  type ServiceError
} from "@adwarden/core/contract"
import { protectedResource } from "@adwarden/core/http"
import { type Env, makePipelineClient } from "@adwarden/http-host"
import { Data, Effect } from "effect"
import type { Context } from "hono"
import { approvalInvocation, makeApprovalFlow } from "./approval-flow.ts"
import {
  type ApprovalFollowUp,
  type CompletionRequest,
  type Era,
  errorJson,
  jsonRpcErrorCodes,
  type Message,
  progressJson,
  type ResultMembers,
  refusalJson,
  resultJson,
  type ToolCall,
  withMembers
} from "./message.ts"
import { completionResultJson } from "./prompts/completion.ts"
import { type ReadMessage, readMessage } from "./read-message.ts"
import { makeSdk } from "./sdk.ts"
import { isRequestLevelError, outputJson, toolResultJson } from "./tool-result.ts"

/** An error about the HTTP request itself, which carries no message that could be answered. */
class RejectedRequest extends Data.TaggedError("refused_request")<{
  readonly statusCode: number
  readonly errorCode: string
  readonly message: string
}> {}

/** A request with a foreign Host or Origin, most likely from a page that uses DNS rebinding. */
export const foreignHeader = (header: "Host" | "Origin", mcpUrl: string): RejectedRequest =>
  new RejectedRequest({
    statusCode: 403,
    errorCode: `foreign_${header.toLowerCase()}`,
    message: `The ${header} of this request is not accepted. Use ${mcpUrl}/mcp.`
  })

/** The server offers no streams to listen to and has no sessions to end. */
export const methodNotAllowed = new RejectedRequest({
  statusCode: 405,
  errorCode: "method_not_allowed",
  message: "This endpoint accepts only POST, with one JSON-RPC message each."
})

/** An endpoint that rejects every request, from anyone or from authenticated callers only. */
const refusalEndpoint = (
  refusal: RejectedRequest,
  admits: "anyone" | "callers"
): Endpoint<never, RejectedRequest> => ({ name: "mcp", admits, run: () => Effect.fail(refusal) })

/** Prevents proxies from caching or buffering the events. */
const eventStreamHeaders = {
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-store",
  "X-Accel-Buffering": "no"
}

const encoder = new TextEncoder()

interface EventStream {
  readonly body: ReadableStream<Uint8Array>
  readonly send: (message: string) => void
  readonly end: (message: string) => void
}

/** Returns whether the client accepts a stream of events. */
const acceptsEventStream = (request: Request): boolean =>
  request.headers.get("accept")?.includes("text/event-stream") === true

/** Opens a stream that sends each protocol message as an event. Messages to a disconnected client are dropped. */
const openEventStream = (): EventStream => {
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null
  const body = new ReadableStream<Uint8Array>({
    start: (streamController) => {
      controller = streamController
    },
    cancel: () => {
      controller = null
    }
  })
  const send = (message: string) =>
    controller?.enqueue(encoder.encode(`event: message\ndata: ${message}\n\n`))
  return {
    body,
    send,
    end: (message) => {
      send(message)
      controller?.close()
      controller = null
    }
  }
}

/** The requests without a list of tools that the SDK answers. */
const sdkMethods: Readonly<Record<Era, ReadonlySet<string>>> = {
  modern: new Set(["server/discover", "prompts/list"]),
  legacy: new Set(["initialize", "ping", "prompts/list"])
}

/** An endpoint for a message that calls no tool: its name in the audit trail, and the error that rejects it. */
const protocolEndpoint = (name: string, refusal: ServiceError | null = null): Endpoint<null> => ({
  name: `mcp.${name}`,
  admits: "callers",
  run: () => (refusal === null ? Effect.succeed(respondWith(null)) : Effect.fail(refusal))
})

/** Lists the operations whose tools the caller may call somewhere. All others stay callable, and say what is missing. */
const toolListEndpoint = (onlyReads: boolean): Endpoint<ReadonlyArray<AnyOperation>> => ({
  name: "mcp.tools/list",
  admits: "callers",
  run: ({ caller }) => {
    const listed = operations.filter(
      (operation) => mayCall(operation, caller) && (!onlyReads || operation.hints.readOnly)
    )
    return Effect.succeed(respondWith(listed))
  }
})

const protocolEndpointOf = (
  message: Exclude<Message, ToolCall | ApprovalFollowUp | CompletionRequest>,
  era: Era
): Endpoint<unknown> => {
  switch (message.kind) {
    case "refused":
      return protocolEndpoint(message.id === null ? "unreadable" : message.method, message.refusal)
    case "known":
      return protocolEndpoint(message.method)
    case "notification":
      return protocolEndpoint("notification")
    case "refused_by_sdk":
      return protocolEndpoint(message.method, message.refusal)
    case "tool_list":
      return toolListEndpoint(message.onlyReads)
    case "request": {
      if (sdkMethods[era].has(message.method)) return protocolEndpoint(message.method)
      const what = `The method ${JSON.stringify(message.method.slice(0, 100))}`
      return protocolEndpoint("unknown", new NotFound({ what }))
    }
  }
}

/** A model reads each page as a whole, so a page ends before it is too long. */
const toolInvocation = ({ input, operation }: ToolCall, appUrl: string): Invocation => ({
  operation,
  input,
  pageSize: {
    maxBytes: input.values["limit"] === undefined ? defaultRowsBytes : maxRowsBytes,
    bytesOf: (output, organization) => Buffer.byteLength(outputJson(operation, output, appUrl, organization))
  }
})

/** Maps a message to the pipeline: an operation, or an endpoint of the protocol. */
const invocationOf = ({ era, message }: ReadMessage, appUrl: string): Invocation => {
  if (message.kind === "tool_call") return toolInvocation(message, appUrl)
  if (message.kind === "approval_follow_up") return approvalInvocation(message)
  return message.kind === "suggestion"
    ? { operation: message.operation, input: message.input }
    : { endpoint: protocolEndpointOf(message, era) }
}

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
  const approvalFlow = yield* makeApprovalFlow
  const sdk = makeSdk({ appUrl })
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

  const membersOf = (era: Era): ResultMembers | null => (era === "modern" ? sdk.modernMembers : null)

  /** Responds to a message that calls no tool, once its sender is authenticated. */
  const respondToMessage = async (
    request: Request,
    era: Era,
    message: Exclude<Message, ToolCall | ApprovalFollowUp>,
    response: PipelineResponse
  ): Promise<Response> => {
    const members = membersOf(era)
    switch (message.kind) {
      case "notification":
        return respond(response, 202, null)
      case "tool_list":
      case "request": {
        const tools = message.kind === "request" ? [] : (response.output as ReadonlyArray<AnyOperation>)
        const { body, status } = await sdk.answer(era, request, message.message, tools)
        return respond(response, status, body)
      }
      case "refused_by_sdk":
        return respond(response, message.status, message.body)
      case "known":
        return respond(response, 200, resultJson(message.id, withMembers(message.result, members)))
      case "suggestion": {
        const result = completionResultJson(message, response)
        return respond(response, 200, resultJson(message.id, withMembers(result, members)))
      }
      case "refused": {
        // Without an id there is no request to answer, so only the status can report the error. A modern client tells by
        // it a service that lacks a method.
        const { code, id } = message
        const status = id === null || code === jsonRpcErrorCodes.methodNotFound ? response.status : 200
        const errorEnvelope = envelope(message.refusal, appUrl, "mcp")
        return respond(response, status, errorJson(message.id, message.code, errorEnvelope))
      }
    }
  }

  const toolResult = (call: ToolCall, era: Era, response: PipelineResponse): string => {
    const members = membersOf(era)
    const link = approvalFlow.linkJson(call, response, members)
    const { limit, section } = call.input.values
    const isWhole = limit !== undefined || section !== undefined
    return resultJson(call.id, link ?? toolResultJson(call.operation, response, appUrl, members, isWhole))
  }

  const respondToCall = (
    request: Request,
    read: ReadMessage | null,
    response: PipelineResponse
  ): Response | Promise<Response> => {
    const { error } = response
    if (read === null || (error !== null && isRequestLevelError(error)))
      return respondWithError(response, error!)
    const { era, message } = read
    if (message.kind === "approval_follow_up")
      return respond(response, 200, approvalFlow.responseJson(message, response, membersOf(era)))
    if (message.kind !== "tool_call") return respondToMessage(request, era, message, response)
    return respond(response, 200, toolResult(message, era, response))
  }

  const openStream = (partialResponse: PartialResponse, events: EventStream): Response => {
    const headers = httpHeaders({ ...emptyResponse, ...partialResponse }, metadataUrl)
    return new Response(events.body, { headers: { ...headers, ...eventStreamHeaders } })
  }

  /** Responds with one JSON document, or with a stream if there is progress and the client asked for it. */
  const post = async (c: Context<Env>): Promise<Response> => {
    let read: ReadMessage | null = null
    let events: EventStream | null = null
    const invocation = Effect.promise(async () => {
      read = await readMessage(c.req.raw, sdk, approvalFlow)
      return invocationOf(read, appUrl)
    })
    // The response, or the stream that begins before it. The result is rendered after the await: inside of a callback
    // it takes ten microseconds more.
    const first = await new Promise<{ response: PipelineResponse } | { stream: Response }>(
      (resolve, reject) => {
        const onProgress: ClientListener["onProgress"] = (update, partialResponse) => {
          const message = read?.message
          if (message?.kind !== "tool_call" || message.progressToken === null) return
          if (!acceptsEventStream(c.req.raw)) return
          if (events === null) {
            events = openEventStream()
            resolve({ stream: openStream(partialResponse, events) })
          }
          events.send(progressJson(message.progressToken, update))
        }
        callPipeline(c, { name: "mcp", invocation, allowAnonymous: false, onProgress }).then((response) => {
          // The status was sent when the stream began, so the result goes into the stream.
          if (events !== null && read?.message.kind === "tool_call")
            events.end(toolResult(read.message, read.era, response))
          else resolve({ response })
        }, reject)
      }
    )
    return "stream" in first ? first.stream : respondToCall(c.req.raw, read, first.response)
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
