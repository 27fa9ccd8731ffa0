import { PayloadTooLarge, type ServiceError, ValidationError } from "@adwarden/core/contract"
import { hasJsonContentType, maxJsonDepth, parseJson, readCapped } from "@adwarden/core/http"

export type ParsedBody =
  | { readonly values: Readonly<Record<string, unknown>> }
  | { readonly unreadable: ServiceError }

const invalidBody = (path: string, message: string): ParsedBody => ({
  unreadable: new ValidationError({ fields: [{ path, message }] })
})

/** Reads the JSON object of a request. A missing body is an empty object. */
export const readJsonBody = async (request: Request, maxBytes: number): Promise<ParsedBody> => {
  const bytes = await readCapped(request, maxBytes)
  if (bytes === "too_large") return { unreadable: new PayloadTooLarge({ limit: maxBytes }) }
  if (bytes === "cut_off") return invalidBody("body", "ended early")
  if (bytes.byteLength === 0) return { values: {} }
  if (!hasJsonContentType(request)) return invalidBody("Content-Type", "must be application/json")
  const parsed = parseJson(bytes)
  if (parsed === "too_deep")
    return invalidBody("body", `must not be nested deeper than ${maxJsonDepth} levels`)
  if (parsed === "malformed") return invalidBody("body", "is not valid JSON in UTF-8")
  const { duplicate, value: values } = parsed
  if (duplicate !== null) return invalidBody(duplicate, "is in the body more than once; send it once")
  if (typeof values !== "object" || values === null || Array.isArray(values)) {
    return invalidBody("body", "must be a JSON object")
  }
  return { values: values as Readonly<Record<string, unknown>> }
}
