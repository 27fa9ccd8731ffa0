/** Prevents proxies from caching or buffering the events. */
export const eventStreamHeaders = {
  "Content-Type": "text/event-stream",
  "Cache-Control": "no-store",
  "X-Accel-Buffering": "no"
}

const encoder = new TextEncoder()

export interface EventStream {
  readonly body: ReadableStream<Uint8Array>
  readonly send: (message: string) => void
  readonly end: (message: string) => void
}

/** Returns whether the client accepts a stream of events. */
export const acceptsEventStream = (request: Request): boolean =>
  request.headers.get("accept")?.includes("text/event-stream") === true

/** Opens a stream that sends each protocol message as an event. Messages to a disconnected client are dropped. */
export const openEventStream = (): EventStream => {
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null
  const body = new ReadableStream<Uint8Array>({
    start: (streamController) => {
      controller = streamController
    },
    cancel: () => {
      controller = null
    }
  })
  const send = (message: string) =>
    controller?.enqueue(encoder.encode(`event: message\ndata: ${message}\n\n`))
  return {
    body,
    send,
    end: (message) => {
      send(message)
      controller?.close()
      controller = null
    }
  }
}
