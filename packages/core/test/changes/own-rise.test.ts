import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { beforeEach, describe, expect, it } from "vitest"
import { type OperationName, operationByName } from "../../src/contract/index.ts"
import { Pipeline } from "../../src/pipeline/pipeline.ts"
import type { CallerCredentials } from "../../src/request/pipeline-request.ts"
import { call, requestFacts } from "../support/call.ts"
import { runCore } from "../support/run-core.ts"
import { signedIn } from "../support/sessions.ts"

const core = await runCore()
const query = <Row extends object>(text: string) =>
  core.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))
const [olivia, org, slug] = ["olivia@northwind.test", "northwind", "boiler-repair"]
const admin = core.keys[org]!.admin!

/** A session that confirmed something this many minutes ago. */
const session = async (minutes: number): Promise<CallerCredentials> => {
  const credentials = await core.run(signedIn(olivia))
  await query(
    `update dashboard_sessions set created_at = now() - interval '${minutes} minutes' returning user_id`
  )
  return credentials
}
/** Runs an operation as a person in the dashboard. */
const asPerson = async (credentials: CallerCredentials, name: OperationName, input: object) => {
  const { error, output } = await core.run(
    Effect.flatMap(Pipeline, (pipeline) =>
      pipeline.run({
        name,
        credentials,
        facts: requestFacts("dashboard"),
        invocation: Effect.succeed({
          operation: operationByName.get(name)!,
          input: { values: { ...input }, unreadable: null }
        }),
        allowAnonymous: false
      })
    )
  )
  return { asked: asksFor(error), error: error?._tag ?? null, output: output as Record<string, unknown> }
}
const asksFor = (error: unknown): boolean => {
  const { fields = [] } = (error ?? {}) as { fields?: ReadonlyArray<{ path: string }> }
  return fields.some(({ path }) => path === "confirmation")
}
const update = (credentials: CallerCredentials, budget: number, more: object = {}) =>
  asPerson(credentials, "campaigns.update", { org, slug, budget, dry_run: false, ...more })
const campaign = async () =>
  (
    await query<{ budget: number; state: string }>(
      `select budget::float8 as budget, state from campaigns where organization_id = 1 and slug = '${slug}'`
    )
  )[0]!

const done = { asked: false, error: null }
const asked = { asked: true, error: "validation_error" }

beforeEach(async () => {
  await query(
    `update campaigns set budget = 100, state = 'live' where organization_id = 1 and slug = '${slug}' returning id`
  )
  await query("update organizations set confirm_approval_above = 5, max_spend = null returning id")
  await query("delete from rate_limits")
})

describe("a person's own rise of spend above the owner's amount", () => {
  it("needs a recent confirmation, and changes nothing without one", async () => {
    const unconfirmed = await session(11)
    expect(await update(unconfirmed, 106)).toMatchObject(asked)
    expect(await campaign()).toMatchObject({ budget: 100 })
    expect(await update(await session(1), 106)).toMatchObject(done)
    expect(await campaign()).toMatchObject({ budget: 106 })
  })

  it("needs none up to the amount, for a lower budget, or without an amount", async () => {
    const unconfirmed = await session(11)
    expect(await update(unconfirmed, 105)).toMatchObject(done)
    expect(await update(unconfirmed, 90)).toMatchObject(done)
    await query("update organizations set confirm_approval_above = null returning id")
    expect(await update(unconfirmed, 108)).toMatchObject(done)
  })

  it("includes going live, with all of the budget, and undoing a lower budget", async () => {
    const credentials = await session(1)
    const lowered = await update(credentials, 80)
    const paused = await asPerson(credentials, "campaigns.set_state", {
      org,
      slug,
      state: "paused",
      dry_run: false
    })
    expect([lowered, paused]).toMatchObject([done, done])
    await query("update dashboard_sessions set created_at = now() - interval '11 minutes' returning user_id")
    const live = { org, slug, state: "live", dry_run: false }
    expect(await asPerson(credentials, "campaigns.set_state", live)).toMatchObject(asked)
    const id = lowered.output["action_id"] as string
    expect(await asPerson(credentials, "actions.undo", { id })).toMatchObject(asked)
    expect(await campaign()).toEqual({ budget: 80, state: "paused" })
    await query("update dashboard_sessions set confirmed_at = now() returning user_id")
    expect(await asPerson(credentials, "actions.undo", { id })).toMatchObject(done)
    expect(await campaign()).toEqual({ budget: 100, state: "paused" })
  })

  it("is executed once with the same idempotency key, after a confirmation", async () => {
    const unconfirmed = await session(11)
    const idempotency_key = "one-rise"
    expect(await update(unconfirmed, 110, { idempotency_key })).toMatchObject(asked)
    await query("update dashboard_sessions set confirmed_at = now() returning user_id")
    const first = await update(unconfirmed, 110, { idempotency_key })
    expect(first).toMatchObject(done)
    await query("update dashboard_sessions set confirmed_at = null returning user_id")
    // The stored answer is no new rise.
    expect(await update(unconfirmed, 110, { idempotency_key })).toMatchObject({
      ...done,
      output: { action_id: first.output["action_id"] }
    })
  })

  it("never concerns keys, nor operators who act for a person", async () => {
    const { error } = await core.run(
      call("campaigns.update", admin, { org, slug, budget: 110, dry_run: false })
    )
    expect(error).toBeNull()
    expect(await update({ kind: "operator", person: olivia }, 120)).toMatchObject(done)
  })
})
