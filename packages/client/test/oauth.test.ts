import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { answerConsent, startAllSurfaces } from "../../web/test/oauth/support/all-surfaces.ts"
import { Adwarden, type OAuthTokens, refreshingToken, SignInNeededError } from "../src/index.ts"

const service = await startAllSurfaces()
const callback = "http://localhost:7777/callback"

interface Metadata {
  readonly authorization_endpoint: string
  readonly token_endpoint: string
  readonly registration_endpoint: string
}

const json = async <A>(url: string, init: RequestInit = {}): Promise<A> =>
  (await (await fetch(url, init)).json()) as A

/** Signs in as an app does, with a person who grants access. */
const signIn = async () => {
  const metadata = await json<Metadata>(`${service.origin}/.well-known/oauth-authorization-server`)
  const { client_id } = await json<{ client_id: string }>(metadata.registration_endpoint, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: "A program", redirect_uris: ["http://localhost/callback"] })
  })
  const verifier = "v".repeat(64)
  const url = new URL(metadata.authorization_endpoint)
  url.search = new URLSearchParams({
    client_id,
    redirect_uri: callback,
    response_type: "code",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    resource: service.restUrl,
    scope: "organizations:read campaigns:read",
    state: "s"
  }).toString()
  const { to } = await answerConsent(await service.signedIn(), url)
  const given = await json<{ access_token: string; refresh_token: string }>(metadata.token_endpoint, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code: new URL(to!).searchParams.get("code")!,
      redirect_uri: callback,
      client_id,
      code_verifier: verifier,
      resource: service.restUrl
    })
  })
  return { metadata, client_id, given }
}

describe("with the service's own authorization server", () => {
  it("a token refreshes itself, is valid for every organization, and reports when the connection ended", async () => {
    const { client_id: clientId, given, metadata } = await signIn()
    const kept: Array<OAuthTokens> = []
    const common = { tokenEndpoint: metadata.token_endpoint, clientId, resource: service.restUrl }
    const token = refreshingToken({
      ...common,
      tokens: { accessToken: given.access_token, refreshToken: given.refresh_token, expiresAt: Date.now() },
      onTokens: (tokens) => void kept.push(tokens)
    })
    const client = new Adwarden({ baseUrl: service.restUrl, token })
    const slugs = (await client.organizations.list().all()).map(({ slug }) => slug)
    expect(slugs).toContain("northwind")
    expect((await client.organization("northwind").organizations.get()).slug).toBe("northwind")
    expect(kept).toHaveLength(1)
    expect(kept[0]!.accessToken).not.toBe(given.access_token)
    expect(kept[0]!.expiresAt).toBeGreaterThan(Date.now())

    const lost = {
      accessToken: "svc_at_gone",
      refreshToken: `${given.refresh_token}x`,
      expiresAt: Date.now() + 1e6
    }
    const ended = new Adwarden({
      baseUrl: service.restUrl,
      token: refreshingToken({ ...common, tokens: lost })
    })
    await expect(ended.organizations.list().page()).rejects.toBeInstanceOf(SignInNeededError)
  })
})
