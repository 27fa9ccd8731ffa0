import { Refusal } from "../../refusal.ts"
import { type Surface, surfaces } from "../addresses.ts"
import type { Environment } from "../private-file.ts"
import { changeProfile, type Session } from "../profiles.ts"
import { openBrowser } from "./browser.ts"
import { waitForCallback } from "./callback-server.ts"
import { revoke } from "./end-logins.ts"
import { parametersIn, pastedLine } from "./pasted.ts"
import { authorizationUrl, beginSignIn, codeAddress, finishSignIn, type SigningIn } from "./sign-in.ts"

export interface LoginWanted {
  readonly address: string
  readonly surface: Surface
  readonly profile: string
  readonly browser: boolean
  /** Named with spaces between them; undefined offers all there are. */
  readonly scopes: string | undefined
}

export interface LoginTalk {
  readonly env: Environment
  readonly say: (line: string) => void
}

const patienceMillis = 10 * 60_000

const inTime = <A>(work: Promise<A>): Promise<A> => {
  let timer: NodeJS.Timeout
  const late = new Promise<never>((_, reject) => {
    const refusal = new Refusal("Nobody signed in within ten minutes.", {
      ending: "declined",
      next: "adwarden login"
    })
    timer = setTimeout(() => reject(refusal), patienceMillis)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** By the browser of this machine; null where there is none. */
const byBrowser = async (
  signingIn: SigningIn,
  { scopes }: LoginWanted,
  { env, say }: LoginTalk
): Promise<Session | null> => {
  const waiting = await waitForCallback(signingIn.state)
  try {
    const url = await authorizationUrl(signingIn, waiting.redirectUri, scopes)
    if (!(await openBrowser(url, env))) return null
    say(`Sign in in your browser. If none opened, open this, or stop and use --no-browser:\n\n${url}\n`)
    const { parameters, tell } = await inTime(waiting.answered)
    try {
      const session = await finishSignIn(signingIn, parameters, waiting.redirectUri)
      await tell(
        "You are signed in",
        `As ${session.person}. You can close this page and go on in the terminal.`
      )
      return session
    } catch (error) {
      await tell("Not signed in", error instanceof Error ? error.message : String(error))
      throw error
    }
  } finally {
    waiting.close()
  }
}

/** By a browser anywhere: the person carries the code over. */
const byHand = async (
  signingIn: SigningIn,
  { scopes }: LoginWanted,
  { say }: LoginTalk
): Promise<Session> => {
  const redirectUri = codeAddress(signingIn.server)
  say(
    `Open this in a browser, on any machine:\n\n${await authorizationUrl(signingIn, redirectUri, scopes)}\n`
  )
  const pasted = await inTime(pastedLine("Paste the code that it shows: ", process.stdin, process.stderr))
  return finishSignIn(signingIn, parametersIn(pasted, signingIn.server.issuer), redirectUri)
}

/** Signs in and keeps it; what the profile was signed in with before is taken back. */
export const login = async (wanted: LoginWanted, talk: LoginTalk): Promise<Session> => {
  const signingIn = await beginSignIn(wanted.address, wanted.surface)
  const session =
    (wanted.browser ? await byBrowser(signingIn, wanted, talk) : null) ??
    (await byHand(signingIn, wanted, talk))
  const replaced: Array<Session> = []
  await changeProfile(talk.env, wanted.profile, async (before) => {
    // A profile is of one place: what it had elsewhere goes with it.
    const had = before?.sessions ?? {}
    const stays = before?.url === wanted.address
    replaced.push(
      ...surfaces.flatMap((one) =>
        had[one] !== undefined && (!stays || one === wanted.surface) ? [had[one]] : []
      )
    )
    const sessions = { ...(stays ? had : {}), [wanted.surface]: session }
    return { version: 1, url: wanted.address, sessions }
  })
  await Promise.all(replaced.map(revoke))
  return session
}
