import { randomBytes } from "node:crypto"
import { createInterface } from "node:readline"
import { type Callback, openBrowser, thisTerminal, waitForCallback } from "@adwarden/cli"
import { Effect, Redacted, type Scope } from "effect"
import { Stop, usageStop } from "../../stop.ts"

const timeoutMillis = 10 * 60_000

/** A consent that this command asks for. It keeps the state and the verifier in memory. */
export interface OpenConsent {
  readonly state: string
  readonly verifier: Redacted.Redacted
  readonly redirectUri: string
  /** Shows the address, opens it in a browser if there is one, and waits for the answer. */
  readonly ask: (address: string, browser: boolean) => Effect.Effect<Callback, Stop>
}

/** The answer in an address that a person copied from their browser, whose own machine has no server at that port. */
const pastedAnswer = (text: string, state: string): Callback | Stop => {
  const parameters = URL.parse(text.trim())?.searchParams
  return parameters?.get("state") === state
    ? { parameters, respond: () => Promise.resolve() }
    : usageStop("This is not the address that Google redirected to. Copy all of it from the address bar.")
}

/** Resolves with the first line of standard input. If the input ends without one, only the browser can answer. */
const pastedLine = (): { readonly line: Promise<string>; readonly close: () => void } => {
  const lines = createInterface({ input: process.stdin })
  const line = new Promise<string>((resolve) => {
    lines.on("line", (text) => text.trim() !== "" && resolve(text))
  })
  return { line, close: () => lines.close() }
}

const waitForAnswer = async (state: string, callback: Promise<Callback>): Promise<Callback | Stop> => {
  const pasted = pastedLine()
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<Stop>((resolve) => {
    const stop = new Stop({ message: "Nobody consented within ten minutes.", exitReason: "declined" })
    timer = setTimeout(() => resolve(stop), timeoutMillis)
  })
  try {
    const fromTerminal = pasted.line.then((line) => pastedAnswer(line, state))
    return await Promise.race([callback, fromTerminal, timedOut])
  } finally {
    clearTimeout(timer)
    pasted.close()
  }
}

/** Listens on a loopback address for the answer to a new consent. */
export const openConsent: Effect.Effect<OpenConsent, never, Scope.Scope> = Effect.gen(function* () {
  const state = randomBytes(24).toString("base64url")
  const server = yield* Effect.acquireRelease(
    Effect.promise(() => waitForCallback(state)),
    ({ close }) => Effect.sync(close)
  )
  return {
    state,
    verifier: Redacted.make(randomBytes(32).toString("base64url")),
    redirectUri: server.redirectUri,
    ask: (address, browser) =>
      Effect.gen(function* () {
        const { err } = thisTerminal()
        err.line(`Open this address and grant access to Google Ads:\n\n${address}\n`)
        err.line(
          "Waiting for the answer. With a browser on another machine, the last page does not load: copy its address from the address bar and paste it here."
        )
        if (browser) yield* Effect.promise(() => openBrowser(address, process.env))
        const answer = yield* Effect.promise(() => waitForAnswer(state, server.callback))
        return answer instanceof Stop ? yield* answer : answer
      })
  }
})
