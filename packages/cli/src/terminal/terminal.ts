import { type Paint, paintFor } from "./paint.ts"
import { verbosity } from "./verbosity.ts"

/** One of the output streams, with its width and colours. */
export interface Screen {
  /** A line of output or a note. */
  readonly line: (text: string) => void
  readonly write: (text: string) => void
  readonly isTerminal: boolean
  /** Columns in a line; null if it is no terminal, so that nothing is truncated. */
  readonly width: number | null
  readonly paint: Paint
}

export interface Terminal {
  /** For data only. */
  readonly out: Screen
  /** For people: questions, progress, errors. */
  readonly err: Screen
  /** Whether the person can be asked for confirmation. */
  readonly isInteractive: boolean
  readonly confirm: (question: string) => Promise<boolean>
}

/** With --quiet, standard error has no notes and no progress. Errors are written in any case. */
const isSilent = (stream: NodeJS.WriteStream): boolean => stream === process.stderr && verbosity() === "quiet"

const screenOf = (stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Screen => ({
  line: (text) => {
    if (!isSilent(stream)) stream.write(`${text}\n`)
  },
  write: (text) => void stream.write(text),
  get isTerminal() {
    return stream.isTTY === true && !isSilent(stream)
  },
  width: stream.isTTY ? Math.max(40, stream.columns || 80) : null,
  paint: paintFor(stream.isTTY === true, env)
})

/** Enter alone means no: only an explicit yes confirms. */
const askConfirmation = async (question: string): Promise<boolean> => {
  const { createInterface } = await import("node:readline/promises")
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const interrupted = new AbortController()
  lines.on("SIGINT", () => interrupted.abort())
  // An end of input (Ctrl-D) counts as no.
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

/** The terminal of this process. */
export const thisTerminal = (): Terminal => ({
  out: screenOf(process.stdout, process.env),
  err: screenOf(process.stderr, process.env),
  // Standard input is opened when somebody asks, which takes time if it is a file.
  get isInteractive() {
    return process.stdout.isTTY === true && process.stderr.isTTY === true && process.stdin.isTTY === true
  },
  confirm: askConfirmation
})
