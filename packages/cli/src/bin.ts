#!/usr/bin/env node
import { enableCompileCache } from "node:module"

// A quarter off every start. It has to be on before anything else is loaded, hence the imports below.
enableCompileCache()

/** A desktop client waits for this one, and it needs nothing of the service: so none of it is loaded. */
const overStdio = async (args: ReadonlyArray<string>): Promise<boolean> => {
  if (args[0] !== "mcp") return false
  const { readArguments, runStdio } = await import("@adwarden/mcp/stdio")
  const given = readArguments(args.slice(1))
  if (given !== null) await runStdio(given)
  return given !== null
}

if (!(await overStdio(process.argv.slice(2)))) {
  const { main } = await import("./main.ts")
  main(process.argv)
}
