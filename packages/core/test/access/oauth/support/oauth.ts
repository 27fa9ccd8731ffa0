import { createHash, randomBytes } from "node:crypto"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { hashSecret, parametersOf, Sessions } from "../../../../src/access/index.ts"
import type { OperationName, Surface } from "../../../../src/contract/index.ts"
import { oauthEndpoints } from "../../../../src/identity/oauth-endpoints.ts"
import type { Endpoint, EndpointError } from "../../../../src/request/endpoint.ts"
import type { CallerCredentials } from "../../../../src/request/pipeline-request.ts"
import type { SettingsShape } from "../../../../src/settings.ts"
import { call, callEndpoint } from "../../../support/call.ts"
import { testOrigin } from "../../../support/demo.ts"
import { runCore } from "../../../support/run-core.ts"

export const restResource = `${testOrigin}/v1`
export const mcpResource = `${testOrigin}/mcp`
export const callback = "https://app.example.com/callback"
export const anonymous: CallerCredentials = { kind: "session", token: null }

/** By S256, computed independently of the code under test. */
export const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url")

/** A verifier and its challenge. */
export const proof = () => {
  const verifier = randomBytes(32).toString("base64url")
  return { verifier, challenge: challengeOf(verifier) }
}

/** Names and values; null omits one, a list sends it several times. */
export type RequestParameters = Readonly<Record<string, string | null | ReadonlyArray<string>>>

const parameters = (sent: RequestParameters) =>
  parametersOf(
    Object.entries(sent).flatMap(([name, value]) =>
      (value === null ? [] : typeof value === "string" ? [value] : value).map((one) => [name, one] as const)
    )
  )

/** A short form of an error response. */
export interface ErrorSummary {
  readonly status: number
  readonly error: string | null
  /** The redirect URL. */
  readonly redirect?: string | null
}

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly scope: string
  readonly expires_in: number
}

/** The authorization server on its own demo data, with the actions of a client and a person. */
export const startOAuth = async (changes: Partial<SettingsShape> = {}) => {
  const core = await runCore({ registrationsPerMinute: 1_000_000, ...changes })
  const endpoints = await core.run(oauthEndpoints)
  const runEndpoint = <Out, E extends EndpointError>(
    endpoint: Endpoint<Out, E>,
    credentials: CallerCredentials = anonymous
  ) => core.run(callEndpoint(endpoint, credentials, { allowAnonymous: true, surface: "dashboard" }))
  const query = <Row extends object = Record<string, unknown>>(
    text: string,
    values: ReadonlyArray<unknown> = []
  ) => core.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text, [...values])))

  const signedIn = async (email: string): Promise<CallerCredentials> => {
    const [user] = await query<{ id: number }>("select id from users where email = $1", [email])
    const from = { ip: "192.0.2.7", userAgent: "vitest" }
    const token = await core.run(Effect.flatMap(Sessions, (sessions) => sessions.open(user!.id, from)))
    return { kind: "session", token }
  }

  const register = async (metadata: object = {}) => {
    const sent = { client_name: "A client", redirect_uris: [callback], ...metadata }
    const { output } = await runEndpoint(endpoints.register(sent))
    return output!.client_id
  }

  const requestOf = (clientId: string, sent: RequestParameters = {}): RequestParameters => ({
    response_type: "code",
    client_id: clientId,
    redirect_uri: callback,
    code_challenge: proof().challenge,
    code_challenge_method: "S256",
    resource: restResource,
    state: "the state",
    ...sent
  })

  /** Requests consent and approves it; returns the redirect URL. */
  const consent = async (
    person: CallerCredentials,
    sent: RequestParameters,
    scopes: ReadonlyArray<string>,
    allow = true
  ) => {
    const answer = await runEndpoint(endpoints.decide(parameters(sent), { allow, checked: scopes }), person)
    return answer
  }

  /** Runs the flow up to a code, and returns what the client needs to redeem it. */
  const codeFor = async (
    options: {
      readonly email?: string
      readonly clientId?: string
      readonly scopes?: ReadonlyArray<string>
      readonly sent?: RequestParameters
    } = {}
  ): Promise<RequestParameters> => {
    const clientId = options.clientId ?? (await register())
    const { challenge, verifier } = proof()
    const sent = requestOf(clientId, { code_challenge: challenge, ...options.sent })
    const person = await signedIn(options.email ?? "olivia@northwind.test")
    const { error, output } = await consent(person, sent, options.scopes ?? ["campaigns:read"])
    if (output === null) throw new Error(`No code: ${JSON.stringify(error)}`)
    return {
      grant_type: "authorization_code",
      code: new URL(output).searchParams.get("code"),
      client_id: clientId,
      redirect_uri: sent["redirect_uri"]!,
      code_verifier: verifier,
      resource: sent["resource"]!
    }
  }

  const exchange = (sent: RequestParameters) => runEndpoint(endpoints.token(parameters(sent)))
  const tokensFor = async (sent: RequestParameters): Promise<Tokens> => {
    const { error, output } = await exchange(sent)
    if (output === null) throw new Error(`No tokens: ${JSON.stringify(error)}`)
    return output
  }
  const refreshOf = (code: RequestParameters, refreshToken: string): RequestParameters => ({
    grant_type: "refresh_token",
    refresh_token: refreshToken,
    client_id: code["client_id"]!,
    resource: code["resource"]!
  })

  /** A connected client with its tokens. */
  const connected = async (options: Parameters<typeof codeFor>[0] = {}) => {
    const code = await codeFor(options)
    const tokens = await tokensFor(code)
    return { code, tokens, refresh: (token = tokens.refresh_token) => refreshOf(code, token) }
  }

  /** The response of an operation to a token. */
  const use = async (
    token: string,
    name: OperationName = "campaigns.list",
    values: Record<string, unknown> = { org: "northwind" },
    surface: Surface = "rest"
  ) => (await core.run(call(name, token, values, { surface }))).status

  const summarizeError = ({
    error,
    status
  }: {
    readonly status: number
    readonly error: unknown
  }): ErrorSummary => {
    const own = error as { readonly errorCode?: string; readonly _tag?: string } | null
    return { status, error: own?.errorCode ?? own?._tag ?? null }
  }

  /** Moves a token, code or connection into the past. */
  const age = (table: string, secret: string, change: string) =>
    query(`update ${table} set ${change} where hash = $1 returning 1`, [hashSecret(secret)])

  return {
    ...core,
    parameters,
    endpoints,
    enter: runEndpoint,
    query,
    signedIn,
    register,
    requestOf,
    consent,
    codeFor,
    exchange,
    tokensFor,
    refreshOf,
    connected,
    use,
    told: summarizeError,
    age
  }
}
