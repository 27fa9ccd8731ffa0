import { Effect, type Runtime, Stream } from "effect"

const encoder = new TextEncoder()

/** The headers of an event stream. Proxies must not collect it. */
const headers = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store",
  "X-Accel-Buffering": "no",
  "X-Content-Type-Options": "nosniff",
  // Set explicitly. Otherwise the server would wait for the first chunks to determine the length.
  "Transfer-Encoding": "chunked"
}

/**
 * Makes the function that sends values as server-sent events, each as JSON. The stream ends when the browser leaves. An
 * error ends it too, and the browser connects again.
 */
export const makeEventStream = Effect.map(
  Effect.runtime<never>(),
  (runtime: Runtime.Runtime<never>) =>
    <A, E>(events: Stream.Stream<A, E>, told: Readonly<Record<string, string>>): Response =>
      new Response(
        Stream.toReadableStreamRuntime(
          Stream.map(events, (event) => encoder.encode(`data: ${JSON.stringify(event)}\n\n`)),
          runtime
        ) as ReadableStream<Uint8Array<ArrayBuffer>>,
        { headers: { ...told, ...headers } }
      )
)
