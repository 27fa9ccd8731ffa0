import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as HttpClient from "@effect/platform/HttpClient"
import type { HttpClientRequest } from "@effect/platform/HttpClientRequest"
import { Effect, Layer, Logger, LogLevel, type Tracer } from "effect"

/** Records every outgoing request, including headers that the client adds last, such as a trace. */
export const recordingHttp = () => {
  const sent: Array<HttpClientRequest> = []
  const layer = Layer.effect(
    HttpClient.HttpClient,
    Effect.map(HttpClient.HttpClient, (client) => {
      const silent = HttpClient.withTracerDisabledWhen(client, () => true)
      return HttpClient.make((request) => {
        sent.push(request)
        return silent.execute(request)
      })
    })
  ).pipe(Layer.provide(FetchHttpClient.layer))
  return { sent, layer, to: (end: string) => sent.filter(({ url }) => url.endsWith(end)) }
}

/** Returns a request as text: URL, headers and body. */
export const textOf = ({ body, headers, method, url, urlParams }: HttpClientRequest): string => {
  const content = body._tag === "Uint8Array" ? Buffer.from(body.body).toString() : body._tag
  return JSON.stringify([method, url, [...urlParams], Object.entries(headers), content])
}

/** Records every log line in full, as JSON. */
export const recordingLogger = () => {
  const lines: Array<string> = []
  const json = Logger.map(Logger.jsonLogger, (line) => void lines.push(line))
  const pretty = Logger.map(Logger.stringLogger, (line) => void lines.push(line))
  const layer = Layer.mergeAll(
    Logger.replace(Logger.defaultLogger, json),
    Logger.add(pretty),
    Logger.minimumLogLevel(LogLevel.All)
  )
  return { lines, layer }
}

/** Returns what a tracer would export: names, attributes and events of every span. */
export const spanText = (span: Tracer.Span): string =>
  JSON.stringify([span.name, [...span.attributes], String(span.status._tag)])
