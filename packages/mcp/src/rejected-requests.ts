import type { Endpoint } from "@adwarden/core"
import { Data, Effect } from "effect"

/** An error about the HTTP request itself, which carries no message that could be answered. */
export class RejectedRequest extends Data.TaggedError("refused_request")<{
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
export const refusalEndpoint = (
  refusal: RejectedRequest,
  admits: "anyone" | "callers"
): Endpoint<never, RejectedRequest> => ({ name: "mcp", admits, run: () => Effect.fail(refusal) })
