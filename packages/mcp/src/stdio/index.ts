import { bridge } from "./bridge.ts"
import type { FindDestination } from "./post.ts"

/*
 * MCP over stdio: a thin bridge to the service's own /mcp, for clients that start a program instead of opening an
 * address. Imports nothing of the service, so that it is there as soon as a desktop client asks for it.
 */

/** Runs until stdin ends. */
export const runStdio = (findDestination: FindDestination): Promise<void> => {
  // A client that is gone reads nothing: there is nobody left to tell.
  process.stdout.on("error", () => process.exit(0))
  return bridge(findDestination, {
    input: process.stdin,
    output: process.stdout,
    log: (line) => process.stderr.write(`${line}\n`)
  })
}

export type { Destination, FindDestination } from "./post.ts"
