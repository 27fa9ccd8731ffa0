import { spawn } from "node:child_process"
import { Stop, signalCode } from "./stop.mjs"

const signals = ["SIGINT", "SIGTERM", "SIGHUP"]

/**
 * Runs a program to its end and gives its exit code and what it printed. It stays in our process group, so
 * whatever ends the group ends it too; a signal sent to us alone is passed on, and we wait for it to finish.
 */
export function run(bin, args, { inherit = false, onText = () => {}, ...options }) {
  return new Promise((resolve, reject) => {
    const child = spawn(bin, args, { ...options, stdio: inherit ? "inherit" : ["ignore", "pipe", "pipe"] })
    let output = ""
    let interruptedBy
    const onSignal = (signal) => {
      // npm echoes the Ctrl-C of a terminal, so each comes twice; one is enough.
      if (interruptedBy) return
      interruptedBy = signal
      // At a terminal Ctrl-C has reached the child already: a second one would cut its clean-up short.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal)
    }
    for (const signal of signals) process.on(signal, onSignal)
    const settle = (action) => {
      for (const signal of signals) process.off(signal, onSignal)
      action()
    }
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text) => {
        output += text
        onText(text)
      })
    }
    child.on("error", (error) => settle(() => reject(error)))
    child.on("close", (code, signal) =>
      settle(() =>
        interruptedBy
          ? reject(new Stop("interrupted.", signalCode(interruptedBy)))
          : resolve({ code: code ?? signalCode(signal), output })
      )
    )
  })
}
