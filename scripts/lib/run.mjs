import { spawn } from "node:child_process"
import { Stop, signalCode } from "./stop.mjs"

const signals = ["SIGINT", "SIGTERM", "SIGHUP"]

/**
 * Runs a program and returns its exit code and output. The program stays in this process group, so a signal
 * to the group ends it too. A signal to this process alone is forwarded, and this function waits for the
 * program.
 */
export function run(bin, args, { inherit = false, onText = () => {}, ...options }) {
  return new Promise((resolve, reject) => {
    const child = spawn(bin, args, { ...options, stdio: inherit ? "inherit" : ["ignore", "pipe", "pipe"] })
    let output = ""
    let interruptedBy
    const onSignal = (signal) => {
      // npm repeats the Ctrl-C of a terminal. Only the first signal counts.
      if (interruptedBy) return
      interruptedBy = signal
      // At a terminal, Ctrl-C has already reached the child. A second signal would interrupt its cleanup.
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
