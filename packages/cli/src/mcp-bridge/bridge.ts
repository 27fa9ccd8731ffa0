import { createInterface } from "node:readline"
import type { Readable, Writable } from "node:stream"
import { isRequest, type Message, parseMessageLine } from "./message.ts"
import { type FindDestination, makePost, parseErrorResponse } from "./post.ts"

interface BridgeStreams {
  readonly input: Readable
  readonly output: Writable
  /** For people: standard output carries only the protocol. */
  readonly log: (line: string) => void
}

const protocolVersionIn = (line: string): string | null => {
  const { result } = JSON.parse(line) as { result?: { protocolVersion?: string } }
  return result?.protocolVersion ?? null
}

/**
 * Proxies MCP between stdin and stdout and the service at a URL, until stdin ends and all requests have a response. If
 * the service is unreachable, every request gets an error: a client shows that to its user, whereas an ended process
 * would give no reason.
 */
export const bridge = async (
  findDestination: FindDestination,
  { input, log, output }: BridgeStreams
): Promise<void> => {
  const inFlight = new Map<string | number, AbortController>()
  let initializeId: Message["id"]
  let protocolVersion: string | null = null

  const writeLine = (line: string) => {
    output.write(`${line}\n`)
    // The version is agreed on in the response to initialize, and sent with every later message that names none.
    if (initializeId !== undefined && parseMessageLine(line)?.id === initializeId) {
      protocolVersion = protocolVersionIn(line)
      initializeId = undefined
    }
  }

  const post = makePost({ findDestination, protocolVersion: () => protocolVersion, writeLine })
  await findDestination({}).then(
    ({ url, warning }) => {
      log(`Adwarden over stdio, to ${url}`)
      if (warning !== null) log(warning)
    },
    (error: unknown) => log(error instanceof Error ? error.message : String(error))
  )

  const receive = async (line: string): Promise<void> => {
    const message = parseMessageLine(line)
    if (message === null) return writeLine(parseErrorResponse)
    if (message.method === "notifications/cancelled") {
      // Aborting the request notifies the service, which stores nothing between requests.
      inFlight.get(message.params?.requestId ?? "")?.abort()
      return
    }
    if (message.method === "initialize") initializeId = message.id
    const controller = new AbortController()
    if (isRequest(message)) inFlight.set(message.id, controller)
    await post(line, message, controller.signal)
    if (isRequest(message)) inFlight.delete(message.id)
  }

  const pending = new Set<Promise<void>>()
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === "") continue
    const received = receive(line).finally(() => pending.delete(received))
    pending.add(received)
  }
  await Promise.all(pending)
}
