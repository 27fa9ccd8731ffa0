/** Colours text if the screen supports it. */
export interface Paint {
  readonly strong: (text: string) => string
  readonly faint: (text: string) => string
  readonly good: (text: string) => string
  readonly bad: (text: string) => string
  readonly warning: (text: string) => string
  readonly accent: (text: string) => string
}

const inColour =
  (start: number, end: number) =>
  (text: string): string =>
    text === "" ? "" : `\u001b[${start}m${text}\u001b[${end}m`

const colours: Paint = {
  strong: inColour(1, 22),
  faint: inColour(2, 22),
  good: inColour(32, 39),
  bad: inColour(31, 39),
  warning: inColour(33, 39),
  accent: inColour(36, 39)
}

const same = (text: string): string => text
export const plainPaint: Paint = {
  strong: same,
  faint: same,
  good: same,
  bad: same,
  warning: same,
  accent: same
}

/** no-color.org: any non-empty value disables colours. A dumb terminal has none either. */
export const paintFor = (isTerminal: boolean, env: Readonly<Record<string, string | undefined>>): Paint =>
  isTerminal && !env["NO_COLOR"] && env["TERM"] !== "dumb" ? colours : plainPaint

/** How much a command prints besides its result and errors. */
export type Verbosity =
  /** Nothing. */
  | "quiet"
  /** Notes and progress. */
  | "normal"
  /** Also its requests, or the log of the service's code. */
  | "verbose"

// One command runs in a process, so its verbosity is the process's.
let current: Verbosity = "normal"

export const verbosity = (): Verbosity => current

export const setVerbosity = (value: Verbosity): void => {
  current = value
}

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

/**
 * A fetch that, with --verbose, notes each request and its response: method, URL, status, time and request id. Headers
 * and bodies can contain secrets and are not noted.
 */
export const loggedFetch =
  ({ line, paint }: Screen): typeof fetch =>
  async (resource, options) => {
    if (verbosity() !== "verbose") return fetch(resource, options)
    const method = options?.method ?? "GET"
    const startedAt = performance.now()
    const note = (end: string) => {
      const millis = Math.round(performance.now() - startedAt)
      line(paint.faint(`${method} ${String(resource)} ${end} in ${millis} ms`))
    }
    try {
      const response = await fetch(resource, options)
      note(`${response.status}, ${response.headers.get("x-request-id") ?? "no request id"},`)
      return response
    } catch (error) {
      note("failed")
      throw error
    }
  }
