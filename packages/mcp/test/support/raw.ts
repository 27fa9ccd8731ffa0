import { request } from "node:http"

export interface RawResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly text: string
  /** The body, if it is JSON. */
  readonly body: {
    readonly id?: unknown
    readonly result?: Record<string, unknown> & {
      readonly content?: ReadonlyArray<{ readonly text: string }>
    }
    readonly error?: { readonly code: number | string; readonly message: string; readonly data?: unknown }
  } & Record<string, unknown>
}

/** Sends a request byte for byte: fetch does not allow a foreign Host header. */
export const sendRaw = (
  url: string,
  options: {
    readonly method?: string
    readonly headers?: Record<string, string>
    readonly body?: string | Uint8Array
  }
): Promise<RawResponse> =>
  new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: options.method ?? "POST", headers: options.headers ?? {} },
      (response) => {
        const chunks: Array<Buffer> = []
        response.on("data", (chunk: Buffer) => chunks.push(chunk))
        response.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8")
          const isJson = response.headers["content-type"]?.startsWith("application/json") === true
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            body: isJson ? JSON.parse(text) : {}
          })
        })
      }
    )
    sent.on("error", reject)
    sent.end(options.body)
  })

/** Sends requests to /mcp with one credential. The message can be anything. */
export const mcpSender = (url: string, key: string | null) => {
  const send = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
    sendRaw(url, {
      body,
      headers: {
        "content-type": "application/json",
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...headers
      }
    })
  const sendMessage = (message: unknown, headers?: Record<string, string>) =>
    send(JSON.stringify(message), headers)
  const sendRequest = (method: string, params?: unknown) =>
    sendMessage({ jsonrpc: "2.0", id: 1, method, params })
  const callTool = (name: unknown, args?: unknown) => sendRequest("tools/call", { name, arguments: args })
  return { send, say: sendMessage, ask: sendRequest, call: callTool }
}

/** Returns the error envelope from the text of a tool error. */
export const toolError = (response: RawResponse): { code: string; message: string; fields?: Array<object> } =>
  JSON.parse(response.body.result!.content![0]!.text).error
