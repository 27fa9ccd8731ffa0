import { constants } from "node:os"

/** An end that has been foreseen: its message is the one line that the user reads. */
export class Stop extends Error {
  constructor(message, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/** The exit code a shell gives to a process that a signal ended. */
export const signalCode = (signal) => 128 + (constants.signals[signal] ?? 1)

/** Runs `work` (which returns an exit code) and turns whatever ends it into one line and an exit code. */
export async function main(command, work) {
  try {
    process.exitCode = await work()
  } catch (error) {
    // A defect of ours is the one case where the stack is worth more than brevity.
    const known = error instanceof Stop || error.syscall !== undefined
    const remedy = /^(EACCES|EPERM|EROFS)$/.test(error.code)
      ? ". Make the folder writable for your user."
      : ""
    console.error(known ? `${command}: ${error.message.replace(/\s*\n\s*/g, " ")}${remedy}` : error)
    process.exitCode = error.exitCode ?? 1
  }
}
