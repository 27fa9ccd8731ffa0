import type { AdwardenError } from "@adwarden/client"
import { exitCodeOf } from "../exit-codes.ts"
import { safeLine } from "../terminal/safe-text.ts"
import type { Terminal } from "../terminal/terminal.ts"
import { wrap } from "../terminal/width.ts"
import type { ApiCall } from "./call.ts"
import { kebab, renderCommands } from "./names.ts"
import { nextCommand } from "./next-command.ts"

type FailedCall = Pick<ApiCall, "commandLineWith" | "input" | "operation">

/** Fields of the client's error class, which are not extra fields of the response. */
const ownFields: ReadonlySet<string> = new Set([
  "name",
  "status",
  "doc_url",
  "response",
  "code",
  "cause",
  "stack",
  "message"
])

const extraOf = (error: AdwardenError): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(error).filter(([name]) => !ownFields.has(name)))

/** Maps the input's field names to flags and arguments. */
const fieldLines = (
  { fields }: Readonly<Record<string, unknown>>,
  { operation }: FailedCall
): ReadonlyArray<string> =>
  (Array.isArray(fields) ? (fields as ReadonlyArray<{ path: string; message: string }>) : []).map(
    ({ message, path }) => {
      const name = path.split(/[.[/]/)[0] ?? path
      const field = operation.fields.find((one) => one.name === name)
      const label =
        field === undefined
          ? path
          : field.place === "path" || field.required
            ? `<${kebab(name)}>`
            : `--${kebab(name)}`
      return `${label}: ${renderCommands(message)}`
    }
  )

/** Without a response, the URL is probably wrong, or nothing runs there. */
const messageOf = ({ code, message }: AdwardenError): string =>
  code === "connection_failed" || code === "unreadable_answer"
    ? `${message} Set ADWARDEN_URL to the service's URL, or start one on this machine with adwarden dev.`
    : message

const noBreak = "\u00a0"

/** Prints an error with the command to try next, and returns the exit code. */
export const printError = (
  error: AdwardenError,
  failedCall: FailedCall,
  json: boolean,
  { err }: Terminal
): number => {
  const extra = extraOf(error)
  const message = renderCommands(messageOf(error))
  const next = message.includes("adwarden ") ? null : nextCommand(error.code, extra, failedCall)
  if (json) {
    const report = { code: error.code, message, ...extra, request_id: error.requestId, next }
    err.write(`${JSON.stringify({ error: report })}\n`)
    return exitCodeOf(error.code)
  }
  const { paint } = err
  const text = `${safeLine(renderCommands(messageOf(error), noBreak))} ${paint.faint(`(${error.code})`)}`
  const lines = wrap(text, (err.width ?? Number.POSITIVE_INFINITY) - 2)
  const [first = "", ...rest] = lines.map((line) => line.replaceAll(noBreak, " "))
  err.write(`${paint.bad("✗")} ${first}\n`)
  for (const line of [...rest, ...fieldLines(extra, failedCall).map(safeLine)]) err.write(`  ${line}\n`)
  if (next !== null) err.write(`  ${paint.faint("Try:")} ${next}\n`)
  if (error.code === "internal_error" && error.requestId !== null)
    err.write(`  ${paint.faint("Request:")} ${error.requestId}\n`)
  return exitCodeOf(error.code)
}
