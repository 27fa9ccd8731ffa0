import { describe, expect, it } from "vitest"
import { staggered } from "../../core/test/support/staggered.ts"
import {
  Adwarden,
  type OAuthTokens,
  refreshingToken,
  SignInNeededError,
  type TokenProvider
} from "../src/index.ts"
import { runRest, startHost } from "./support/host.ts"

const rest = await runRest()
const good = rest.keys["northwind"]!.owner!
const { baseUrl } = rest

describe("a token provider", () => {
  it("is called before each request", async () => {
    let asked = 0
    const token = async () => {
      asked++
      return good
    }
    const client = new Adwarden({ baseUrl, token })
    await client.organizations.get()
    await client.organizations.get()
    expect(asked).toBe(2)
  })

  it("is called once more when its token is rejected, and the call succeeds", async () => {
    const asked: Array<string | undefined> = []
    const token: TokenProvider = ({ refused }) => {
      asked.push(refused)
      return refused === undefined ? "svc_at_old" : good
    }
    const client = new Adwarden({ baseUrl, token })
    expect((await client.organizations.get()).slug).toBe("northwind")
    expect(asked).toEqual([undefined, "svc_at_old"])
  })

  it("is called once for all calls that are rejected together", async () => {
    let renewals = 0
    const token: TokenProvider = async ({ refused }) => {
      if (refused === undefined) return "svc_at_old"
      renewals++
      await new Promise((done) => setTimeout(done, 300))
      return good
    }
    const client = new Adwarden({ baseUrl, token })
    const calls = [client, client.organization("northwind"), client].map((one) => one.organizations.get())
    expect((await Promise.all(calls)).map(({ slug }) => slug)).toEqual([
      "northwind",
      "northwind",
      "northwind"
    ])
    expect(renewals).toBe(1)
  })

  it("is not called again after a second rejection", async () => {
    let asked = 0
    const token = () => {
      asked++
      return "svc_at_bad"
    }
    const client = new Adwarden({ baseUrl, token })
    await expect(client.organizations.get()).rejects.toMatchObject({ code: "unauthorized" })
    expect(asked).toBe(2)
  })

  it("fails the call with its own error", async () => {
    const client = new Adwarden({ baseUrl, token: () => Promise.reject(new Error("Sign in again")) })
    await expect(client.organizations.get()).rejects.toThrow("Sign in again")
    const other = new Adwarden({ baseUrl, token: "svc_at_bad" })
    const nested = new Adwarden({ baseUrl, token: async () => (await other.organizations.get()).slug })
    await expect(nested.organizations.get()).rejects.toMatchObject({ code: "unauthorized" })
  })
})

describe("a static key or token", () => {
  it("is sent, and is not retried when it is rejected", async () => {
    expect((await new Adwarden({ baseUrl, token: good }).organizations.get()).slug).toBe("northwind")
    const before = rest.seen.length
    await expect(new Adwarden({ baseUrl, apiKey: "svc_live_x" }).organizations.get()).rejects.toMatchObject({
      code: "unauthorized",
      status: 401
    })
    expect(rest.seen.length - before).toBe(1)
  })
})

describe("refreshingToken", () => {
  /** An authorization server that accepts each refresh token once. */
  const authorizationServer = async (accessTokens: ReadonlyArray<string>) => {
    const asked: Array<string> = []
    const address = await startHost(async (request, response) => {
      let body = ""
      for await (const chunk of request) body += chunk
      asked.push(body)
      const next = accessTokens[asked.length - 1]
      const isNext = new URLSearchParams(body).get("refresh_token") === `refresh-${asked.length - 1}`
      response.writeHead(isNext && next ? 200 : 400, { "content-type": "application/json" })
      const given = { access_token: next, refresh_token: `refresh-${asked.length}`, expires_in: 3600 }
      response.end(JSON.stringify(isNext && next ? given : { error: "invalid_grant" }))
    })
    return { asked, tokenEndpoint: address }
  }
  const tokens = (accessToken: string, seconds: number): OAuthTokens => ({
    accessToken,
    refreshToken: "refresh-0",
    expiresAt: Date.now() + seconds * 1000
  })
  const given = { clientId: "adwarden-cli", resource: "http://localhost:4280/v1" }

  it("refreshes before expiry, once for all calls, and stores the new tokens first", async () => {
    const { asked, tokenEndpoint } = await authorizationServer([good])
    const kept: Array<OAuthTokens> = []
    const onTokens = (next: OAuthTokens) => void kept.push(next)
    const token = refreshingToken({ ...given, tokenEndpoint, tokens: tokens("svc_at_old", 30), onTokens })
    const client = new Adwarden({ baseUrl, token })
    await Promise.all([client.organizations.get(), client.campaigns.list().page()])
    expect(asked).toEqual([
      `grant_type=refresh_token&refresh_token=refresh-0&client_id=adwarden-cli&resource=${encodeURIComponent(given.resource)}`
    ])
    expect(kept).toMatchObject([{ accessToken: good, refreshToken: "refresh-1" }])
  })

  it("refreshes when the token is rejected, and uses the current token until then", async () => {
    const { asked, tokenEndpoint } = await authorizationServer([good])
    const token = refreshingToken({ ...given, tokenEndpoint, tokens: tokens("svc_at_old", 3600) })
    const client = new Adwarden({ baseUrl, token })
    expect((await client.organizations.get()).slug).toBe("northwind")
    expect((await client.organizations.get()).slug).toBe("northwind")
    expect(asked).toHaveLength(1)
  })

  it("refreshes once for calls that are rejected a few milliseconds apart", async () => {
    for (let round = 0; round < 5; round++) {
      const { asked, tokenEndpoint } = await authorizationServer([good])
      const token = refreshingToken({ ...given, tokenEndpoint, tokens: tokens("svc_at_old", 3600) })
      const client = new Adwarden({ baseUrl, token })
      const calls = Array.from({ length: 8 }, () => async () => (await client.organizations.get()).slug)
      expect(await staggered(calls, round)).toEqual(calls.map(() => "northwind"))
      expect(asked).toHaveLength(1)
    }
  })

  it("throws SignInNeededError when the refresh token is rejected", async () => {
    const { tokenEndpoint } = await authorizationServer([])
    const token = refreshingToken({ ...given, tokenEndpoint, tokens: tokens("svc_at_old", 0) })
    const error = await new Adwarden({ baseUrl, token }).organizations
      .get()
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(SignInNeededError)
    expect(error).toMatchObject({ code: "sign_in_needed" })
  })
})
