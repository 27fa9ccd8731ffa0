import { bridge } from "./bridge.ts"
import type { FindDestination } from "./post.ts"

/**
 * MCP over stdio: a thin proxy to the service's /mcp, for clients that start a program instead of opening a URL. It
 * imports nothing of the service, so that it starts fast.
 */

/** Runs until stdin ends. */
export const runStdio = (findDestination: FindDestination): Promise<void> => {
  // A client that is gone reads nothing.
  process.stdout.on("error", () => process.exit(0))
  return bridge(findDestination, {
    input: process.stdin,
    output: process.stdout,
    log: (line) => process.stderr.write(`${line}\n`)
  })
}

export type { Destination, FindDestination } from "./post.ts"
