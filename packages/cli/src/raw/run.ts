import { exitCodeOf, exitCodes } from "../exit-codes.ts"
import type { ParsedArguments } from "../parse/parsed-arguments.ts"
import { printRefusal } from "../print-refusal.ts"
import { Refusal, reasonOf } from "../refusal.ts"
import { resourceOf } from "../session/addresses.ts"
import { type Identity, identify } from "../session/identity.ts"
import { organizationFor } from "../session/organization.ts"
import { jsonText } from "../terminal/json-text.ts"
import { loggedFetch } from "../terminal/logged-fetch.ts"
import type { Terminal } from "../terminal/terminal.ts"
import { version } from "../version.ts"
import { type RawRequest, rawRequestOf } from "./request.ts"

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
