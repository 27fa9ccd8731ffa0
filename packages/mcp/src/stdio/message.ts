/** A message of the protocol, as far as whoever passes it on has to know it. */
export interface Message {
  readonly id?: string | number
  readonly method?: string
  readonly params?: { readonly requestId?: string | number }
}

export interface Problem {
  readonly code: string
  readonly message: string
}

/** The message in a line; null where it holds none. A batch is none: the service takes one at a time. */
export const parseMessageLine = (line: string): Message | null => {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null
  }
}

export const isRequest = (message: Message): message is Message & Required<Pick<Message, "id" | "method">> =>
  message.method !== undefined && message.id !== undefined

/**
 * What a request is answered when it could not be delivered. A tool's call gets a result that says so, since that is what
 * a model reads; anything else the protocol's own error, which clients show to their person.
 */
export const problemResponse = ({ id, method }: Message, problem: Problem): string =>
  method === "tools/call"
    ? JSON.stringify({
        jsonrpc: "2.0",
        id,
        result: { content: [{ type: "text", text: JSON.stringify({ error: problem }) }], isError: true }
      })
    : JSON.stringify({
        jsonrpc: "2.0",
        id: id ?? null,
        error: { code: -32000, message: problem.message, data: problem }
      })

export const parseErrorResponse = JSON.stringify({
  jsonrpc: "2.0",
  id: null,
  error: { code: -32700, message: "This line is not a JSON-RPC message." }
})
