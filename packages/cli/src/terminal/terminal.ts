import { type Paint, paintFor } from "./paint.ts"

/** One of the two streams: what it is written, how wide it is and whether it has colours. */
export interface Screen {
  readonly line: (text: string) => void
  readonly write: (text: string) => void
  readonly isTerminal: boolean
  /** Places in a line; null where nobody looks at it, so that nothing is cut for them. */
  readonly width: number | null
  readonly paint: Paint
}

export interface Terminal {
  /** For data, and nothing else. */
  readonly out: Screen
  /** For whoever sits there: questions, progress, what went wrong. */
  readonly err: Screen
  /** Whether somebody can be asked. */
  readonly isInteractive: boolean
  readonly confirm: (question: string) => Promise<boolean>
}

const screenOf = (stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Screen => ({
  line: (text) => void stream.write(`${text}\n`),
  write: (text) => void stream.write(text),
  isTerminal: stream.isTTY === true,
  width: stream.isTTY ? Math.max(40, stream.columns || 80) : null,
  paint: paintFor(stream.isTTY === true, env)
})

/** Enter alone means no: a change is made by whoever says so. */
const askConfirmation = async (question: string): Promise<boolean> => {
  const { createInterface } = await import("node:readline/promises")
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const interrupted = new AbortController()
  lines.on("SIGINT", () => interrupted.abort())
  // An end of input (Ctrl-D) is no answer, and no answer is no.
  lines.on("close", () => interrupted.abort())
  try {
    const answer = await lines.question(`${question} [y/N] `, { signal: interrupted.signal })
    return /^\s*(y|yes)\s*$/i.test(answer)
  } catch {
    process.stderr.write("\n")
    return false
  } finally {
    lines.close()
  }
}

/** The terminal that this process was started on. */
export const thisTerminal = (): Terminal => ({
  out: screenOf(process.stdout, process.env),
  err: screenOf(process.stderr, process.env),
  isInteractive:
    process.stdin.isTTY === true && process.stdout.isTTY === true && process.stderr.isTTY === true,
  confirm: askConfirmation
})
