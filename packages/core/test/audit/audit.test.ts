import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Schedule } from "effect"
import { describe, expect, it } from "vitest"
import { chainBreak } from "../../src/audit/chain.ts"
import { AuditSealer } from "../../src/audit/sealer.ts"
import { type AuditEvent, NotFound, newKey, Unavailable } from "../../src/contract/index.ts"
import type { Endpoint } from "../../src/request/endpoint.ts"
import { respondWith } from "../../src/request/handler.ts"
import { bearerCredential, call, callEndpoint } from "../support/call.ts"
import { insertKey } from "../support/keys.ts"
import { runCore } from "../support/run-core.ts"
import { staggered } from "../support/staggered.ts"

const demo = await runCore()
const owner = demo.keys["northwind"]!.owner!

const eventOf = (requestId: string) =>
  demo.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<Record<string, unknown>>`
        select e.*, o.slug from audit_events e left join organizations o on o.id = e.organization_id
        where request_id = ${requestId}`
    )
  )

describe("every request has one audit event, written before its response", () => {
  it("if it succeeds", async () => {
    const answer = await demo.run(call("campaigns.list", owner, { org: "northwind" }))
    expect(await eventOf(answer.requestId)).toMatchObject([
      {
        slug: "northwind",
        operation: "campaigns.list",
        surface: "rest",
        status_code: 200,
        error_code: null,
        actor_type: "api_key",
        user_email: "olivia@northwind.test",
        key_prefix: owner.slice(0, 13),
        key_last_four: owner.slice(-4),
        ip: "192.0.2.1",
        user_agent: "vitest"
      }
    ])
  })

  it("if it is rejected, in the organization of its key", async () => {
    const answer = await demo.run(call("campaigns.list", owner, { org: "fabrikam" }))
    expect(await eventOf(answer.requestId)).toMatchObject([
      { slug: "northwind", status_code: 403, error_code: "org_access_denied" }
    ])
    const revoked = await demo.run(
      insertKey({ organization: "northwind", email: "adam@northwind.test", scopes: [], revoked: true })
    )
    const late = await demo.run(call("campaigns.list", revoked, { org: "northwind" }))
    expect(await eventOf(late.requestId)).toMatchObject([
      { slug: "northwind", status_code: 401, error_code: "unauthorized", key_last_four: revoked.slice(-4) }
    ])
  })

  it("if the caller is unknown: without an organization, and never with the credential", async () => {
    const guess = newKey()
    for (const token of [null, "rubbish", guess]) {
      const answer = await demo.run(call("campaigns.list", token))
      const events = await eventOf(answer.requestId)
      expect(events).toMatchObject([{ organization_id: 0, status_code: 401, actor_type: null }])
      expect(JSON.stringify(events)).not.toContain(guess.slice(9))
    }
  })

  it("if it runs no operation", async () => {
    const endpoint: Endpoint<null> = {
      name: "mcp.tools/list",
      admits: "callers",
      run: () => Effect.succeed(respondWith(null))
    }
    const answer = await demo.run(callEndpoint(endpoint, bearerCredential(owner), { surface: "mcp" }))
    expect(answer.status).toBe(200)
    expect(await eventOf(answer.requestId)).toMatchObject([
      { operation: "mcp.tools/list", surface: "mcp", status_code: 200 }
    ])
    const refused = await demo.run(callEndpoint(endpoint, bearerCredential(null)))
    expect(refused.status).toBe(401)
    expect(
      (await demo.run(callEndpoint(endpoint, bearerCredential(null), { allowAnonymous: true }))).status
    ).toBe(401)
    const lost: Endpoint<null> = { name: null, admits: "anyone", run: () => new NotFound({ what: "It" }) }
    expect(
      (await demo.run(callEndpoint(lost, bearerCredential(null), { allowAnonymous: true }))).status
    ).toBe(404)
  })

  it("if it is answered `unavailable` for another reason than the database", async () => {
    const busy: Endpoint<null> = {
      name: null,
      admits: "anyone",
      run: () => new Unavailable({ retryAfter: 2 })
    }
    for (let n = 0; n < 20; n++) {
      const answer = await demo.run(callEndpoint(busy, bearerCredential(null), { allowAnonymous: true }))
      expect(await eventOf(answer.requestId)).toMatchObject([{ status_code: 503, error_code: "unavailable" }])
    }
  })

  it("if hundreds arrive at once", async () => {
    const answers = await demo.run(
      Effect.forEach(Array.from({ length: 300 }), () => call("organizations.get", owner), {
        concurrency: "unbounded"
      })
    )
    const ids = answers.map((answer) => answer.requestId)
    const [found] = await demo.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{ n: number }>`select count(*) as n from audit_events where request_id = any(${ids})`
      )
    )
    expect(found).toEqual({ n: 300 })
  })
})

