import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Changes } from "../../src/changes/changes.ts"
import { PeopleWrites } from "../../src/changes/people-writes.ts"
import { Writes } from "../../src/changes/registries.ts"
import { operationByName, type PeopleWriteName, peopleWrites } from "../../src/contract/index.ts"
import type { OrganizationClearance } from "../../src/request/clearance.ts"
import { lockTriggerSql } from "../campaigns/support/lock-trigger.ts"
import { adsIn } from "../drafts/support/drafts.ts"
import { asOperator, bearerCredential, call, callEndpoint } from "../support/call.ts"
import { changesNothing } from "../support/changes-nothing.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { peopleWriteHelpers } from "../support/people-writes.ts"
import { campaignInDatabase, startWorker } from "../support/workers.ts"

const demo = await runOnPlatform()
// A write of campaigns without the organization's lock fails here.
await demo.query(lockTriggerSql)
const { admin, owner } = demo.keys["northwind"]! as { admin: string; owner: string }
const { execute, preview } = peopleWriteHelpers(demo)
const names = Object.keys(peopleWrites) as ReadonlyArray<PeopleWriteName>
const draft = { campaign: "spring-offers" }

const undo = async (action: string) => (await demo.run(call("actions.undo", admin, { id: action }))).output
const committed = async () =>
  ((await demo.run(call("organizations.get", admin))).output as { committed_monthly: number })
    .committed_monthly
const right = <A>(either: unknown): A => {
  expect(either).toMatchObject({ _tag: "Right" })
  return (either as { right: A }).right
}
interface Shown {
  readonly preview_hash: string
  readonly summary: string
}
interface Done {
  readonly action_id: string
  readonly summary: string
}

describe("people's writes", () => {
  it("are no operations, and each is registered with the engine", async () => {
    for (const name of names) expect(operationByName.has(name as never)).toBe(false)
    const registered = await demo.run(Effect.map(Writes, (writes) => names.filter((one) => writes.get(one))))
    expect(registered).toEqual(names)
  })

  it("are refused for members, outsiders, keys and tokens, by the endpoint and by the engine itself", async () => {
    await changesNothing(demo, async () => {
      expect(await execute("drafts.discard", draft, {}, "mia@northwind.test")).toMatchObject({
        left: { _tag: "role_denied", required_role: "admin" }
      })
      expect(await preview("drafts.discard", draft, "mia@northwind.test")).toMatchObject({
        left: { _tag: "role_denied" }
      })
      expect(await execute("drafts.discard", draft, {}, "will@wingtip.test")).toMatchObject({ _tag: "Left" })
      const writes = await demo.run(PeopleWrites)
      for (const key of [admin, owner]) {
        const called = callEndpoint(
          writes.execute("northwind", "drafts.discard", draft),
          bearerCredential(key)
        )
        expect(await demo.run(called)).toMatchObject({ error: { _tag: "unauthorized" } })
      }
      // Even with a clearance that a key obtained elsewhere, the engine refuses.
      const clearance = { caller: { kind: "api_key" } } as unknown as OrganizationClearance
      const changes = await demo.run(Changes)
      for (const run of [changes.preview, changes.execute]) {
        expect(await demo.run(run("drafts.discard", clearance, draft))).toMatchObject({
          kind: "refused",
          error: { _tag: "unauthorized" }
        })
      }
    })
  })

  it("reject unknown and missing fields by name", async () => {
    expect(await preview("drafts.discard", {})).toMatchObject({
      left: { _tag: "validation_error", fields: [{ path: "campaign" }] }
    })
    expect(await preview("drafts.discard", { ...draft, dry_run: false })).toMatchObject({
      left: { _tag: "validation_error", fields: [{ path: "dry_run" }] }
    })
  })
})

