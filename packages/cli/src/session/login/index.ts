import { createInterface } from "node:readline"
import type { Readable, Writable } from "node:stream"
import { Refusal, usageRefusal } from "../../refusal.ts"
import { type Surface, surfaces } from "../addresses.ts"
import type { Environment } from "../private-file.ts"
import { changeProfile, type Session } from "../profiles.ts"
import { openBrowser, waitForCallback } from "./browser.ts"
import { revoke } from "./end-logins.ts"
import { authorizationUrl, beginSignIn, finishSignIn, manualCodeUrl, type SignInAttempt } from "./sign-in.ts"

/**
 * Parses pasted text into the parameters of a redirect: the code with its state, as the code page shows them, or the
 * whole URL of that page. The page has verified the issuer, which is therefore set here.
 */
const parseManualCode = (pasted: string, issuer: string): URLSearchParams => {
  const text = pasted.trim()
  if (URL.canParse(text)) return new URL(text).searchParams
  const [code, state, ...more] = text.split(".")
  if (code && state && more.length === 0) return new URLSearchParams({ code, state, iss: issuer })
  throw usageRefusal("This is not a complete code. Copy all of it, including the part after the dot.")
}

/** Reads the first line of input, typed or piped. */
const readPastedLine = async (question: string, input: Readable, output: Writable): Promise<string> => {
  output.write(question)
  for await (const line of createInterface({ input })) if (line.trim() !== "") return line
  throw new Refusal("No code was pasted. You are not signed in.", { exitReason: "declined" })
}

interface LoginRequest {
  readonly address: string
  readonly surface: Surface
  readonly profile: string
  readonly browser: boolean
  /** Separated by spaces; undefined offers all. */
  readonly scopes: string | undefined
}

interface LoginIo {
  readonly env: Environment
  readonly print: (line: string) => void
}

const timeoutMillis = 10 * 60_000

const withTimeout = <A>(work: Promise<A>): Promise<A> => {
  let timer: NodeJS.Timeout
  const timedOut = new Promise<never>((_, reject) => {
    const refusal = new Refusal("Nobody signed in within ten minutes.", {
      exitReason: "declined",
      next: "adwarden login"
    })
    timer = setTimeout(() => reject(refusal), timeoutMillis)
  })
  return Promise.race([work, timedOut]).finally(() => clearTimeout(timer))
}

/** Signs in with the browser of this machine; null if there is none. */
const withBrowser = async (
  attempt: SignInAttempt,
  { scopes }: LoginRequest,
  { env, print }: LoginIo
): Promise<Session | null> => {
  const callbackServer = await waitForCallback(attempt.state)
  try {
    const url = await authorizationUrl(attempt, callbackServer.redirectUri, scopes)
    if (!(await openBrowser(url, env))) return null
    print(
      `Sign in with your browser. If none opened, open this URL, or stop and use --no-browser:\n\n${url}\n`
    )
    const { parameters, respond } = await withTimeout(callbackServer.callback)
    try {
      const session = await finishSignIn(attempt, parameters, callbackServer.redirectUri)
      await respond(
        "You are signed in",
        `As ${session.person}. You can close this page and continue in the terminal.`
      )
      return session
    } catch (error) {
      await respond("Not signed in", error instanceof Error ? error.message : String(error))
      throw error
    }
  } finally {
    callbackServer.close()
  }
}

/** Signs in with a browser on any machine: the person copies the code. */
const withManualCode = async (
  attempt: SignInAttempt,
  { scopes }: LoginRequest,
  { print }: LoginIo
): Promise<Session> => {
  const redirectUri = manualCodeUrl(attempt.server)
  print(
    `Open this in a browser, on any machine:\n\n${await authorizationUrl(attempt, redirectUri, scopes)}\n`
  )
  const pasted = await withTimeout(
    readPastedLine("Paste the code that it shows: ", process.stdin, process.stderr)
  )
  return finishSignIn(attempt, parseManualCode(pasted, attempt.server.issuer), redirectUri)
}

/** Signs in and stores the login. The profile's earlier logins are revoked. */
export const login = async (request: LoginRequest, io: LoginIo): Promise<Session> => {
  const attempt = await beginSignIn(request.address, request.surface)
  const session =
    (request.browser ? await withBrowser(attempt, request, io) : null) ??
    (await withManualCode(attempt, request, io))
  const replaced: Array<Session> = []
  await changeProfile(io.env, request.profile, async (before) => {
    // A profile belongs to one service, so its logins at another one are revoked, too.
    const previousSessions = before?.sessions ?? {}
    const sameAddress = before?.url === request.address
    replaced.push(
      ...surfaces.flatMap((one) =>
        previousSessions[one] !== undefined && (!sameAddress || one === request.surface)
          ? [previousSessions[one]]
          : []
      )
    )
    const sessions = { ...(sameAddress ? previousSessions : {}), [request.surface]: session }
    return { version: 1, url: request.address, sessions }
  })
  await Promise.all(replaced.map(revoke))
  return session
}
