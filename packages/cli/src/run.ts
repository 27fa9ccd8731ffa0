import type { LoadServer } from "./server-package.ts"
import { thisTerminal } from "./terminal/terminal.ts"

const codeOf = async (args: ReadonlyArray<string>, loadServer: LoadServer): Promise<number | null> => {
  const terminal = thisTerminal()
  if (args[0] === "__complete") {
    const { printCandidates } = await import("./completion/scripts.ts")
    return printCandidates(args.slice(1), terminal)
  }
  if (args[0] === "--version") {
    terminal.out.line((await import("./version.ts")).version)
    return 0
  }
  const { dispatch } = await import("./dispatch.ts")
  return dispatch(args, terminal, loadServer)
}

/** Runs the command line of this process. `loadServer` provides the server commands. */
export const run = async (loadServer: LoadServer): Promise<void> => {
  // A reader such as `| head` can stop reading. Then nothing is left to print.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1))
  const code = await codeOf(process.argv.slice(2), loadServer)
  if (code !== null) process.exitCode = code
}
