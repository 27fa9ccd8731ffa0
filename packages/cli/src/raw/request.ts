import { readFileSync } from "node:fs"
import type { ParsedArguments } from "../parse/parsed-arguments.ts"
import { usageRefusal } from "../refusal.ts"

/** The parts of a raw request, from the command line. */
export interface RawRequest {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

const split = (text: string, separator: string, flag: string): readonly [string, string] => {
  const at = text.indexOf(separator)
  if (at > 0) return [text.slice(0, at).trim(), text.slice(at + 1)]
  throw usageRefusal(`--${flag} takes NAME${separator}VALUE, and not ${text}.`)
}

const jsonOrText = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const fieldsOf = (given: ParsedArguments): ReadonlyArray<readonly [string, unknown]> => [
  ...given.texts("raw-field").map((text) => split(text, "=", "raw-field")),
  ...given.texts("field").map((text) => {
    const [name, value] = split(text, "=", "field")
    return [name, jsonOrText(value)] as const
  })
]

/** The path must stay below the service's own URL, because the credential is sent there. */
const urlOf = (baseUrl: string, path: string, org: string): URL => {
  const filled = path.replaceAll("{org}", encodeURIComponent(org)).replace(/^\/?(v1\/)?/, "")
  const url = new URL(`${baseUrl}/${filled}`)
  if (/^[a-z]+:\/\//i.test(path) || !url.href.startsWith(`${baseUrl}/`))
    throw usageRefusal("The path is relative to the service, such as organizations/{org}/campaigns.")
  return url
}

const headersOf = (given: ParsedArguments): Readonly<Record<string, string>> =>
  Object.fromEntries(
    given.texts("header").map((text) => {
      const [name, value] = split(text, ":", "header")
      if (/^(authorization|host|cookie)$/i.test(name))
        throw usageRefusal(`--header cannot set ${name}. Sign in, or set ADWARDEN_API_KEY.`)
      return [name, value.trim()]
    })
  )

const readInput = (file: string): string => {
  try {
    return readFileSync(file === "-" ? 0 : file, "utf8")
  } catch (error) {
    throw usageRefusal(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** Returns the request of a command line. `baseUrl` is the URL of the REST API. */
export const rawRequestOf = (given: ParsedArguments, baseUrl: string, org: string): RawRequest => {
  const method = given.argument("method")!.toUpperCase()
  if (!/^(GET|POST|PUT|PATCH|DELETE)$/.test(method))
    throw usageRefusal(`<method> takes GET, POST, PUT, PATCH or DELETE, and not ${method}.`)
  const url = urlOf(baseUrl, given.argument("path")!, org)
  const fields = fieldsOf(given)
  const input = given.text("input")
  const hasQuery = method === "GET" || method === "DELETE" || input !== undefined
  if (hasQuery)
    for (const [name, value] of fields)
      url.searchParams.append(name, typeof value === "string" ? value : JSON.stringify(value))
  const body =
    input !== undefined ? readInput(input) : hasQuery ? undefined : JSON.stringify(Object.fromEntries(fields))
  const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" }
  return { method, url, headers: { accept: "application/json", ...type, ...headersOf(given) }, body }
}
