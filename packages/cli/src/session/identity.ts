import { Adwarden, AdwardenError, type AdwardenOptions } from "@adwarden/client"
import { Refusal, usageRefusal } from "../refusal.ts"
import { defaultAddress, namedAddress, resourceOf, type Surface } from "./addresses.ts"
import { isFresh, renewSession } from "./authorization-server.ts"
import type { Environment } from "./private-file.ts"
import {
  chosenProfile,
  defaultOrg,
  loginCommand,
  type Profile,
  readProfile,
  type Session
} from "./profiles.ts"

/**
 * The identity and URL of a command: an API key from the environment, or a login of `adwarden login`. It loads only
 * Node's own modules until a token has to be renewed.
 */

export interface IdentityOptions {
  /** The values of `--profile` and `--url`. */
  readonly profile?: string | undefined
  readonly url?: string | undefined
}

/** Called before every request. With the rejected token it fetches another. */
type TokenProvider = (request?: { readonly refused?: string }) => Promise<string>

export type Identity = { readonly profile: string; readonly url: string } & (
  | { readonly by: "key"; readonly apiKey: string }
  | { readonly by: "login"; readonly session: Session; readonly token: TokenProvider }
)

/** A key goes into a header unchanged. Other characters in it were pasted by mistake. */
const apiKeyIn = (env: Environment): string | null => {
  const key = env["ADWARDEN_API_KEY"]?.trim() || null
  if (key === null || /^[\x21-\x7e]+$/.test(key)) return key
  throw usageRefusal("ADWARDEN_API_KEY must contain one API key and nothing else.")
}

const tokenProvider = (
  env: Environment,
  {
    first,
    profile,
    surface
  }: { readonly first: Session; readonly profile: string; readonly surface: Surface }
): TokenProvider => {
  let session = first
  return async ({ refused } = {}) => {
    if (session.access_token === refused || !isFresh(session)) {
      session = await renewSession(env, profile, surface, refused)
    }
    return session.access_token
  }
}

const notSignedIn = (profile: string, surface: Surface): Refusal =>
  new Refusal(
    `Not signed in${surface === "mcp" ? " for MCP" : ""}: sign in, or set ADWARDEN_API_KEY to a key from the dashboard (Account, API Keys).`,
    { exitReason: "notAllowed", next: loginCommand(profile, surface) }
  )

/** A login belongs to the URL where it was created. Its tokens are sent to no other. */
const checkAddress = (profile: string, { url }: Profile, namedUrl: string | null, surface: Surface): void => {
  if (namedUrl === null || namedUrl === url) return
  throw new Refusal(`The profile ${profile} is signed in at ${url}, not at ${namedUrl}.`, {
    exitReason: "notAllowed",
    next: `${loginCommand(profile, surface)} --url ${namedUrl}`
  })
}

/**
 * Returns the identity and the URL, or throws what to do. A named profile comes first, then ADWARDEN_API_KEY, then a
 * login.
 */
export const identify = async (
  options: IdentityOptions,
  surface: Surface = "rest",
  env: Environment = process.env
): Promise<Identity> => {
  const name = await chosenProfile(env, options.profile)
  const namedUrl = namedAddress(env, options.url)
  const profile = await readProfile(env, name)
  const apiKey = options.profile === undefined ? apiKeyIn(env) : null
  if (apiKey !== null) {
    return { by: "key", apiKey, profile: name, url: namedUrl ?? profile?.url ?? defaultAddress(env) }
  }
  const session = profile?.sessions[surface]
  if (profile === null || session === undefined) throw notSignedIn(name, surface)
  checkAddress(name, profile, namedUrl, surface)
  const token = tokenProvider(env, { first: session, profile: name, surface })
  return { by: "login", session, token, profile: name, url: profile.url }
}

/** Messages name requests, which the CLI replaces by commands, and not the client's methods. */
const headers = { accept: "application/json" }

/** The options for `new Adwarden(…)`: the REST URL, and a key or self-renewing tokens. */
export const clientOptionsOf = (identity: Identity): AdwardenOptions => {
  const baseUrl = resourceOf(identity.url, "rest")
  return identity.by === "key"
    ? { baseUrl, headers, apiKey: identity.apiKey }
    : { baseUrl, headers, token: identity.token }
}

/** The organizations of a login; none if it cannot list them. */
const organizationsOf = async (identity: Identity): Promise<ReadonlyArray<string>> => {
  try {
    const rows = await new Adwarden(clientOptionsOf(identity)).organizations.list().all()
    return rows.map(({ slug }) => slug)
  } catch (error) {
    if (error instanceof AdwardenError) return []
    throw error
  }
}

/**
 * Returns the organization of a command without `--org`: ADWARDEN_ORG, the profile's own, or the only one of the login.
 * An API key has its own, whatever the profile says: then it is undefined.
 */
export const organizationFor = async (identity: Identity): Promise<string | undefined> => {
  if (identity.by === "key") return process.env["ADWARDEN_ORG"]?.trim() || undefined
  const chosen = await defaultOrg(process.env, identity.profile)
  if (chosen !== undefined) return chosen
  const slugs = await organizationsOf(identity)
  if (slugs.length < 2) return slugs[0]
  throw usageRefusal(
    `You can act in several organizations, so name one with --org: ${slugs.join(", ")}.`,
    `adwarden profiles use ${identity.profile} --org ${slugs[0]}`
  )
}
