#!/usr/bin/env node
import module from "node:module"

if (module.enableCompileCache === undefined) {
  console.error(
    `adwarden does not run on Node ${process.version}: it is too old. Get a newer one: https://nodejs.org`
  )
  process.exit(1)
}
// A quarter off every start. It has to be on before anything else is loaded, hence the imports below.
module.enableCompileCache()

const args = process.argv.slice(2)
const { thisTerminal } = await import("./terminal/terminal.ts")
const terminal = thisTerminal()

// Whoever reads may stop reading, `| head` for one: there is nobody left to tell.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1))

const run = async (): Promise<number | null> => {
  if (args[0] === "__complete") {
    const { printCandidates } = await import("./completion/scripts.ts")
    return printCandidates(args.slice(1), terminal)
  }
  if (args[0] === "--version") {
    terminal.out.line((await import("./version.ts")).version)
    return 0
  }
  const { dispatch } = await import("./dispatch.ts")
  return dispatch(args, terminal)
}

const code = await run()
if (code !== null) process.exitCode = code
