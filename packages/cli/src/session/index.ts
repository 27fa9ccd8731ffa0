import { namedAddress, resourceOf, type Surface, usualAddress } from "./addresses.ts"
import type { Environment } from "./private-file.ts"
import { Problem } from "./problem.ts"
import { chosenProfile, type Profile, readProfile, type Session } from "./profiles.ts"
import { isFresh, loginCommand, notSignedIn, renewed } from "./renew.ts"

/*
 * As whom and where a command works: an API key of the environment, or what `adwarden login` kept. Loads nothing but
 * Node's own until a token has to be renewed.
 */

export interface Given {
  /** As `--profile` and `--url` say; null where they were left out. */
  readonly profile: string | null
  readonly url: string | null
}

/** Asked before every request; with the token that was just refused, it fetches another. */
export type TokenProvider = (asked?: { readonly refused?: string }) => Promise<string>

export type Identity = { readonly profile: string; readonly url: string } & (
  | { readonly by: "key"; readonly apiKey: string }
  | { readonly by: "login"; readonly session: Session; readonly token: TokenProvider }
)

/** A key goes into a header as it is: whatever else is in it was pasted by mistake. */
const keyIn = (env: Environment): string | null => {
  const key = env["ADWARDEN_API_KEY"]?.trim() || null
  if (key !== null && !/^[\x21-\x7e]+$/.test(key)) {
    throw new Problem("ADWARDEN_API_KEY must hold one API key and nothing else.", 2)
  }
  return key
}

const tokenProvider = (
  env: Environment,
  profile: string,
  surface: Surface,
  first: Session
): TokenProvider => {
  let session = first
  return async ({ refused } = {}) => {
    if (session.access_token === refused || !isFresh(session)) {
      session = await renewed(env, profile, surface, refused)
    }
    return session.access_token
  }
}

/** A login belongs to the address where it was made: its tokens are shown to no other. */
const loginOf = (
  profile: Profile | null,
  {
    name,
    named,
    surface
  }: { readonly name: string; readonly named: string | null; readonly surface: Surface }
): Session => {
  const session = profile?.sessions[surface]
  if (profile === null || session === undefined) throw notSignedIn(name, surface)
  if (named === null || named === profile.url) return session
  throw new Problem(
    `The profile ${name} is signed in at ${profile.url}, not at ${named}. Sign in there: ${loginCommand(name, surface)} --url ${named}`,
    3
  )
}

/** Who this is and where, or a Problem that says what to do: ADWARDEN_API_KEY wins over a login. */
export const identify = async (
  given: Given,
  surface: Surface = "rest",
  env: Environment = process.env
): Promise<Identity> => {
  const name = await chosenProfile(env, given.profile)
  const named = namedAddress(env, given.url)
  const apiKey = keyIn(env)
  const profile = await readProfile(env, name)
  if (apiKey !== null) {
    return { by: "key", apiKey, profile: name, url: named ?? profile?.url ?? usualAddress(env) }
  }
  const session = loginOf(profile, { name, named, surface })
  const token = tokenProvider(env, name, surface, session)
  return { by: "login", session, token, profile: name, url: profile!.url }
}

/** What `new Adwarden(…)` of @adwarden/client wants. */
export const clientOptions = async (given: Given, env: Environment = process.env) => {
  const identity = await identify(given, "rest", env)
  const baseUrl = resourceOf(identity.url, "rest")
  return identity.by === "key" ? { baseUrl, apiKey: identity.apiKey } : { baseUrl, token: identity.token }
}

export { Problem } from "./problem.ts"
