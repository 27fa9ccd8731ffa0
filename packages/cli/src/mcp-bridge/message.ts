/** The fields of a JSON-RPC message that the proxy needs. */
export interface Message {
  readonly id?: string | number
  readonly method?: string
  readonly params?: { readonly requestId?: string | number }
}

export interface Problem {
  readonly code: string
  readonly message: string
}

/**
 * Parses the message in a line; null if it is invalid. Batches are invalid: the service accepts one message at a time.
 */
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
 * The response to a request that could not be delivered. A tool call gets a tool error, which the model reads; other
 * requests get a protocol error, which clients show to the user.
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
