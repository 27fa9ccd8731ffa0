import { spawn } from "node:child_process"
import { stripVTControlCharacters } from "node:util"
import { compileCache } from "../../core/test/support/programs.ts"

interface TerminalResult {
  readonly code: number | null
  /** Everything on the screen, both streams, with its colours. */
  readonly raw: string
  readonly text: string
}

const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`

/** A person at a terminal with this many columns, who types `answer` when asked. */
export const runInTerminal = (
  program: string,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>>,
  { answer, columns = 80 }: { readonly answer?: string; readonly columns?: number } = {}
): Promise<TerminalResult> =>
  new Promise((resolve) => {
    const command = `stty cols ${columns}; ${[process.execPath, program, ...args].map(quote).join(" ")}`
    const child = spawn("script", ["-qec", command, "/dev/null"], {
      env: {
        PATH: process.env["PATH"] ?? "",
        TERM: "xterm-256color",
        SHELL: "/bin/sh",
        ...compileCache(),
        ...env
      },
      stdio: "pipe"
    })
    let raw = ""
    let answered = false
    child.stdout.on("data", (chunk) => {
      raw += chunk
      if (answer !== undefined && !answered && raw.includes("[y/N]")) {
        answered = true
        child.stdin.write(answer)
      }
    })
    child.on("close", (code) => {
      resolve({ code, raw, text: stripVTControlCharacters(raw).replaceAll("\r\n", "\n") })
    })
  })
