import { Context, Effect, Layer } from "effect"
import type { RequestFacts } from "../request/pipeline-request.ts"
import { Settings } from "../settings.ts"

export interface RequestLine {
  readonly facts: RequestFacts
  readonly operation: string | null
  readonly status: number
  readonly error: string | null
  readonly organization: string | null
  readonly actor: string | null
  readonly millis: number
  /** Whether its audit event waits in memory for the database. */
  readonly isDelayed: boolean
}

const json = (line: RequestLine): string =>
  JSON.stringify({
    at: new Date().toISOString(),
    level: line.status >= 500 ? "error" : "info",
    message: "request",
    request_id: line.facts.id,
    surface: line.facts.surface,
    method: line.facts.method,
    path: line.facts.path,
    operation: line.operation,
    status: line.status,
    error: line.error,
    organization: line.organization,
    actor: line.actor,
    ip: line.facts.ip,
    ms: line.millis,
    ...(line.isDelayed ? { audit: "delayed" } : {})
  })

const paint = (status: number, text: string): string =>
  `\u001b[${status >= 500 ? 31 : status >= 400 ? 33 : 32}m${text}\u001b[39m`

const pretty = (line: RequestLine): string => {
  const what = line.operation ?? `${line.facts.method} ${line.facts.path}`
  const outcome = line.error === null ? `${line.status}` : `${line.status} ${line.error}`
  const where = [line.organization, line.actor].filter((part) => part !== null).join(" · ")
  const time = new Date().toISOString().slice(11, 19)
  const audit = line.isDelayed ? " audit delayed" : ""
  return `${time} ${line.facts.surface.padEnd(4)} ${what} ${paint(line.status, outcome)}${audit} ${line.millis} ms ${where}`
}

/** A line in each format. */
export const lineFormats = { json, pretty }

/**
 * Writes the lines of one turn of the event loop together. A write of each line cost more than its text. They are
 * also written when the process exits. An urgent line is written before the response is sent.
 */
const makeWriter = Effect.gen(function* () {
  let lines = ""
  const flush = (): void => {
    if (lines === "") return
    const text = lines
    lines = ""
    process.stdout.write(text)
  }
  yield* Effect.acquireRelease(
    Effect.sync(() => process.on("exit", flush)),
    () =>
      Effect.sync(() => {
        process.off("exit", flush)
        flush()
      })
  )
  return (line: string, isUrgent: boolean): void => {
    if (lines === "") setImmediate(flush)
    lines += `${line}\n`
    if (isUrgent) flush()
  }
})

/** Logs one line per request on every surface. It never contains credentials or inputs. */
export class RequestLog extends Context.Tag("@adwarden/RequestLog")<
  RequestLog,
  { readonly write: (line: RequestLine) => void }
>() {
  static readonly layer = Layer.scoped(
    RequestLog,
    Effect.gen(function* () {
      const { logFormat } = yield* Settings
      if (logFormat === "off") return { write: () => {} }
      const write = yield* makeWriter
      const format = lineFormats[logFormat]
      // Until the database is back, the log is the only place that has a delayed event.
      return { write: (line: RequestLine) => write(format(line), line.isDelayed) }
    })
  )
}
