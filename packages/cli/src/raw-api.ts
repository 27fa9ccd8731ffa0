import { readFileSync } from "node:fs"
import type { ParsedArguments } from "./parse.ts"
import { exitCodeOf, exitCodes, printRefusal, Refusal, reasonOf, usageRefusal } from "./refusal.ts"
import { resourceOf } from "./session/addresses.ts"
import { type Identity, identify, organizationFor } from "./session/identity.ts"
import { jsonText } from "./terminal/json-text.ts"
import { loggedFetch, type Terminal } from "./terminal/terminal.ts"
import { version } from "./version.ts"

/** The parts of a raw request, from the command line. */
interface RawRequest {
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
const rawRequestOf = (given: ParsedArguments, baseUrl: string, org: string): RawRequest => {
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

type Body = Readonly<Record<string, unknown>>

const timeoutMillis = 60_000

/** Sends a request. A login's token that is rejected is renewed once. */
const send = async (identity: Identity, request: RawRequest, { err }: Terminal): Promise<Response> => {
  const attempt = (credential: string) =>
    loggedFetch(err)(request.url, {
      method: request.method,
      headers: {
        ...request.headers,
        authorization: `Bearer ${credential}`,
        "user-agent": `adwarden-cli/${version}`
      },
      ...(request.body === undefined ? {} : { body: request.body }),
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMillis)
    })
  try {
    if (identity.by === "key") return await attempt(identity.apiKey)
    const token = await identity.token()
    const response = await attempt(token)
    return response.status === 401 ? await attempt(await identity.token({ refused: token })) : response
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal(`${identity.url} did not respond: ${reasonOf(error)}.`, { exitReason: "outOfReach" })
  }
}

const rowsField = (page: Body): string | undefined =>
  Object.keys(page).find((name) => Array.isArray(page[name]))

/** Follows the cursors of a list and returns all rows as one page. */
const withAllPages = async (
  first: Body,
  request: RawRequest,
  read: (request: RawRequest) => Promise<Body>
): Promise<Body> => {
  const rows = rowsField(first)
  if (rows === undefined) return first
  let all = first
  while (typeof all["next_cursor"] === "string") {
    const url = new URL(request.url)
    url.searchParams.set("cursor", all["next_cursor"])
    const next = await read({ ...request, url })
    all = { ...next, [rows]: [...(all[rows] as Array<unknown>), ...(next[rows] as Array<unknown>)] }
  }
  return all
}

/** Ends the command with the error of a response. */
class Failed extends Error {
  readonly body: Body
  readonly status: number

  constructor(status: number, body: Body) {
    super(`The service responded with ${status}`)
    this.status = status
    this.body = body
  }
}

const parseBody = (text: string): Body | null => {
  try {
    return JSON.parse(text) as Body
  } catch {
    return null
  }
}

/** A response that waits for approval (202) has an error object too, and is printed as a result. */
const readBody = async (response: Response): Promise<Body | string> => {
  const text = await response.text()
  const body = parseBody(text)
  if (!response.ok) throw new Failed(response.status, body ?? {})
  return body ?? text
}

const printFailure = ({ body, message, status }: Failed, json: boolean, terminal: Terminal): number => {
  const { code = status === 401 ? "unauthorized" : "unreadable_answer", ...error } = (body["error"] ??
    {}) as { readonly code?: string; readonly message?: string }
  const { message: text = `${message}.`, ...facts } = error
  printRefusal({ message: json ? text : `${text} (${code})`, error: { code, ...facts } }, json, terminal)
  return exitCodeOf(code)
}

/** `adwarden api` */
export const runRawApi = async (given: ParsedArguments, terminal: Terminal): Promise<number> => {
  const identity = await identify({ profile: given.text("profile"), url: given.text("url") })
  const needsOrganization = given.argument("path")!.includes("{org}")
  const org = given.text("org") ?? (needsOrganization ? await organizationFor(identity) : undefined) ?? "_"
  const request = rawRequestOf(given, resourceOf(identity.url, "rest"), org)
  const read = async (one: RawRequest) => (await readBody(await send(identity, one, terminal))) as Body
  try {
    const response = await send(identity, request, terminal)
    const first = await readBody(response)
    if (typeof first === "string") terminal.out.write(first)
    else {
      const whole = given.is("all") ? await withAllPages(first, request, read) : first
      terminal.out.line(jsonText(whole, given, rowsField(whole)))
    }
    return response.status === 202 && isHeld(first) ? exitCodes.held.code : exitCodes.done.code
  } catch (error) {
    if (error instanceof Failed) return printFailure(error, given.json, terminal)
    throw error
  }
}

const isHeld = (body: Body | string): boolean =>
  typeof body !== "string" && (body["error"] as { code?: string } | undefined)?.code === "approval_required"
