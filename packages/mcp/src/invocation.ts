import { type Endpoint, type Invocation, respondWith } from "@adwarden/core"
import { maxRowsBytes, NotFound, type ServiceError } from "@adwarden/core/contract"
import { Effect } from "effect"
import type { CompletionRequest, Message, ToolCall } from "./message.ts"
import { outputJson } from "./tool-result.ts"

const sdkMethods = new Set(["initialize", "ping"])

/** An endpoint for a message that calls no tool: its name in the audit trail, and the error that rejects it. */
const protocolEndpoint = (name: string, refusal: ServiceError | null = null): Endpoint<null> => ({
  name: `mcp.${name}`,
  admits: "callers",
  run: () => (refusal === null ? Effect.succeed(respondWith(null)) : Effect.fail(refusal))
})

const protocolEndpointOf = (message: Exclude<Message, ToolCall | CompletionRequest>): Endpoint<null> => {
  switch (message.kind) {
    case "refused":
      return protocolEndpoint(message.id === null ? "unreadable" : message.method, message.refusal)
    case "known":
      return protocolEndpoint(message.method)
    case "notification":
      return protocolEndpoint("notification")
    case "request": {
      if (sdkMethods.has(message.method)) return protocolEndpoint(message.method)
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
    maxBytes: maxRowsBytes,
    bytesOf: (output, organization) => Buffer.byteLength(outputJson(operation, output, appUrl, organization))
  }
})

/** Maps a message to the pipeline: an operation, or an endpoint of the protocol. */
export const invocationOf = (message: Message, appUrl: string): Invocation => {
  if (message.kind === "tool_call") return toolInvocation(message, appUrl)
  return message.kind === "suggestion"
    ? { operation: message.operation, input: message.input }
    : { endpoint: protocolEndpointOf(message) }
}
