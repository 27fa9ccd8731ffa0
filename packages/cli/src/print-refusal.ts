import type { Terminal } from "./terminal/terminal.ts"

/** What is told of an end that was foreseen. */
export interface RefusalMessage {
  readonly message: string
  /** The command to try, where one helps. */
  readonly next?: string | null
  /** The code that programs know it by, and the facts that come with it; without it, it was refused here. */
  readonly error?: { readonly code: string; readonly [fact: string]: unknown }
}

/** What was wrong, and what to try: two calm lines, or one object for programs. Never on standard output. */
export const printRefusal = (
  { error = { code: "refused_here" }, message, next = null }: RefusalMessage,
  json: boolean,
  { err }: Terminal
): void => {
  if (json) {
    const { code, ...facts } = error
    err.line(JSON.stringify({ error: { code, message, ...facts, next } }))
    return
  }
  err.line(`${err.paint.bad("✗")} ${message}`)
  if (next !== null) err.line(`  ${err.paint.faint("Try:")} ${next}`)
}
