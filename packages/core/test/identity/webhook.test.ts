import { createHmac } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Exit } from "effect"
import { afterAll, beforeEach, describe, expect, it } from "vitest"
import { Keys } from "../../src/access/index.ts"
import { sendExpiryNotices } from "../../src/identity/mail/key-expiry.ts"
import { sendNotices } from "../../src/identity/notices/notify.ts"
import { webhookAdministration } from "../../src/identity/webhook/administration.ts"
import { resendMessages } from "../../src/identity/webhook/delivery.ts"
import { Webhooks, webhookQueue } from "../../src/identity/webhook/webhooks.ts"
import { Vault } from "../../src/platform/index.ts"
import type { Endpoint } from "../../src/request/endpoint.ts"
import { Consumers } from "../../src/tasks/registries.ts"
import { call, callEndpoint } from "../support/call.ts"
import { runCore } from "../support/run-core.ts"

const received: Array<{ headers: Record<string, unknown>; body: string }> = []
let status = 200
const channel = createServer((request, response) => {
  let body = ""
  request.on("data", (chunk) => {
    body += chunk
  })
  request.on("end", () => {
    received.push({ headers: request.headers, body })
    response.writeHead(status, status === 302 ? { location: "http://169.254.169.254/" } : {}).end("ok")
  })
}).listen(0, "127.0.0.1")
await once(channel, "listening")
afterAll(() => new Promise((done) => void channel.close(done)))

const host = { address: "127.0.0.1", port: (channel.address() as AddressInfo).port }
const demo = await runCore({ developmentHosts: new Map([["hooks.slack.test", host]]) })
const org = "fabrikam"
const owner = "olivia@northwind.test"
const url = "http://hooks.slack.test/services/T0/B0/secret"
const endpoints = await demo.run(webhookAdministration)
const query = <Row extends object>(text: string) =>
  demo.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))
const as = <Out>(email: string, endpoint: Endpoint<Out>) =>
  demo.run(callEndpoint(endpoint, { kind: "operator", person: email }, { surface: "cli" }))

interface Job {
  readonly organization: number
  readonly message: number
}
const isWaiting = "num_nonnulls(sent_at, dropped_at, failed_at) = 0"
const jobs = (where = "true") =>
  query<Job>(
    `select organization_id as organization, id as message from webhook_messages where ${where} order by id`
  )
/** Runs one attempt; returns whether it ended. */
const attempt = async (job: Job) =>
  Exit.isSuccess(
    await demo.run(
      Effect.flatMap(Consumers, (consumers) =>
        Effect.exit(
          consumers
            .find(webhookQueue.name)!
            .run({ version: webhookQueue.version, ...job }, { job: "job", isLast: false })
        )
      )
    )
  )
/** Runs one attempt for each waiting message; returns whether each ended. */
const deliver = async () => Promise.all((await jobs(isWaiting)).map(attempt))
const messages = () =>
  query<{ kind: string; failure: string | null; sent: boolean; failed: boolean }>(
    "select kind, failure, sent_at is not null as sent, failed_at is not null as failed from webhook_messages order by id"
  )

beforeEach(async () => {
  status = 200
  received.length = 0
  await query("delete from webhook_messages")
  await query("delete from webhooks")
})

