import type { Terminal } from "./terminal/terminal.ts"

/** The message of an expected failure. */
export interface RefusalMessage {
  readonly message: string
  /** The command to try, if one helps. */
  readonly next?: string | null
  /** The error code and its extra fields for programs; without it, the CLI itself rejected the command. */
  readonly error?: { readonly code: string; readonly [fact: string]: unknown }
}

/** Prints the problem and the command to try: two lines, or one object for programs. Always on standard error. */
export const printRefusal = (
  { error = { code: "refused_here" }, message, next = null }: RefusalMessage,
  json: boolean,
  { err }: Terminal
): void => {
  if (json) {
    const { code, ...facts } = error
    err.write(`${JSON.stringify({ error: { code, message, ...facts, next } })}\n`)
    return
  }
  err.write(`${err.paint.bad("✗")} ${message}\n`)
  if (next !== null) err.write(`  ${err.paint.faint("Try:")} ${next}\n`)
}
