import { PayloadTooLarge, type ServiceError, ValidationError } from "@adwarden/core/contract"
import { deepestBody, parseJson, readCapped, saysJson } from "@adwarden/core/http"

export type Body =
  | { readonly values: Readonly<Record<string, unknown>> }
  | { readonly unreadable: ServiceError }

const wrong = (path: string, message: string): Body => ({
  unreadable: new ValidationError({ fields: [{ path, message }] })
})

/** The JSON object that a request carries; no body at all is an empty one. */
export const readJsonBody = async (request: Request, most: number): Promise<Body> => {
  const bytes = await readCapped(request, most)
  if (bytes === "too_large") return { unreadable: new PayloadTooLarge({ limit: most }) }
  if (bytes === "cut_off") return wrong("body", "was cut off before its end")
  if (bytes.byteLength === 0) return { values: {} }
  if (!saysJson(request)) return wrong("Content-Type", "must be application/json")
  const parsed = parseJson(bytes)
  if (parsed === "too_deep") return wrong("body", `must not be nested deeper than ${deepestBody} levels`)
  if (parsed === "malformed") return wrong("body", "is not valid JSON in UTF-8")
  const { duplicate, value: values } = parsed
  if (duplicate !== null) return wrong(duplicate, "is in the body more than once; send it once")
  if (typeof values !== "object" || values === null || Array.isArray(values)) {
    return wrong("body", "must be a JSON object")
  }
  return { values: values as Readonly<Record<string, unknown>> }
}
