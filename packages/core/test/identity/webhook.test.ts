import { createHmac } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Exit, Redacted, Schema } from "effect"
import { Webhook } from "standardwebhooks"
import { afterAll, beforeEach, describe, expect, it } from "vitest"
import { Keys } from "../../src/access/index.ts"
import { decisionAdministration } from "../../src/approvals/index.ts"
import { expireApprovals } from "../../src/approvals/queued-write.ts"
import { EmergencyStop } from "../../src/campaigns/emergency-stop.ts"
import { chosenEvents, type EventType, eventSchema } from "../../src/contract/index.ts"
import { deliveryQueue, earlierQueue, resendDeliveries } from "../../src/events/deliveries.ts"
import { sendExpiryNotices } from "../../src/identity/mail/key-expiry.ts"
import { sendNotices } from "../../src/identity/notices/notify.ts"
import { webhookAdministration } from "../../src/identity/webhook/administration.ts"
import { Vault } from "../../src/platform/index.ts"
import type { Endpoint, EndpointError } from "../../src/request/endpoint.ts"
import { Consumers } from "../../src/tasks/registries.ts"
import { call, callEndpoint } from "../support/call.ts"
import { runCore } from "../support/run-core.ts"
import { sendEvents } from "../support/send-events.ts"

const received: Array<{ headers: Record<string, string>; body: string }> = []
let status = 200
const channel = createServer((request, response) => {
  let body = ""
  request.on("data", (chunk) => {
    body += chunk
  })
  request.on("end", () => {
    received.push({ headers: request.headers as Record<string, string>, body })
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
const as = <Out, E extends EndpointError = never>(email: string, endpoint: Endpoint<Out, E>) =>
  demo.run(callEndpoint(endpoint, { kind: "operator", person: email }, { surface: "cli" }))

/** Adds a webhook; returns its id and its secret. */
const add = async (values: { format?: "signed" | "slack"; events?: ReadonlyArray<string> } = {}) => {
  const { events = ["notice"], format = "slack" } = values
  const given = { url, format, events } as Parameters<(typeof endpoints)["webhooks.create"]>[1]
  const { output } = await as(owner, endpoints["webhooks.create"](org, given))
  const [row] = await query<{ id: number }>("select max(id) as id from webhook_endpoints")
  return { id: row!.id, secret: output! }
}

interface Job {
  readonly organization: number
  readonly delivery: number
}
const isWaiting = "num_nonnulls(sent_at, dropped_at, failed_at) = 0"
const jobs = (where = "true") =>
  query<Job>(
    `select organization_id as organization, id as delivery from webhook_deliveries where ${where} order by id`
  )
const runJob = async (queue: { name: string; version: number }, job: object) =>
  Exit.isSuccess(
    await demo.run(
      Effect.flatMap(Consumers, (consumers) =>
        Effect.exit(
          consumers.find(queue.name)!.run({ version: queue.version, ...job }, { job: "job", isLast: false })
        )
      )
    )
  )
const attempt = (job: Job) => runJob(deliveryQueue, job)
/** Runs one attempt for each waiting event; returns whether each ended. */
const deliver = (isLast = false) => demo.run(sendEvents(isLast))
const deliveries = () =>
  query<{ type: string; failure: string | null; sent: boolean; failed: boolean; attempts: number }>(
    `select type, failure, sent_at is not null as sent, failed_at is not null as failed, attempts
    from webhook_deliveries order by id`
  )
const change = (values: object) =>
  demo.run(
    call("campaigns.update", demo.keys[org]!.admin!, {
      org,
      slug: "boiler-repair",
      dry_run: false,
      ...values
    })
  )
const raise = (budget: number) => change({ budget })
/** The types of what arrived, each verified by the library that receivers use, and read by its declared schema. */
const verified = (secret: string) =>
  received.map(({ body, headers }) => {
    const event = new Webhook(secret).verify(body, headers) as { type: EventType; data: { summary: string } }
    return Schema.decodeUnknownSync(eventSchema(event.type))(event, { onExcessProperty: "error" }).type
  })

beforeEach(async () => {
  status = 200
  received.length = 0
  await query("delete from webhook_endpoints")
  await query("delete from webhook_messages")
  await query("delete from webhooks")
})

describe("a webhook in Slack's format", () => {
  it("gets a signed message about what is new, once", async () => {
    await demo.run(sendNotices)
    const { secret } = await add()
    await demo.run(sendNotices)
    expect(await deliver()).toEqual([])
    await raise(101)
    await demo.run(sendNotices)
    await demo.run(sendNotices)
    expect(await deliver()).toEqual([true])
    expect(await deliver()).toEqual([])
    // The queue can run a job twice.
    expect(await Promise.all((await jobs()).map((job) => attempt(job)))).toEqual([true])
    expect(received).toHaveLength(1)
    const [{ body, headers }] = received as [(typeof received)[number]]
    expect(JSON.parse(body).text).toMatch(
      /^\*Approve\? Boiler repair: Daily budget from €100 to €101\*\n.*\n<http:\/\/adwarden\.test\/o\/fabrikam\/optimizations\/qw_\w+\|Review the change>$/s
    )
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
  })

  it("quotes texts of others so that they forge no link, mention or line", async () => {
    await add()
    const name = "Sale <https://evil.test|Review the change> <!channel> & *more*"
    await change({ name })
    await demo.run(sendNotices)
    expect(await deliver()).toEqual([true])
    const { text } = JSON.parse(received[0]!.body) as { text: string }
    expect(text).toContain("Sale &lt;https://evil.test|Review the change&gt; &lt;!channel&gt; &amp; ∗more∗")
    // The only link is ours.
    expect(text.match(/<[^>]*>/g)).toEqual([expect.stringMatching(/^<http:\/\/adwarden\.test\//)])
  })

  it("also gets what is always sent to people: a key that expires", async () => {
    await add()
    const keys = await demo.run(Effect.flatMap(Keys, ({ list }) => list(org)))
    await query(
      `update api_keys set expires_at = now() + interval '20 days', expiry_notice_30d_at = null where id = ${keys.find((key) => key.status === "active")!.id}`
    )
    await demo.run(sendExpiryNotices)
    expect(await deliver()).toEqual([true])
    expect(JSON.parse(received[0]!.body).text).toMatch(/^\*Your API key .* expires on /)
  })
})

describe("a webhook of signed events", () => {
  it("gets each decision and stop in the transaction of the change, as its schema says", async () => {
    const { secret } = await add({ format: "signed", events: chosenEvents })
    const decide = await demo.run(decisionAdministration)
    const stop = (await demo.run(EmergencyStop)).administration
    const pending = async () => {
      const [row] = await query<{ id: string }>(
        "select id from queued_writes where status = 'pending' order by requested_at desc limit 1"
      )
      return row!.id
    }
    await raise(102)
    await as(owner, decide["approvals.reject"](org, { id: await pending() }))
    await raise(103)
    await as(owner, decide["approvals.approve"](org, { id: await pending() }))
    await raise(104)
    const withdrawn = { queued_id: await pending() }
    const { error } = await demo.run(call("queued_writes.withdraw", demo.keys[org]!.admin!, withdrawn))
    expect(error).toBeNull()
    await raise(105)
    const expired = await pending()
    await query(`update queued_writes set expires_at = now() - interval '1 minute' where id = '${expired}'`)
    await demo.run(expireApprovals)
    await as(owner, stop["organizations.stop"](org))
    const [standing] = await query<{ id: string }>("select id from emergency_stops where undone_at is null")
    await as(owner, stop["organizations.undo_stop"](org, { id: standing!.id, generation: 1 }))
    expect(new Set(await deliver())).toEqual(new Set([true]))
    expect(verified(secret)).toEqual([
      "approval.requested",
      "approval.decided",
      "approval.requested",
      "approval.decided",
      "approval.requested",
      "approval.withdrawn",
      "approval.requested",
      "approval.expired",
      "emergency_stop.on",
      "emergency_stop.off"
    ])
    expect(JSON.parse(received[7]!.body).data).toEqual({
      organization: org,
      queued_id: expired,
      operation: "campaigns.update",
      summary: expect.stringContaining("to €105"),
      url: `http://adwarden.test/o/${org}/optimizations/${expired}`
    })
    // In a chat, a campaign has its name.
    await query("delete from webhook_endpoints")
    await add({ events: ["approval.requested"] })
    received.length = 0
    await raise(107)
    expect(await deliver()).toEqual([true])
    expect(JSON.parse(received[0]!.body).text).toMatch(
      /\*A change waits for approval\*\nBoiler repair: .* to €107/
    )
    // A change that is rolled back tells nothing.
    expect((await change({ slug: "no-such", budget: 106 })).error?._tag).toBe("not_found")
    expect(await jobs(isWaiting)).toEqual([])
  })

  it("is signed with the secret before, too, for a day after it was replaced", async () => {
    const { id, secret } = await add({ format: "signed" })
    const { output: replaced } = await as(owner, endpoints["webhooks.rotate"](org, { id }))
    await as(owner, endpoints["webhooks.test"](org, { id }))
    await deliver()
    expect(verified(secret)).toEqual(["test"])
    expect(verified(replaced!)).toEqual(["test"])
    await query("update webhook_endpoints set previous_until = now()")
    await as(owner, endpoints["webhooks.test"](org, { id }))
    await deliver()
    expect(() => verified(secret)).toThrow("No matching signature")
    expect(verified(replaced!)).toEqual(["test", "test"])
  })
})

describe("a webhook", () => {
  it("stores neither its URL nor its secret in the clear, and is for owners alone", async () => {
    const { id, secret } = await add()
    const stored = JSON.stringify(
      await query("select encode(url, 'escape') as u, encode(secret, 'escape') as s from webhook_endpoints")
    )
    expect(stored).not.toContain("services/T0")
    expect(stored).not.toContain(secret)
    const other = "femi@fabrikam.test"
    for (const name of ["rotate", "turn_on", "turn_off", "remove", "test", "resend"] as const)
      expect((await as<unknown>(other, endpoints[`webhooks.${name}`](org, { id }))).error?._tag).toBe(
        "role_denied"
      )
    expect((await as(owner, endpoints["webhooks.remove"](org, { id }))).error).toBeNull()
    expect((await as(owner, endpoints["webhooks.test"](org, { id }))).error?._tag).toBe("not_found")
    expect((await as(owner, endpoints["webhooks.rotate"](org, { id }))).error?._tag).toBe("not_found")
  })

  it("is refused at an address that can never be posted to, and as the eleventh", async () => {
    const create = (bad: string) =>
      as(owner, endpoints["webhooks.create"](org, { url: bad, format: "signed", events: ["notice"] }))
    for (const bad of [
      "http://hooks.slack.com/x",
      "https://localhost/x",
      "https://10.0.0.8/x",
      "https://a.example:8443/x",
      "x"
    ])
      expect((await create(bad)).error?._tag, bad).toBe("validation_error")
    for (let n = 0; n < 10; n++) expect((await create(url)).error).toBeNull()
    expect((await create(url)).error?._tag).toBe("validation_error")
  })

  it("is tried again after an outage, not after a redirect, and on request", async () => {
    const { id } = await add()
    await as(owner, endpoints["webhooks.test"](org, { id }))
    status = 503
    expect(await deliver()).toEqual([false])
    const failure = "It answered with the status 503."
    expect(await deliveries()).toEqual([{ type: "test", failure, sent: false, failed: false, attempts: 1 }])
    expect(await query("select 1 from webhook_endpoints where failing_since is not null")).toHaveLength(1)
    status = 200
    expect(await deliver()).toEqual([true])
    expect(await query("select 1 from webhook_endpoints where failing_since is not null")).toEqual([])
    status = 302
    await as(owner, endpoints["webhooks.test"](org, { id }))
    expect(await deliver()).toEqual([true])
    expect((await deliveries())[1]).toMatchObject({
      failed: true,
      failure: "It answered with the status 302."
    })
    status = 200
    const again = (await jobs())[1]!
    await as(owner, endpoints["webhooks.resend"](org, { id: again.delivery }))
    expect(await deliver()).toEqual([true])
    expect((await deliveries())[1]).toMatchObject({ sent: true, failure: null, attempts: 2 })
    const ids = received.map(({ headers }) => headers["webhook-id"])
    expect([ids[0] === ids[1], ids[2] === ids[3], ids[1] === ids[2]]).toEqual([true, true, false])
  })

  it("is turned off once it failed for days, or is gone, and its owners are told", async () => {
    const off = () => query("select 1 from webhook_endpoints where disabled_at is not null")
    const told = () =>
      query<{ recipient: string }>("select recipient from emails where kind = 'webhook_off' order by id")
    const { id } = await add()
    status = 500
    await as(owner, endpoints["webhooks.test"](org, { id }))
    await deliver(true)
    expect(await off()).toEqual([])
    await query("update webhook_endpoints set failing_since = now() - interval '4 days'")
    await as(owner, endpoints["webhooks.test"](org, { id }))
    await deliver(true)
    expect(await off()).toHaveLength(1)
    const owners = await told()
    expect(owners).toContainEqual({ recipient: owner })
    // What happens meanwhile is not kept for it.
    await raise(107)
    expect(await jobs(isWaiting)).toEqual([])
    expect((await as(owner, endpoints["webhooks.turn_on"](org, { id }))).error).toBeNull()
    status = 410
    await as(owner, endpoints["webhooks.test"](org, { id }))
    expect(await deliver()).toEqual([true])
    expect(await off()).toHaveLength(1)
    expect(await told()).toHaveLength(2 * owners.length)
  })

  it("is sent an event whose job was lost, once, and nothing once it is removed", async () => {
    const { id } = await add()
    await as(owner, endpoints["webhooks.test"](org, { id }))
    const queued = `from pgboss.job where name = '${deliveryQueue.name}'`
    await query(`delete ${queued}`)
    expect(await demo.run(resendDeliveries)).toBe(0)
    await query("update webhook_deliveries set queued_at = now() - interval '6 minutes'")
    expect(await demo.run(resendDeliveries)).toBe(1)
    expect(await demo.run(resendDeliveries)).toBe(0)
    expect(await query(`select 1 ${queued}`)).toHaveLength(1)
    const [job] = await jobs()
    await as(owner, endpoints["webhooks.remove"](org, { id }))
    expect(await attempt(job!)).toBe(true)
    expect(received).toEqual([])
  })

  it("is refused by a service without SECRETS_KEY, and nothing is stored", async () => {
    const without = await demo.run(Effect.provide(webhookAdministration, Vault.unconfigured))
    const { error } = await as(
      owner,
      without["webhooks.create"](org, { url, format: "slack", events: ["notice"] })
    )
    expect(error).toMatchObject({
      _tag: "validation_error",
      fields: [{ path: "url", message: expect.stringContaining("no SECRETS_KEY") }]
    })
    expect(await query("select from webhook_endpoints")).toEqual([])
  })
})

it("takes over the webhook of the version before with what waits for it, and hosts of that version find their row", async () => {
  const [{ id: organization }] = (await query<{ id: number }>(
    `select id from organizations where slug = '${org}'`
  )) as [{ id: number }]
  await demo.run(sendNotices)
  const secret = "svc_wh_of_the_version_before"
  await demo.run(
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const vault = yield* Vault
      const seal = (text: string) => vault.seal(Redacted.make(text), `webhook/${organization}`)
      yield* sql`insert into webhooks (organization_id, host, url, secret, told_until)
        select ${organization}, 'hooks.slack.test', ${seal(url)}, ${seal(secret)}, coalesce(max(id), 0) from notices`
      yield* sql`insert into webhook_messages (organization_id, kind, after_notice)
        values (${organization}, 'approval', 0)`
    })
  )
  await raise(108)
  const [message] = await query<{ message: number }>("select id as message from webhook_messages")
  expect(await runJob(earlierQueue, { organization, ...message })).toBe(true)
  expect(await runJob(earlierQueue, { organization, ...message })).toBe(true)
  await demo.run(sendNotices)
  expect(await deliver()).toEqual([true, true])
  expect(received).toHaveLength(2)
  for (const { body, headers } of received) {
    const timestamp = headers["x-adwarden-timestamp"]
    const expected = createHmac("sha256", secret).update(`v1:${timestamp}:${body}`).digest("hex")
    expect(headers["x-adwarden-signature"]).toBe(`v1=${expected}`)
  }
  // Hosts of the version before still read their row, and find no newer notice.
  expect(
    await query(`select 1 from webhooks w where exists (select from notices n
      where n.organization_id = w.organization_id and n.id > w.told_until)`)
  ).toEqual([])
  expect(await query("select 1 from webhooks where host = 'hooks.slack.test'")).toHaveLength(1)
  expect(await query("select 1 from webhook_endpoints")).toHaveLength(1)
})
