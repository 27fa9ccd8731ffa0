import { isRequest, type Message, type Problem, problemResponse } from "./message.ts"

export interface Destination {
  /** Where messages go, and what speaks for the person there. */
  readonly url: string
  readonly token: string
  /** What the person should know of it, once. */
  readonly warning: string | null
}

/**
 * Says where the next message goes and as whom: asked before each one, so that a login which runs out is renewed in
 * between, and somebody who signs in meanwhile need not start their client anew. With the token that was just refused it
 * fetches another, where there is one to be had. It rejects with what has to be set right, in words for the person.
 */
export type FindDestination = (options: { readonly refused?: string }) => Promise<Destination>

interface PostOptions {
  readonly findDestination: FindDestination
  /** The version of the protocol that was agreed on; null until it was. */
  readonly protocolVersion: () => string | null
  /** One message for the client, without a line break in it. */
  readonly writeLine: (line: string) => void
}

/** JSON has no line breaks inside its texts: those that are there only lay it out. */
const oneLine = (json: string): string => json.replaceAll(/[\r\n]+/g, "")

/** The messages of a stream of events, as they come. */
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

/** Why it could not be delivered, as one who has to do something about it wants to hear it. */
const unreachableProblem = (url: string, error: unknown): Problem => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const why = cause instanceof Error ? cause.message || cause.name : String(cause)
  return {
    code: "unreachable",
    message: `Adwarden cannot be reached at ${url} (${why}). Check that it runs and that the address is right, then try again.`
  }
}

const notSetUpProblem = (error: unknown): Problem => ({
  code: "not_set_up",
  message: error instanceof Error ? error.message : String(error)
})

const notMcpProblem = (url: string, status: number): Problem => ({
  code: "unreachable",
  message: `${url} answered ${status}, and not as Adwarden does. Check the address.`
})

/** The answer to a request in one document: its own, or what the service says of it instead. */
const responseLine = async (message: Message, response: Response, url: string): Promise<string> => {
  const text = await response.text()
  const { error, id } = parseBody(text)
  if (id === message.id && id !== undefined) return oneLine(text)
  if (typeof error?.message !== "string") return problemResponse(message, notMcpProblem(url, response.status))
  return problemResponse(message, { ...error, code: String(error.code), message: error.message })
}

/** Takes messages to the service and tells what comes back. Every rule stays there: nothing is decided here. */
export const makePost = ({ findDestination, writeLine, protocolVersion }: PostOptions) => {
  const sendTo = ({ token, url }: Destination, message: string, signal: AbortSignal): Promise<Response> => {
    const negotiated = protocolVersion()
    return fetch(url, {
      method: "POST",
      body: message,
      signal,
      // A key is for the address that was set, and for no other that it may point to.
      redirect: "manual",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "user-agent": "adwarden-mcp-stdio",
        ...(negotiated === null ? {} : { "mcp-protocol-version": negotiated })
      }
    })
  }

  /** A token may have been taken back before its time: nothing was done with it then, so all goes once more. */
  const send = async (destination: Destination, message: string, signal: AbortSignal): Promise<Response> => {
    const response = await sendTo(destination, message, signal)
    if (response.status !== 401) return response
    const renewed = await findDestination({ refused: destination.token })
    if (renewed.token === destination.token) return response
    await response.body?.cancel()
    return sendTo(renewed, message, signal)
  }

  const deliver = async (
    destination: Destination,
    line: string,
    message: Message,
    signal: AbortSignal
  ): Promise<void> => {
    const response = await send(destination, line, signal)
    if (!isRequest(message)) return void (await response.body?.cancel())
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true
    if (!isStream || response.body === null)
      return writeLine(await responseLine(message, response, destination.url))
    for await (const event of eventsIn(response.body)) writeLine(oneLine(event))
  }

  return async (line: string, message: Message, signal: AbortSignal): Promise<void> => {
    // Whoever cancelled a request waits for no answer.
    const reportProblem = (problem: Problem) => {
      if (!signal.aborted && isRequest(message)) writeLine(problemResponse(message, problem))
    }
    const destination = await findDestination({}).catch((error: unknown) =>
      reportProblem(notSetUpProblem(error))
    )
    if (destination !== undefined) {
      await deliver(destination, line, message, signal).catch((error) =>
        reportProblem(unreachableProblem(destination.url, error))
      )
    }
  }
}