describe("discarding a draft", () => {
  it("is previewed without a change, executed as shown, logged and audited, and undone", async () => {
    const before = await committed()
    const content = async () => ({
      ads: await adsIn(demo, "spring-offers"),
      row: await campaignInDatabase(demo, "spring-offers")
    })
    const original = await content()
    const shown = right<Shown>(await changesNothing(demo, () => preview("drafts.discard", draft)))
    expect(shown).toMatchObject({ dry_run: true, campaign: "spring-offers", needs_approval: false })
    expect(await execute("drafts.discard", draft, { previewHash: "0".repeat(32) })).toMatchObject({
      left: { _tag: "preview_stale", current: { preview_hash: shown.preview_hash } }
    })
    const once = { previewHash: shown.preview_hash, idempotencyKey: "discard-once" }
    const done = right<Done>(await execute("drafts.discard", draft, once))
    expect(done).toMatchObject({ applied: true, summary: shown.summary })
    expect(right<Done>(await execute("drafts.discard", draft, once))).toEqual(done)
    expect(await committed()).toBe(before - 750)
    const [logged] = await demo.query(
      `select op, detail, actor_type, actor_user_email, state from actions where id = '${done.action_id}'`
    )
    expect(logged).toEqual({
      op: "discard_draft",
      detail: shown.summary,
      actor_type: "user",
      actor_user_email: "adam@northwind.test",
      state: "executed"
    })
    const events = await demo.query(
      `select distinct e.operation, e.status_code, e.user_email from audit_events e
       join actions a on a.request_id = e.request_id where a.id = '${done.action_id}'`
    )
    expect(events).toEqual([
      { operation: "drafts.discard", status_code: 200, user_email: "adam@northwind.test" }
    ])
    expect(await undo(done.action_id)).toMatchObject({ undone: true })
    expect(await committed()).toBe(before)
    const restored = await content()
    expect(restored.ads).toEqual(original.ads)
    expect({ ...restored.row, updated_at: 0 }).toEqual({ ...original.row, updated_at: 0 })
  })

  it("cannot be undone past the monthly cap", async () => {
    const done = right<Done>(await execute("drafts.discard", draft))
    const raised = await demo.run(
      call("campaigns.update", owner, { slug: "boiler-repair", budget: 125, dry_run: false })
    )
    expect(raised.error).toBeNull()
    await demo.query("update organizations set max_spend = 30 * 240 where slug = 'northwind'")
    const refused = await demo.run(call("actions.undo", admin, { id: done.action_id }))
    expect(refused.error).toMatchObject({ _tag: "budget_cap_exceeded" })
    expect(await campaignInDatabase(demo, "spring-offers")).toMatchObject({
      removed_at: expect.anything()
    })
    await demo.query("update organizations set max_spend = 12000 where slug = 'northwind'")
    expect(await undo(done.action_id)).toMatchObject({ undone: true })
  })

  it("spends a write of the day, and is refused when none is left", async () => {
    await demo.query(`insert into write_quota (organization_id, day, used)
      values (1, (now() at time zone 'UTC')::date, 1000)
      on conflict (organization_id, day) do update set used = 1000`)
    expect(await execute("drafts.discard", draft)).toMatchObject({ left: { _tag: "write_quota_exceeded" } })
    await demo.query("delete from write_quota")
    const done = right<Done>(await execute("drafts.discard", draft))
    expect(
      await demo.query(
        "select coalesce(sum(used), 0)::int as used from write_quota where organization_id = 1"
      )
    ).toEqual([{ used: 1 }])
    await undo(done.action_id)
  })

  it("is not held where keys need approval, and says so", async () => {
    const femi = peopleWriteHelpers(demo, "femi@fabrikam.test", "fabrikam")
    const [{ slug }] = (await demo.query<{ slug: string }>(
      `select c.slug from campaigns c join organizations o on o.id = c.organization_id
       where o.slug = 'fabrikam' and c.slug = 'spring-offers'`
    )) as [{ slug: string }]
    expect(await femi.preview("drafts.discard", { campaign: slug })).toMatchObject({
      right: { needs_approval: false }
    })
    expect(await femi.execute("drafts.discard", { campaign: slug })).toMatchObject({
      right: { applied: true }
    })
  })
})

describe("removing an ad", () => {
  let stop: () => Promise<void>
  beforeAll(async () => {
    stop = await startWorker(demo)
  })
  afterAll(() => stop())

  it("of a draft is undone with its keywords, unless its name was taken", async () => {
    const [ad] = await adsIn(demo, "spring-offers")
    const done = right<Done>(await execute("ads.remove", { ad: ad!.id }))
    expect(done).not.toHaveProperty("warnings")
    await demo.query(`do $$ begin perform from organization_locks where organization_id = 1 for no key update;
      insert into ads (organization_id, campaign_id, name, url)
        select organization_id, campaign_id, upper(name), url from ads where id = ${ad!.id}; end $$`)
    const twice = await demo.run(call("actions.undo", admin, { id: done.action_id }))
    expect(twice.output).toMatchObject({ not_restored: [{ reason: expect.stringContaining("Another ad") }] })
    await demo.query(`do $$ begin perform from organization_locks where organization_id = 1 for no key update;
      delete from ads where name = upper(name) and url = (select url from ads where id = ${ad!.id}); end $$`)
    expect(await undo(done.action_id)).toMatchObject({ undone: true })
    expect((await adsIn(demo, "spring-offers"))[0]).toEqual(ad)
  })

  it("in the platform cannot be undone, as its preview says", async () => {
    const [ad] = await adsIn(demo, "boiler-repair")
    const shown = right<{ readonly warnings: ReadonlyArray<string> }>(
      await preview("ads.remove", { ad: ad!.id })
    )
    expect(shown.warnings[0]).toContain("cannot be restored")
    const done = right<Done & { readonly sync: string }>(await execute("ads.remove", { ad: ad!.id }))
    expect(done.sync).toBe("pending")
    expect(await undo(done.action_id)).toMatchObject({
      undone: false,
      not_restored: [{ reason: expect.stringContaining("cannot be restored") }]
    })
  })
})

it("a person's write is checked again under the lock: a role that was lowered meanwhile counts", async () => {
  const writes = await demo.run(PeopleWrites)
  const endpoint = writes.execute("northwind", "drafts.discard", draft)
  const lowered = {
    ...endpoint,
    run: (clearance: OrganizationClearance) =>
      Effect.zipRight(
        Effect.promise(() => setRole("member")),
        (endpoint as unknown as { run: (clearance: OrganizationClearance) => Effect.Effect<never> }).run(
          clearance
        )
      )
  }
  const outcome = await demo.run(Effect.either(asOperator(lowered as typeof endpoint, "adam@northwind.test")))
  await setRole("admin")
  expect(outcome).toMatchObject({ left: { _tag: "role_denied" } })
  expect(await campaignInDatabase(demo, "spring-offers")).toMatchObject({ removed_at: null })
})

const setRole = (role: string) =>
  demo.query(`update memberships m set role = '${role}' from users u
    where u.id = m.user_id and u.email = 'adam@northwind.test' and m.organization_id = 1`)
