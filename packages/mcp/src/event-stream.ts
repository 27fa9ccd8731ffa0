/** Neither kept nor gathered by whatever stands in between. */
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

/** Whether the client takes an answer as a stream of events. */
export const acceptsEventStream = (request: Request): boolean =>
  request.headers.get("accept")?.includes("text/event-stream") === true

/** Messages of the protocol, each an event, until the last one. What is said to a client that went away is lost. */
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
