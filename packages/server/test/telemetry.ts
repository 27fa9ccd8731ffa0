import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect, type Scope } from "effect"
import { type ReceivedSpan, spansOfProtobuf } from "./otlp-protobuf.ts"

interface TraceData {
  readonly resourceSpans: ReadonlyArray<{
    readonly scopeSpans: ReadonlyArray<{ readonly spans: ReadonlyArray<ReceivedSpan> }>
  }>
}

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Array<Buffer> = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const listening = (server: Server): Effect.Effect<string, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.async<string>((resume) => {
      server.listen(0, "127.0.0.1", () =>
        resume(Effect.succeed(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
      )
    }),
    () =>
      Effect.promise(
        () =>
          new Promise<void>((resolve) => {
            server.close(() => resolve())
            server.closeAllConnections()
          })
      )
  )

const spansOfJson = (text: string): ReadonlyArray<ReceivedSpan> =>
  (JSON.parse(text) as TraceData).resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) => spans)
  )

/** An OpenTelemetry collector that keeps what it receives, in either encoding. */
export const collector = Effect.gen(function* () {
  const spans: Array<ReceivedSpan> = []
  const metrics: Array<string> = []
  const types = new Set<string>()
  const url = yield* listening(
    createServer(async (request, response) => {
      const body = await bodyOf(request)
      const type = request.headers["content-type"] ?? "none"
      types.add(type)
      if (request.url === "/v1/metrics") metrics.push(body.toString())
      else if (request.url !== "/v1/traces") return void response.writeHead(404).end()
      else
        spans.push(
          ...(type === "application/x-protobuf" ? spansOfProtobuf(body) : spansOfJson(body.toString()))
        )
      response.writeHead(200, { "content-type": type }).end(type === "application/json" ? "{}" : "")
    })
  )
  return { url, spans, metrics, types }
})

interface ForwardedCall {
  readonly path: string
  readonly headers: IncomingHttpHeaders
}

/** A proxy before a server that keeps the headers of each call. It never answers calls with a body that `isHeld` names. */
export const recordingProxy = (target: string, isHeld: (body: string) => boolean = () => false) =>
  Effect.gen(function* () {
    const calls: Array<ForwardedCall> = []
    const held: Array<ForwardedCall> = []
    const url = yield* listening(
      createServer(async (request, response) => {
        const { headers, method = "GET", url: path = "/" } = request
        calls.push({ path, headers })
        const body = await bodyOf(request)
        if (isHeld(body.toString())) return void held.push({ path, headers })
        const { connection: _, host: __, "content-length": ___, ...passed } = headers
        const answer = await fetch(`${target}${path}`, {
          method,
          headers: passed as Record<string, string>,
          ...(body.length > 0 && { body })
        })
        const kept = [...answer.headers].filter(([name]) => !/^(content-|transfer-)/.test(name))
        const type = answer.headers.get("content-type") ?? "application/json"
        response.writeHead(answer.status, { ...Object.fromEntries(kept), "content-type": type })
        response.end(Buffer.from(await answer.arrayBuffer()))
      })
    )
    return { url, calls, held }
  })
