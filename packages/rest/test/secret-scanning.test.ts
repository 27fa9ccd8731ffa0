import { generateKeyPairSync, sign } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, describe, expect, it } from "vitest"
import { newKey } from "../../core/src/contract/index.ts"
import { queryOn } from "../../core/test/support/executed-writes.ts"
import { runCore } from "../../core/test/support/run-core.ts"
import { restApp } from "../src/index.ts"

const pair = () => generateKeyPairSync("ec", { namedCurve: "prime256v1" })
const [host, stranger] = [pair(), pair()]
const document = JSON.stringify({
  public_keys: [
    { key_identifier: "k1", key: host.publicKey.export({ type: "spki", format: "pem" }), is_current: true }
  ]
})
const keyServer = createServer((_, response) => {
  response.setHeader("content-type", "application/json")
  response.end(document)
}).listen(0, "127.0.0.1")
await once(keyServer, "listening")
afterAll(() => void keyServer.close())

const port = (keyServer.address() as AddressInfo).port
const settings = {
  secretScanning: true,
  secretScanningKeysUrl: "http://code-host.test/keys",
  developmentHosts: new Map([["code-host.test", { address: "127.0.0.1", port }]])
}
const demo = await runCore(settings)
const app = await demo.run(restApp)
const query = queryOn(demo)

const path = "/secret-scanning/github"
const report = async (body: string, by = host.privateKey, id = "k1") => {
  const signature = sign("sha256", Buffer.from(body), { key: by, dsaEncoding: "der" }).toString("base64")
  const headers = {
    "content-type": "application/json",
    "github-public-key-identifier": id,
    "github-public-key-signature": signature
  }
  const response = await app.request(path, { method: "POST", body, headers })
  return { status: response.status, text: await response.text() }
}
const found = "https://github.com/octocat/hello/blob/main/.env"
const member = demo.keys["northwind"]!.member!
const works = async (key: string) =>
  (await app.request("/v1/organizations", { headers: { authorization: `Bearer ${key}` } })).status === 200

describe("a report of a leaked key", () => {
  it("is rejected without the code host's signature, and revokes nothing", async () => {
    const body = JSON.stringify([{ token: member, type: "adwarden_key", url: found }])
    expect((await app.request(path, { method: "POST", body })).status).toBe(401)
    expect((await report(body, stranger.privateKey)).status).toBe(401)
    expect((await report(body, host.privateKey, "k2")).status).toBe(401)
    expect(await works(member)).toBe(true)
  })

  it("revokes the key at once, emails every owner, and is in the organization's audit trail", async () => {
    const unknown = newKey()
    const body = JSON.stringify([
      { token: member, type: "adwarden_key", url: found, source: "content" },
      { token: unknown, type: "adwarden_key", url: null },
      { token: "hunter2", type: "adwarden_key" }
    ])
    const answer = await report(body)
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.text).map(({ label }: { label: string }) => label)).toEqual([
      "true_positive",
      "false_positive",
      "false_positive"
    ])
    expect(answer.text).not.toContain(member)
    expect(await works(member)).toBe(false)
    const emails = await query<{ recipient: string; found_at: string }>(
      "select recipient, found_at from emails where kind = 'key_exposed' order by recipient"
    )
    const owners = await query<{
      email: string
    }>(`select u.email from memberships m join users u on u.id = m.user_id
      join organizations o on o.id = m.organization_id where o.slug = 'northwind' and m.role = 'owner' order by 1`)
    expect(emails).toEqual(owners.map(({ email }) => ({ recipient: email, found_at: found })))
    const events = await query(`select 1 from audit_events where operation = 'secret_scanning.report'
      and organization_id = 1 and key_last_four = '${member.slice(-4)}'`)
    expect(events).toHaveLength(1)
  })

  it("that is repeated changes nothing and sends no email", async () => {
    const before = await query("select 1 from emails where kind = 'key_exposed'")
    const answer = await report(JSON.stringify([{ token: member, type: "adwarden_key", url: found }]))
    expect(JSON.parse(answer.text)).toMatchObject([{ label: "true_positive" }])
    expect(await query("select 1 from emails where kind = 'key_exposed'")).toHaveLength(before.length)
  })

  it("that is malformed is rejected", async () => {
    expect((await report('{"token": "x"}')).status).toBe(400)
    expect((await report("not json")).status).toBe(400)
    const many = (count: number) =>
      JSON.stringify(Array.from({ length: count }, () => ({ token: "x", type: "adwarden_key" })))
    expect((await report(many(100))).status).toBe(200)
    expect((await report(many(101))).status).toBe(400)
  })
})
