import { ConnectionError, type ResponseInfo, withInfo } from "./errors.ts"
import type { RequestOptions } from "./options.ts"
import { readJson, throwIfRefused } from "./read-response.ts"
import type { Watch } from "./timing.ts"
import type { Transport } from "./transport.ts"

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openings = [0x7b, 0x5b]
const closings = [0x7d, 0x5d]

/**
 * Yields the items of one list inside a JSON object, each as soon as it is complete, because an export can exceed
 * memory. The scanner reads only quotes, commas and brackets; JSON.parse reads the items.
 */
export async function* jsonItems(
  texts: AsyncIterable<string>,
  name: string
): AsyncGenerator<unknown, void, undefined> {
  const opening = new RegExp(`^\\s*${JSON.stringify(name)}\\s*:\\s*$`)
  let depth = 0
  let inString = false
  let inList = false
  let buffer = ""
  // The scan position, and the start of the current object field or list item.
  let index = 0
  let itemStart = 0
  for await (const text of texts) {
    buffer = buffer.slice(itemStart) + text
    index -= itemStart
    itemStart = 0
    for (; index < buffer.length; index++) {
      const character = buffer.charCodeAt(index)
      if (inString) {
        if (character === backslash) index++
        else if (character === quote) inString = false
      } else if (character === quote) inString = true
      else if (inList && depth === 2 && (character === comma || closings.includes(character))) {
        const item = buffer.slice(itemStart, index).trim()
        if (item !== "") yield JSON.parse(item)
        if (character !== comma) return
        itemStart = index + 1
      } else if (openings.includes(character)) {
        depth++
        inList ||= depth === 2 && opening.test(buffer.slice(itemStart, index))
        if (depth === 1 || (inList && depth === 2)) itemStart = index + 1
      } else if (closings.includes(character)) depth--
      else if (character === comma && depth === 1) itemStart = index + 1
    }
  }
  throw new SyntaxError(`The response ended within the list "${name}"`)
}

type Chunks = AsyncGenerator<Uint8Array, void, undefined>

/** Yields the response body in chunks. A reader that stops early closes the connection. */
async function* chunksOf(response: Response, guard: Watch, signal: AbortSignal | undefined): Chunks {
  const reader = response.body?.getReader()
  try {
    for (;;) {
      const next = await reader?.read()
      if (next === undefined || next.done) return
      yield next.value
    }
  } catch (cause) {
    if (signal?.aborted) throw signal.reason
    throw new ConnectionError("The response ended early.", null, { cause })
  } finally {
    guard.release()
    await reader?.cancel().catch(() => undefined)
  }
}

/**
 * A large response that is read as a stream. The request is sent when reading starts.
 *
 * ```ts
 * for await (const event of client.audit.export({ from: "2026-01-01" })) console.log(event.operation)
 * const csv = await client.audit.export().text("csv")
 * ```
 */
export class Download<Item, Whole extends object, Format extends string> implements AsyncIterable<Item> {
  readonly #transport: Transport
  readonly #path: string
  readonly #items: string
  readonly #params: object
  readonly #options: RequestOptions

  constructor(
    transport: Transport,
    path: string,
    items: string,
    params: object,
    options: RequestOptions = {}
  ) {
    this.#transport = transport
    this.#path = path
    this.#items = items
    this.#params = params
    this.#options = options
  }

  #request(format: string) {
    return { method: "GET", path: this.#path, params: { ...this.#params, format } }
  }

  /** Reads the whole response. */
  json(): Promise<Whole> {
    return this.#transport.send(this.#request("json"), this.#options, async (response, info) =>
      withInfo((await readJson(response, info)).value, info)
    ) as Promise<Whole>
  }

  async #open(format: string): Promise<{ readonly info: ResponseInfo; readonly chunks: Chunks }> {
    const request = { ...this.#request(format), streams: true }
    return this.#transport.send(request, this.#options, async (response, info, guard) => {
      await throwIfRefused(response, info)
      return { info, chunks: chunksOf(response, guard, this.#options.signal) }
    })
  }

  /** Yields the bytes in the given format as they arrive. */
  async *bytes(format: Format | "json" = "json"): Chunks {
    yield* (await this.#open(format)).chunks
  }

  /** Returns the bytes as a stream once the response has begun. Pipe it to a file or return it from a handler. */
  async stream(format: Format | "json" = "json"): Promise<ReadableStream<Uint8Array>> {
    const { chunks, info } = await this.#open(format)
    const stream = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { done, value } = await chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: async () => void (await chunks.return())
    })
    return withInfo(stream, info)
  }

  async *#texts(format: Format | "json"): AsyncGenerator<string, void, undefined> {
    const decoder = new TextDecoder()
    for await (const chunk of this.bytes(format)) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  }

  /** Reads the whole response as text in the given format. */
  async text(format: Format | "json" = "json"): Promise<string> {
    let whole = ""
    for await (const text of this.#texts(format)) whole += text
    return whole
  }

  /** Yields each item as soon as it is complete. */
  [Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    return jsonItems(this.#texts("json"), this.#items) as AsyncGenerator<Item, void, undefined>
  }
}
