/** JSON on the wire: lowerCamelCase keys, int64 as strings, enums as names. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

export interface Body {
  [key: string]: Json | undefined
}

export const isObject = (value: unknown): value is { readonly [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Returns the value at a path of camel-cased keys. */
export const at = (body: Body | undefined, path: readonly string[]): Json | undefined => {
  let value: Json | undefined = body as Json | undefined
  for (const part of path) {
    if (!isObject(value)) return undefined
    value = value[part]
  }
  return value
}

export const text = (body: Body | undefined, ...path: readonly string[]): string => {
  const value = at(body, path)
  return typeof value === "string" ? value : ""
}

export const list = (body: Body | undefined, ...path: readonly string[]): readonly Json[] => {
  const value = at(body, path)
  return Array.isArray(value) ? value : []
}

/** Returns a copy with one nested value replaced, or removed if `value` is undefined. */
export const withValue = (body: Body, path: readonly string[], value: Json | undefined): Body => {
  const [head, ...rest] = path
  if (head === undefined) return body
  const copy = { ...body }
  if (rest.length > 0) {
    const inner = copy[head]
    copy[head] = withValue(isObject(inner) ? { ...inner } : {}, rest, value) as Json
  } else if (value === undefined) delete copy[head]
  else copy[head] = value
  return copy
}