const chainOf = (slug: string | null) =>
  demo.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<AuditEvent & { position: number }>`
        select e.id, at, request_id, surface, operation, method, path, status_code, error_code, actor_type,
          user_email as "user", key_prefix, key_last_four, ip, user_agent, count, previous_hash, hash,
          personal_key, position
        from audit_events e left join organizations o on o.id = e.organization_id
        where o.slug is not distinct from ${slug} and position is not null order by position`
    )
  )

describe("the chain", () => {
  it("gets what a killed host left when a host starts, before anything else is written", async () => {
    const left = Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<{ n: number }>`select count(*)::int as n from audit_unsealed where window_start is null`
    )
    const started = await runCore()
    expect((await started.run(left))[0]!.n).toBeGreaterThan(0)
    const follow = Effect.flatMap(AuditSealer, (sealer) => sealer.follow)
    const untilSealed = Effect.repeat(left, {
      until: ([row]) => row!.n === 0,
      schedule: Schedule.spaced("20 millis")
    })
    await started.run(Effect.race(follow, untilSealed))
    expect((await started.run(left))[0]!.n).toBe(0)
  })

  it("seals all events once and in order, with concurrent sealers", async () => {
    const seal = Effect.flatMap(AuditSealer, (sealer) => sealer.sealAll)
    // Sealers start between the requests, so that events are written while others are being sealed.
    for (let round = 0; round < 10; round++) {
      const request = () => demo.run(Effect.asVoid(call("organizations.get", owner)))
      const sealer = () => demo.run(Effect.asVoid(seal))
      await staggered([...Array(20).fill(request), ...Array(4).fill(sealer)], round)
    }
    await demo.run(seal)
    for (const slug of ["northwind", null]) {
      const events = await chainOf(slug)
      expect(events.length).toBeGreaterThan(0)
      expect(events.map((event) => event.position)).toEqual(events.map((_, n) => n + 1))
      expect(chainBreak(events)).toBe(-1)
    }
    const [left] = await demo.run(
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql<{ n: number }>`select count(*) as n from audit_events where position is null`
      )
    )
    expect(left).toEqual({ n: 0 })
  })

  it("has an event once that was written again after an unknown outcome, before or after it was sealed", async () => {
    const seal = () => demo.run(Effect.flatMap(AuditSealer, (sealer) => sealer.sealAll))
    const writeAgain = (status = 503) =>
      demo.run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`
          insert into audit_unsealed (organization_id, id, at, request_id, surface, status_code)
          select id, 'aud_again', '2026-03-01T10:00:00Z', 'req_again', 'rest', ${status}
          from organizations where slug = 'northwind'`
        )
      )
    const count = async () => (await chainOf("northwind")).filter(({ id }) => id === "aud_again").length
    await writeAgain()
    await writeAgain()
    await seal()
    expect(await count()).toBe(1)
    await writeAgain()
    // The first attempt, of a read that was then answered `unavailable`, can arrive last.
    await writeAgain(200)
    await seal()
    expect(await count()).toBe(1)
    expect(await eventOf("req_again")).toHaveLength(1)
    expect(chainBreak(await chainOf("northwind"))).toBe(-1)
  })

  it("continues where it ended", async () => {
    const before = await chainOf("northwind")
    await demo.run(call("organizations.get", owner))
    await demo.run(Effect.flatMap(AuditSealer, (sealer) => sealer.sealAll))
    const after = await chainOf("northwind")
    expect(after.length).toBeGreaterThan(before.length)
    expect(chainBreak(after)).toBe(-1)
  })

  it("reveals changed, removed and moved events", async () => {
    const events = await chainOf("northwind")
    const changed = events.map((event, n) =>
      n === 3 ? { ...event, status_code: 200, error_code: "x" } : event
    )
    expect(chainBreak(changed)).toBe(3)
    expect(chainBreak(events.toSpliced(5, 1))).toBe(5)
    expect(chainBreak([events[1]!, events[0]!, ...events.slice(2)])).toBe(0)
  })
})
