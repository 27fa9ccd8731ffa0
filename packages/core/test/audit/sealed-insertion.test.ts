import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, ManagedRuntime } from "effect"
import pg from "pg"
import { afterAll, beforeEach, describe, expect, it } from "vitest"
import { chainBreak } from "../../src/audit/chain.ts"
import { AuditSealer } from "../../src/audit/sealer.ts"
import { type AuditEvent, Unavailable } from "../../src/contract/index.ts"
import type { Endpoint } from "../../src/request/endpoint.ts"
import { onCitus } from "../citus/cluster.ts"
import { bearerCredential, call, callEndpoint } from "../support/call.ts"
import { coreOn } from "../support/demo.ts"
import { runCore } from "../support/run-core.ts"
import { staggered } from "../support/staggered.ts"
import { until } from "../support/until.ts"

const demo = await runCore()
const other = ManagedRuntime.make(coreOn(demo.url, {}, {}))
const session = new pg.Client(demo.url)
await session.connect()
afterAll(async () => {
  await session.end()
  await other.dispose()
})
const owner = demo.keys["northwind"]!.owner!

const request = (host: { readonly run: typeof demo.run } = demo) =>
  host.run(Effect.map(call("organizations.get", owner), ({ requestId }) => requestId))
const seal = () => demo.run(Effect.flatMap(AuditSealer, (sealer) => sealer.sealAll))
const eventsOf = (slug: string) =>
  demo.run(
    Effect.flatMap(
      SqlClient.SqlClient,
      (sql) => sql<AuditEvent & { readonly position: number | null }>`
        select e.id, at, request_id, surface, operation, method, path, status_code, error_code, actor_type,
          user_email as "user", key_prefix, key_last_four, ip, user_agent, count, previous_hash, hash,
          personal_key, position
        from audit_events e join organizations o on o.id = e.organization_id
        where o.slug = ${slug} order by position`
    )
  )
const isSealed = async (requestId: string) => {
  const found = (await eventsOf("northwind")).filter((event) => event.request_id === requestId)
  expect(found).toHaveLength(1)
  return found[0]!.position !== null
}
const expectWholeChain = async (slug: string) => {
  const events = await eventsOf(slug)
  expect(events.map(({ position }) => position)).toEqual(events.map((_, n) => n + 1))
  expect(chainBreak(events)).toBe(-1)
}

describe.skipIf(onCitus)("a host seals the event of a request as it writes it", () => {
  // The first event gives the chain a head, and the host's sealer tells it which.
  beforeEach(async () => {
    await request()
    await seal()
  })

  it("if it knows the head of the chain", async () => {
    expect(await isSealed(await request())).toBe(true)
    expect(await isSealed(await request())).toBe(true)
    await expectWholeChain("northwind")
  })

  it("but not after another host has moved the head, and again after that", async () => {
    await request({ run: other.runPromise })
    expect(await isSealed(await request({ run: other.runPromise }))).toBe(true)
    expect(await isSealed(await request())).toBe(false)
    expect(await isSealed(await request())).toBe(true)
    await seal()
    await expectWholeChain("northwind")
  })

  it("but not while a sealer holds the chain, for which it does not wait", async () => {
    await session.query("begin")
    const { rows } = await session.query("select id from organizations where slug = 'northwind'")
    await session.query("select pg_advisory_xact_lock(x'61647763'::int, $1::int)", [rows[0].id])
    expect(await isSealed(await request())).toBe(false)
    await session.query("rollback")
    expect(await isSealed(await request())).toBe(true)
    await seal()
    await expectWholeChain("northwind")
  })

  it("but not if the request failed: its event can be written twice", async () => {
    const busy: Endpoint<null> = {
      name: "mcp.tools/list",
      admits: "callers",
      run: () => new Unavailable({ retryAfter: 2 })
    }
    const failed = await demo.run(callEndpoint(busy, bearerCredential(owner)))
    expect(await isSealed(failed.requestId)).toBe(false)
    expect(await isSealed(await request())).toBe(true)
    await seal()
    await expectWholeChain("northwind")
  })
})

it.skipIf(onCitus)(
  "a sealer that waits within its batch delays no request, and breaks no chain",
  async () => {
    const hosts = [demo, { run: other.runPromise }] as const
    const sealBy = ({ run }: (typeof hosts)[number]) =>
      run(Effect.flatMap(AuditSealer, (sealer) => sealer.sealAll))
    const isWaiting = async () => {
      const blocked = "select 1 from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))"
      return (await session.query(blocked)).rows.length > 0
    }
    for (const [first, second] of [hosts, [hosts[1], hosts[0]]] as const) {
      await request(second)
      await sealBy(second)
      // It knows an earlier head, so its event waits for a sealer.
      expect(await isSealed(await request(first))).toBe(false)
      await session.query("begin")
      await session.query(
        "select 1 from audit_chains where organization_id = (select id from organizations where slug = 'northwind') for update"
      )
      const sealing = sealBy(first)
      await until("the sealer waits within its batch", isWaiting)
      expect(await isSealed(await request(second))).toBe(false)
      expect(await sealBy(second)).toBe(0)
      await session.query("commit")
      expect(await sealing).toBe(1)
      expect(await isSealed(await request(second))).toBe(false)
      await sealBy(second)
      await expectWholeChain("northwind")
    }
  }
)

it("two hosts and their sealers leave one whole chain for each organization", async () => {
  const hosts = [demo, { run: other.runPromise }]
  const keys = ["northwind", "fabrikam"].map((slug) => demo.keys[slug]!.owner!)
  for (let round = 0; round < 10; round++) {
    const requests = hosts.flatMap(({ run }) =>
      keys.flatMap((key) => Array(6).fill(() => run(Effect.asVoid(call("organizations.get", key)))))
    )
    const sealers = hosts.map(
      ({ run }) =>
        () =>
          run(Effect.flatMap(AuditSealer, (sealer) => Effect.asVoid(sealer.sealAll)))
    )
    await staggered([...requests, ...sealers], round)
  }
  await seal()
  await expectWholeChain("northwind")
  await expectWholeChain("fabrikam")
})
