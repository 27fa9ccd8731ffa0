import { once } from "node:events"
import { mkdtemp, rm } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { beforeAll, expect, it } from "vitest"
import { afterFile } from "../../../core/test/support/after-file.ts"
import { Refusal } from "../../src/refusal.ts"
import { renewSession } from "../../src/session/authorization-server.ts"
import { changeProfile, type Profile, readProfile } from "../../src/session/profiles.ts"

interface TokenAnswer {
  readonly status: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

/** An authorization server that responds to a refresh as the test sets. */
let answer: TokenAnswer
let asked = 0
const server = createServer((request, response) => {
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  if (request.url !== "/token") {
    response.setHeader("content-type", "application/json")
    response.end(JSON.stringify({ issuer, token_endpoint: `${issuer}/token` }))
    return
  }
  asked++
  response.writeHead(answer.status, { "content-type": "application/json", ...answer.headers })
  response.end(answer.body)
})
let issuer = ""
let env = {}
beforeAll(async () => {
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const folder = await mkdtemp(join(tmpdir(), "adwarden-renew-"))
  env = { XDG_CONFIG_HOME: folder }
  afterFile(() => rm(folder, { recursive: true, force: true }))
})
afterFile(() => void server.close())

const expired = (): Profile => ({
  version: 1,
  url: issuer,
  sessions: {
    rest: {
      issuer,
      client_id: "client",
      resource: `${issuer}/v1`,
      access_token: "svc_at_old",
      refresh_token: "svc_rt_old",
      expires_at: new Date(0).toISOString(),
      signed_in_at: new Date(0).toISOString(),
      scopes: [],
      person: "olivia@northwind.test"
    }
  }
})

/** Returns the exit code of a renewal, and whether the login is still stored. */
const renew = async (next: TokenAnswer) => {
  answer = next
  asked = 0
  await changeProfile(env, "default", async () => expired())
  const code = await renewSession(env, "default", "rest", undefined).then(
    () => 0,
    (error: unknown) => (error as Refusal).exitCode
  )
  const kept = (await readProfile(env, "default"))?.sessions.rest?.refresh_token ?? null
  return { code, kept, asked }
}
const error = (status: number, name: string): TokenAnswer => ({
  status,
  body: JSON.stringify({ error: name })
})

it.each([
  ["400 invalid_grant", error(400, "invalid_grant")],
  ["400 unauthorized_client", error(400, "unauthorized_client")],
  ["400 invalid_target", error(400, "invalid_target")],
  ["401 invalid_client", error(401, "invalid_client")],
  [
    "401 with a challenge",
    { ...error(401, "invalid_client"), headers: { "www-authenticate": 'Basic realm="adwarden"' } }
  ]
])("%s ends the login", async (_, next) => {
  expect(await renew(next)).toEqual({ code: 3, kept: null, asked: 1 })
})

it.each([
  ["429", error(429, "temporarily_unavailable"), 7],
  ["400 of another kind", error(400, "invalid_request"), 8],
  ["403 from a proxy", error(403, "forbidden"), 8],
  ["428", error(428, "precondition_required"), 8]
] as const)("%s does not end the login", async (_, next, code) => {
  expect(await renew(next)).toEqual({ code, kept: "svc_rt_old", asked: 1 })
})

it.each([
  ["that cannot be read", { status: 200, body: "<html>" }],
  ["of 500", error(500, "server_error")],
  ["of 503", error(503, "temporarily_unavailable")]
])("a response %s is retried once, and does not end the login", async (_, next) => {
  expect(await renew(next)).toEqual({ code: 8, kept: "svc_rt_old", asked: 2 })
})

it("new tokens replace the old ones", async () => {
  const given = {
    access_token: "svc_at_new",
    token_type: "Bearer",
    refresh_token: "svc_rt_new",
    expires_in: 60
  }
  expect(await renew({ status: 200, body: JSON.stringify(given) })).toEqual({
    code: 0,
    kept: "svc_rt_new",
    asked: 1
  })
})

it("a rate-limit error states to wait", async () => {
  answer = error(429, "temporarily_unavailable")
  await changeProfile(env, "default", async () => expired())
  const refusal = await renewSession(env, "default", "rest", undefined).catch((thrown: unknown) => thrown)
  expect(refusal).toBeInstanceOf(Refusal)
  expect((refusal as Refusal).message).toContain("too many requests from this address. Wait a minute")
})
