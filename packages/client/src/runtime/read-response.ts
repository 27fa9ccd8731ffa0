import { errorClasses } from "../generated/errors.ts"
import {
  type ApiError,
  ConnectionError,
  type ErrorBody,
  type ResponseInfo,
  UnfamiliarError,
  UnreadableAnswerError
} from "./errors.ts"

/** A write that waits for approval is returned in the form of an error, but is none. */
const held = "approval_required"

const errorIn = (body: unknown): ErrorBody | null => {
  const { error } = (typeof body === "object" && body !== null ? body : {}) as {
    readonly error?: Partial<ErrorBody>
  }
  return typeof error?.code === "string" && typeof error.message === "string" ? (error as ErrorBody) : null
}

const toApiError = (body: ErrorBody, info: ResponseInfo): ApiError => {
  const Class = Object.hasOwn(errorClasses, body.code)
    ? errorClasses[body.code as keyof typeof errorClasses]
    : UnfamiliarError
  return new Class(body, info)
}

const unreadable = (what: string, info: ResponseInfo): UnreadableAnswerError =>
  new UnreadableAnswerError(`${what} (status ${info.status}). Check that baseUrl is Adwarden's URL.`, info)

const textOf = async (response: Response): Promise<string> => {
  try {
    return await response.text()
  } catch (cause) {
    throw new ConnectionError("The response ended early.", null, { cause })
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Throws the error that the response contains, if any. The body of a successful response is not read. */
export const throwIfRefused = async (response: Response, info: ResponseInfo): Promise<void> => {
  if (response.ok) return
  const isRedirect = response.type === "opaqueredirect" || (info.status >= 300 && info.status < 400)
  if (isRedirect) {
    // A credential is never sent to another URL than the configured one.
    throw unreadable(`The URL redirects to ${info.headers.get("location") ?? "another one"}`, info)
  }
  const error = errorIn(parse(await textOf(response)))
  throw error === null ? unreadable("The response is not from Adwarden", info) : toApiError(error, info)
}

export type JsonResponse =
  | { readonly held: false; readonly value: object }
  | { readonly held: true; readonly value: ErrorBody }

/** Reads the JSON object of a response. A held write has a success status and the form of an error. */
export const readJson = async (response: Response, info: ResponseInfo): Promise<JsonResponse> => {
  await throwIfRefused(response, info)
  const value = parse(await textOf(response))
  const error = errorIn(value)
  if (error?.code === held) return { held: true, value: error }
  if (error !== null) throw toApiError(error, info)
  if (typeof value !== "object" || value === null) throw unreadable("The response is not a JSON object", info)
  return { held: false, value }
}