describe("an organization's webhook", () => {
  it("gets a signed message in Slack's format about what is new, once", async () => {
    await demo.run(sendNotices)
    const { output: secret } = await as(owner, endpoints["webhooks.set"](org, { url }))
    await demo.run(sendNotices)
    expect(await deliver()).toEqual([])
    await demo.run(
      call("campaigns.update", demo.keys[org]!.admin!, {
        org,
        slug: "boiler-repair",
        budget: 101,
        dry_run: false
      })
    )
    await demo.run(sendNotices)
    await demo.run(sendNotices)
    expect(await deliver()).toEqual([true])
    expect(await deliver()).toEqual([])
    // The queue can run a job twice.
    expect(await Promise.all((await jobs()).map(attempt))).toEqual([true])
    expect(received).toHaveLength(1)
    const [{ body, headers }] = received as [(typeof received)[number]]
    expect(JSON.parse(body).text).toMatch(
      /^\*Approve\? boiler-repair: Daily budget from €100 to €101\*\n.*\n<http:\/\/adwarden\.test\/o\/fabrikam\/optimizations\/qw_\w+\|Review the change>$/s
    )
    const timestamp = headers["x-adwarden-timestamp"]
    const expected = createHmac("sha256", secret!).update(`v1:${timestamp}:${body}`).digest("hex")
    expect(headers["x-adwarden-signature"]).toBe(`v1=${expected}`)
  })

  it("quotes texts of others so that they forge no link, mention or line", async () => {
    await as(owner, endpoints["webhooks.set"](org, { url }))
    const name = "Sale <https://evil.test|Review the change> <!channel> & *more*"
    await demo.run(
      call("campaigns.update", demo.keys[org]!.admin!, { org, slug: "boiler-repair", name, dry_run: false })
    )
    await demo.run(sendNotices)
    expect(await deliver()).toEqual([true])
    const { text } = JSON.parse(received[0]!.body) as { text: string }
    expect(text).toContain("Sale &lt;https://evil.test|Review the change&gt; &lt;!channel&gt; &amp; ∗more∗")
    // The only link is ours.
    expect(text.match(/<[^>]*>/g)).toEqual([expect.stringMatching(/^<http:\/\/adwarden\.test\//)])
  })

  it("stores neither the URL nor the secret in the clear, and is for owners alone", async () => {
    const { output: secret } = await as(owner, endpoints["webhooks.set"](org, { url }))
    const stored = JSON.stringify(
      await query("select encode(url, 'escape') as u, encode(secret, 'escape') as s from webhooks")
    )
    expect(stored).not.toContain("services/T0")
    expect(stored).not.toContain(secret)
    expect((await as("femi@fabrikam.test", endpoints["webhooks.set"](org, { url }))).error?._tag).toBe(
      "role_denied"
    )
    expect((await as("femi@fabrikam.test", endpoints["webhooks.test"](org))).error?._tag).toBe("role_denied")
    expect((await as(owner, endpoints["webhooks.remove"](org))).error).toBeNull()
    expect((await as(owner, endpoints["webhooks.test"](org))).error?._tag).toBe("not_found")
  })

  it("is refused at an address that can never be posted to", async () => {
    for (const bad of [
      "http://hooks.slack.com/x",
      "https://localhost/x",
      "https://10.0.0.8/x",
      "https://a.example:8443/x",
      "x"
    ])
      expect((await as(owner, endpoints["webhooks.set"](org, { url: bad }))).error?._tag, bad).toBe(
        "validation_error"
      )
  })

  it("is tried again after an outage, and not after a refusal or a redirect", async () => {
    await as(owner, endpoints["webhooks.set"](org, { url }))
    await as(owner, endpoints["webhooks.test"](org))
    status = 503
    expect(await deliver()).toEqual([false])
    expect(await messages()).toEqual([
      { kind: "test", failure: "It answered with the status 503.", sent: false, failed: false }
    ])
    status = 200
    expect(await deliver()).toEqual([true])
    expect(received.map(({ headers }) => headers["x-adwarden-message"])[0]).toBe(
      received[1]!.headers["x-adwarden-message"]
    )
    for (status of [410, 302]) {
      await as(owner, endpoints["webhooks.test"](org))
      expect(await deliver()).toEqual([true])
      expect((await messages()).at(-1)).toMatchObject({
        failed: true,
        failure: `It answered with the status ${status}.`
      })
    }
    const [{ id }] = (await query<{ id: number }>(`select id from organizations where slug = '${org}'`)) as [
      { id: number }
    ]
    expect((await demo.run(Effect.flatMap(Webhooks, ({ find }) => find(id))))?.deliveries[0]).toMatchObject({
      kind: "test",
      status: "failed",
      failure: "It answered with the status 302."
    })
  })

  it("is sent a message whose job was lost, once", async () => {
    await as(owner, endpoints["webhooks.set"](org, { url }))
    await as(owner, endpoints["webhooks.test"](org))
    await query("delete from pgboss.job where name = 'webhook'")
    expect(await demo.run(resendMessages)).toBe(0)
    await query("update webhook_messages set created_at = now() - interval '6 minutes'")
    expect(await demo.run(resendMessages)).toBe(1)
    expect(await demo.run(resendMessages)).toBe(0)
    expect(await query("select 1 from pgboss.job where name = 'webhook'")).toHaveLength(1)
  })

  it("is refused by a service without SECRETS_KEY, and nothing is stored", async () => {
    const without = await demo.run(Effect.provide(webhookAdministration, Vault.unconfigured))
    const { error } = await as(owner, without["webhooks.set"](org, { url }))
    expect(error).toMatchObject({
      _tag: "validation_error",
      fields: [{ path: "url", message: expect.stringContaining("no SECRETS_KEY") }]
    })
    expect(await query("select from webhooks where url is not null")).toEqual([])
  })

  it("gets nothing any more once it is removed", async () => {
    await as(owner, endpoints["webhooks.set"](org, { url }))
    await as(owner, endpoints["webhooks.test"](org))
    await as(owner, endpoints["webhooks.remove"](org))
    expect(await deliver()).toEqual([true])
    expect(received).toEqual([])
  })

  it("also gets what is always sent to people: a key that expires", async () => {
    await as(owner, endpoints["webhooks.set"](org, { url }))
    const keys = await demo.run(Effect.flatMap(Keys, ({ list }) => list(org)))
    await query(
      `update api_keys set expires_at = now() + interval '20 days', expiry_notice_30d_at = null where id = ${keys.find((key) => key.status === "active")!.id}`
    )
    await demo.run(sendExpiryNotices)
    expect(await deliver()).toEqual([true])
    expect(JSON.parse(received[0]!.body).text).toMatch(/^\*Your API key .* expires on /)
  })
})
