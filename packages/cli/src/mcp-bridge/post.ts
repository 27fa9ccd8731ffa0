import { claimedVersion, isRequest, type Message } from "./message.ts"
import { headersOf } from "./request-headers.ts"

interface Problem {
  readonly code: string
  readonly message: string
}

/**
 * The response to a request that could not be delivered. A tool call gets a tool error, which the model reads; other
 * requests get a protocol error, which clients show to the user.
 */
const problemResponse = (message: Message, problem: Problem): string => {
  const { id, method } = message
  if (method !== "tools/call") {
    const error = { code: -32000, message: problem.message, data: problem }
    return JSON.stringify({ jsonrpc: "2.0", id: id ?? null, error })
  }
  const content = [{ type: "text", text: JSON.stringify({ error: problem }) }]
  const resultType = claimedVersion(message) === null ? {} : { resultType: "complete" }
  return JSON.stringify({ jsonrpc: "2.0", id, result: { ...resultType, content, isError: true } })
}

export const parseErrorResponse = JSON.stringify({
  jsonrpc: "2.0",
  id: null,
  error: { code: -32700, message: "This line is not a JSON-RPC message." }
})

export interface Destination {
  /** The URL for messages, and the credential for it. */
  readonly url: string
  readonly token: string
  /** A warning for the user, shown once. */
  readonly warning: string | null
}

/**
 * Returns the URL and the credential for the next message. It is called before each one, so that a login is renewed in
 * time and a new sign-in needs no restart of the client. With the rejected token it fetches another, if possible. It
 * rejects with a message for the user.
 */
export type FindDestination = (options: { readonly refused?: string }) => Promise<Destination>

interface PostOptions {
  readonly findDestination: FindDestination
  /** The protocol version that a handshake agreed on; null before, and without one. */
  readonly protocolVersion: () => string | null
  /** Writes one message to the client, without line breaks. */
  readonly writeLine: (line: string) => void
}

/** JSON texts contain no raw line breaks, so all of them are formatting. */
const oneLine = (json: string): string => json.replaceAll(/[\r\n]+/g, "")

/** Yields the messages of an event stream as they arrive. */
async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = ""
  const decoder = new TextDecoder()
  for await (const chunk of body) {
    const events = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n\r?\n/)
    rest = events.pop() ?? ""
    for (const event of events) {
      const data = event.split(/\r?\n/).flatMap((line) => /^data: ?(.*)$/.exec(line)?.[1] ?? [])
      if (data.length > 0) yield data.join("")
    }
  }
}

const parseBody = (text: string): { readonly id?: unknown; readonly error?: Partial<Problem> } => {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

/** The reason why a message could not be delivered, for the user. */
const unreachableProblem = (url: string, error: unknown): Problem => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const why = cause instanceof Error ? cause.message || cause.name : String(cause)
  return {
    code: "unreachable",
    message: `Cannot reach Adwarden at ${url} (${why}). Check that it runs and that the URL is correct, then try again.`
  }
}

const notSetUpProblem = (error: unknown): Problem => ({
  code: "not_set_up",
  message: error instanceof Error ? error.message : String(error)
})

const notMcpProblem = (url: string, status: number): Problem => ({
  code: "unreachable",
  message: `${url} responded with ${status}, and not as Adwarden does. Check the URL.`
})

/** The single response to a request: its result, or the service's error. */
const responseLine = async (message: Message, response: Response, url: string): Promise<string> => {
  const text = await response.text()
  const { error, id } = parseBody(text)
  if (id === message.id && id !== undefined) return oneLine(text)
  if (typeof error?.message !== "string") return problemResponse(message, notMcpProblem(url, response.status))
  return problemResponse(message, { ...error, code: String(error.code), message: error.message })
}

/** A message, and its text as it was received. */
interface ReadLine {
  readonly line: string
  readonly message: Message
}

/** Sends messages to the service and writes the responses. All rules are in the service. */
export const makePost = ({ findDestination, writeLine, protocolVersion }: PostOptions) => {
  const sendTo = (
    { token, url }: Destination,
    { line, message }: ReadLine,
    signal: AbortSignal
  ): Promise<Response> =>
    fetch(url, {
      method: "POST",
      body: line,
      signal,
      // A credential is sent only to the configured URL, never to a redirect target.
      redirect: "manual",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "user-agent": "adwarden-mcp-stdio",
        ...headersOf(message, protocolVersion())
      }
    })

  /** A token can be revoked early. Nothing was executed then, so the message is sent once more with a new token. */
  const send = async (destination: Destination, read: ReadLine, signal: AbortSignal): Promise<Response> => {
    const response = await sendTo(destination, read, signal)
    if (response.status !== 401) return response
    const renewed = await findDestination({ refused: destination.token })
    if (renewed.token === destination.token) return response
    await response.body?.cancel()
    return sendTo(renewed, read, signal)
  }

  const deliver = async (destination: Destination, read: ReadLine, signal: AbortSignal): Promise<void> => {
    const { message } = read
    const response = await send(destination, read, signal)
    if (!isRequest(message)) return void (await response.body?.cancel())
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true
    if (!isStream || response.body === null)
      return writeLine(await responseLine(message, response, destination.url))
    for await (const event of eventsIn(response.body)) writeLine(oneLine(event))
  }

  return async (line: string, message: Message, signal: AbortSignal): Promise<void> => {
    // A cancelled request gets no response.
    const reportProblem = (problem: Problem) => {
      if (!signal.aborted && isRequest(message)) writeLine(problemResponse(message, problem))
    }
    const destination = await findDestination({}).catch((error: unknown) =>
      reportProblem(notSetUpProblem(error))
    )
    if (destination !== undefined) {
      await deliver(destination, { line, message }, signal).catch((error) =>
        reportProblem(unreachableProblem(destination.url, error))
      )
    }
  }
}
