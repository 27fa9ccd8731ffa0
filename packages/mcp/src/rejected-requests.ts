import type { Endpoint } from "@adwarden/core"
import { Data, Effect } from "effect"

/** What only this protocol's host says: it is about the HTTP request, which carries no message that could be answered. */
export class RejectedRequest extends Data.TaggedError("refused_request")<{
  readonly statusCode: number
  readonly errorCode: string
  readonly message: string
}> {}

/** A request with another's Host or Origin: from a page that had its own name point at us, most likely. */
export const foreignHeader = (header: "Host" | "Origin", mcpUrl: string): RejectedRequest =>
  new RejectedRequest({
    statusCode: 403,
    errorCode: `foreign_${header.toLowerCase()}`,
    message: `The ${header} of this request is not one of ours. Use ${mcpUrl}/mcp.`
  })

/** There are no streams of our own to listen to, and no sessions to end. */
export const methodNotAllowed = new RejectedRequest({
  statusCode: 405,
  errorCode: "method_not_allowed",
  message: "Only POST is answered here: one JSON-RPC message each."
})

/** Refuses whoever may enter: anyone, or only those who are recognised. */
export const refusalEndpoint = (
  refusal: RejectedRequest,
  admits: "anyone" | "callers"
): Endpoint<never, RejectedRequest> => ({ name: "mcp", admits, run: () => Effect.fail(refusal) })
