/** The fields of a JSON-RPC message that the proxy needs. */
export interface Message {
  readonly id?: string | number
  readonly method?: string
  readonly params?: {
    readonly requestId?: string | number
    readonly name?: unknown
    readonly uri?: unknown
    readonly _meta?: Readonly<Record<string, unknown>>
  }
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

/** The version that a message names; null if it follows a handshake. */
export const claimedVersion = ({ params }: Message): string | null => {
  const version = params?._meta?.["io.modelcontextprotocol/protocolVersion"]
  return typeof version === "string" ? version : null
}
