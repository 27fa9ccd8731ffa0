import { randomBytes } from "node:crypto"
import { AdsFailure, BadPayload, badPayloadBody, errorBody } from "../protocol/errors.ts"

export const newRequestId = (): string => randomBytes(16).toString("base64url")

export const json = (body: unknown, status: number, requestId: string): Response =>
  new Response(`${JSON.stringify(body)}\n`, {
    status,
    headers: { "content-type": "application/json; charset=UTF-8", "request-id": requestId }
  })

/** Builds an error response. searchStream wraps errors in an array, like its results. */
export const failureResponse = (
  failure: unknown,
  version: string,
  requestId: string,
  wrapped: boolean
): Response => {
  const wrap = (body: unknown) => (wrapped ? [body] : body)
  if (failure instanceof AdsFailure) {
    return json(wrap(errorBody(failure, version, requestId)), failure.status.code, requestId)
  }
  if (failure instanceof BadPayload) return json(wrap(badPayloadBody(failure)), 400, requestId)
  throw failure
}

export const notFound = (path: string): Response =>
  new Response(
    JSON.stringify({
      error: { code: 404, message: `Requested path ${path} was not found.`, status: "NOT_FOUND" }
    }),
    {
      status: 404,
      headers: { "content-type": "application/json; charset=UTF-8" }
    }
  )
