import { scopes as everyScope, type Scope } from "../../contract/index.ts"
import type { SettingsShape } from "../../settings.ts"
import { type Client, isVerified } from "./client.ts"
import type { Parameters } from "./parameters.ts"
import { mayRedirect, redirectTo } from "./redirects.ts"
import { OAuthRefusal, refused, refusedBy, refusedWithTarget } from "./refusal.ts"
import { audienceOf } from "./resources.ts"
import { scopesNamed } from "./scopes.ts"
import { isChallenge } from "./secrets.ts"

/** Where the answer goes: an address that is proven to be the client's. */
export interface WayBack {
  readonly redirectUri: string
  readonly state: string | null
  readonly issuer: string
}

/** Where the answer goes, and whether a browser may be sent there unasked. */
type Returned = Pick<AuthorizationRequest, keyof WayBack | "client" | "verified">

/** What a client asks a person for. */
export interface AuthorizationRequest extends WayBack {
  readonly client: Client
  /** Whether the client is verified for the person who is asked. */
  readonly verified: boolean
  readonly challenge: string
  readonly audience: string
  /** What is offered to the person: what the client named, or everything. */
  readonly scopes: ReadonlyArray<Scope>
}

/** Every answer says who gives it (RFC 9207), so that a client with several servers is not led astray. */
export const answerTo = ({ issuer, redirectUri, state }: WayBack, answer: Record<string, string>): string =>
  redirectTo(redirectUri, { ...answer, state, iss: issuer })

/** A refusal that goes back to the client by the person's browser, once the person has answered. */
export const sentBack = (way: WayBack, { description, errorCode }: OAuthRefusal): OAuthRefusal =>
  refusedBy({ errorCode, description }, answerTo(way, { error: errorCode, error_description: description }))

/**
 * A refusal of a request that nobody has answered yet. The browser takes it to a verified client. For any other client
 * the person sees the address first: anyone can register a client, so a redirect would lead anywhere (RFC 9700, 4.11.2).
 */
const refusedAtOnce = (asked: Returned, refusal: OAuthRefusal): OAuthRefusal => {
  const back = sentBack(asked, refusal)
  return asked.verified
    ? back
    : refusedWithTarget(refusal, { client: asked.client.name, url: back.redirect ?? asked.redirectUri })
}

/** The client that a request names; before it is known there is nobody to send an answer to. */
export const clientIdOf = (parameters: Parameters): string | OAuthRefusal =>
  parameters.get("client_id") ??
  refused("invalid_request", "The request has to name its client: send client_id once.")

/** The way back, once it is proven. Until then every refusal is told to the person and goes nowhere. */
const wayBackOf = (parameters: Parameters, client: Client, issuer: string): WayBack | OAuthRefusal => {
  const redirectUri = parameters.get("redirect_uri")
  if (redirectUri === null) {
    return refused("invalid_request", "The request has to say where the answer goes: send redirect_uri once.")
  }
  if (!mayRedirect(client.redirectUris, redirectUri)) {
    return refused(
      "invalid_request",
      "The redirect_uri is none that this client registered. It has to be the same, character by character."
    )
  }
  return { redirectUri, issuer, state: parameters.get("state") }
}

const challengeOf = (parameters: Parameters): string | OAuthRefusal => {
  const challenge = parameters.get("code_challenge")
  if (challenge !== null && isChallenge(challenge) && parameters.get("code_challenge_method") === "S256") {
    return challenge
  }
  return refused("invalid_request", "PKCE is required: send code_challenge and code_challenge_method=S256.")
}

const problemOf = (parameters: Parameters): OAuthRefusal | null => {
  const repeated = parameters.repeated.find((name) => name !== "resource")
  if (repeated !== undefined) {
    return refused("invalid_request", `${repeated.slice(0, 60)} was sent more than once.`)
  }
  if (parameters.get("response_type") !== "code") {
    return refused(
      "unsupported_response_type",
      "Only the authorization code flow is offered: response_type=code."
    )
  }
  return (parameters.get("response_mode") ?? "query") === "query"
    ? null
    : refused("invalid_request", "The answer comes in the query of the redirect_uri: response_mode=query.")
}

/** The client of a request, and whether the person who is asked connected it before. */
export interface Asking {
  readonly client: Client
  readonly connectedBefore: boolean
}

/** What a client asks for, or why nobody is even asked. */
export const authorizationRequest = (
  parameters: Parameters,
  { client, connectedBefore }: Asking,
  settings: SettingsShape
): AuthorizationRequest | OAuthRefusal => {
  const proven = wayBackOf(parameters, client, settings.appUrl)
  if (proven instanceof OAuthRefusal) return proven
  const way = { ...proven, client, verified: isVerified(client, proven.redirectUri, connectedBefore) }
  const problem = problemOf(parameters)
  if (problem !== null) return refusedAtOnce(way, problem)
  const challenge = challengeOf(parameters)
  if (challenge instanceof OAuthRefusal) return refusedAtOnce(way, challenge)
  const audience = audienceOf(settings, parameters)
  if (audience instanceof OAuthRefusal) return refusedAtOnce(way, audience)
  const scopes = scopesNamed(parameters.get("scope"))
  if (scopes instanceof OAuthRefusal) return refusedAtOnce(way, scopes)
  return { ...way, challenge, audience, scopes: scopes ?? everyScope }
}
