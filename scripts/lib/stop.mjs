import { constants } from "node:os"

/** An expected failure. Its message is the one line that the user reads. */
export class Stop extends Error {
  constructor(message, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/** The exit code that a shell reports for a process ended by a signal. */
export const signalCode = (signal) => 128 + (constants.signals[signal] ?? 1)

/** Runs `work`, which returns an exit code, and turns an error into one line and an exit code. */
export async function main(command, work) {
  try {
    process.exitCode = await work()
  } catch (error) {
    // Only an unexpected error prints its stack.
    const known = error instanceof Stop || error.syscall !== undefined
    const remedy = /^(EACCES|EPERM|EROFS)$/.test(error.code)
      ? ". Make the folder writable for your user."
      : ""
    console.error(known ? `${command}: ${error.message.replace(/\s*\n\s*/g, " ")}${remedy}` : error)
    process.exitCode = error.exitCode ?? 1
  }
}
