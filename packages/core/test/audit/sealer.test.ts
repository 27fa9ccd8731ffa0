import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, ManagedRuntime } from "effect"
import { afterAll, expect, it } from "vitest"
import { chainBreak } from "../../src/audit/chain.ts"
import { AuditSealer } from "../../src/audit/sealer.ts"
import type { AuditEvent } from "../../src/contract/index.ts"
import { call } from "../support/call.ts"
import { coreOn } from "../support/demo.ts"
import { runCore } from "../support/run-core.ts"
import { staggered } from "../support/staggered.ts"

const demo = await runCore()
const other = ManagedRuntime.make(coreOn(demo.url, {}, {}))
afterAll(() => other.dispose())
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
const expectWholeChain = async (slug: string) => {
  const events = await eventsOf(slug)
  expect(events.map(({ position }) => position)).toEqual(events.map((_, n) => n + 1))
  expect(chainBreak(events)).toBe(-1)
}

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
