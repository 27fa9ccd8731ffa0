import { request } from "node:http"

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly text: string
  /** The body, where it is JSON. */
  readonly body: {
    readonly id?: unknown
    readonly result?: Record<string, unknown> & {
      readonly content?: ReadonlyArray<{ readonly text: string }>
    }
    readonly error?: { readonly code: number | string; readonly message: string; readonly data?: unknown }
  } & Record<string, unknown>
}

/** A request as written, byte for byte: fetch would not let us lie about Host. */
export const raw = (
  url: string,
  options: {
    readonly method?: string
    readonly headers?: Record<string, string>
    readonly body?: string | Uint8Array
  }
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: options.method ?? "POST", headers: options.headers ?? {} },
      (answer) => {
        const chunks: Array<Buffer> = []
        answer.on("data", (chunk: Buffer) => chunks.push(chunk))
        answer.on("end", () => {
          const text = Buffer.concat(chunks).toString("utf8")
          const isJson = answer.headers["content-type"]?.startsWith("application/json") === true
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            text,
            body: isJson ? JSON.parse(text) : {}
          })
        })
      }
    )
    sent.on("error", reject)
    sent.end(options.body)
  })

/** Speaks to /mcp as one credential; anything may be sent as the message. */
export const speaker = (url: string, key: string | null) => {
  const send = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
    raw(url, {
      body,
      headers: {
        "content-type": "application/json",
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...headers
      }
    })
  const say = (message: unknown, headers?: Record<string, string>) => send(JSON.stringify(message), headers)
  const ask = (method: string, params?: unknown) => say({ jsonrpc: "2.0", id: 1, method, params })
  const call = (name: unknown, args?: unknown) => ask("tools/call", { name, arguments: args })
  return { send, say, ask, call }
}

/** The envelope that a tool's error carries as text. */
export const toolError = (answer: RawAnswer): { code: string; message: string; fields?: Array<object> } =>
  JSON.parse(answer.body.result!.content![0]!.text).error
