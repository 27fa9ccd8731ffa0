import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { type Output, scopes } from "../../src/contract/index.ts"
import { AccessTokens } from "../support/access-tokens.ts"
import { call } from "../support/call.ts"
import { testOrigin } from "../support/demo.ts"
import { actionOf, queryOn } from "../support/executed-writes.ts"
import { insertKey } from "../support/keys.ts"
import { runCore } from "../support/run-core.ts"

const demo = await runCore()
const query = queryOn(demo)
const adam = "adam@northwind.test"
const newKey = (organization = "northwind", email = adam) =>
  demo.run(insertKey({ organization, email, scopes: scopes.filter((scope) => scope !== "audit:read") }))
const token = async () =>
  (
    await demo.run(
      Effect.flatMap(AccessTokens, ({ mint }) =>
        mint({ userEmail: adam, scopes: [...scopes], audience: `${testOrigin}/v1` })
      )
    )
  ).token

const rename = async (credential: string, slug: string, name: string) =>
  actionOf(
    await demo.run(call("campaigns.update", credential, { org: "northwind", slug, name, dry_run: false }))
  )
const mine = async (credential: string, values: object = {}) => {
  const { error, output } = await demo.run(
    call("actions.list_mine", credential, { org: "northwind", ...values })
  )
  expect(error).toBeNull()
  return output as Output<"actions.list_mine">
}
const idsOf = ({ actions }: Output<"actions.list_mine">) => actions.map(({ id }) => id)

describe("own history", () => {
  it("shows a key its own actions, newest first and by campaign, and no others", async () => {
    const [key, other] = [await newKey(), await newKey()]
    expect(await mine(key)).toEqual({ actions: [], total: 0, next_cursor: null })
    const first = await rename(key, "boiler-repair", "One")
    const second = await rename(key, "emergency-plumber", "Two")
    const foreign = await rename(other, "boiler-repair", "Three")
    expect(idsOf(await mine(key))).toEqual([second, first])
    expect(idsOf(await mine(other))).toEqual([foreign])
    expect(await mine(key, { campaign: "boiler-repair" })).toMatchObject({
      total: 1,
      actions: [
        { id: first, campaign: "boiler-repair", actor: { type: "api_key", user: adam }, undone: false }
      ]
    })
    await demo.run(call("actions.undo", key, { id: second }))
    expect((await mine(key)).actions.map(({ undone }) => undone)).toEqual([true, false])
  })

  it("has pages with an exact total, whose cursors belong to their caller and filter", async () => {
    const key = await newKey()
    const all: Array<string> = []
    for (const name of ["A", "B", "C"]) all.unshift(await rename(key, "old-sync", name))
    const page = await mine(key, { limit: 2 })
    expect([idsOf(page), page.total]).toEqual([all.slice(0, 2), 3])
    const next = await mine(key, { limit: 2, cursor: page.next_cursor! })
    expect([idsOf(next), next.total, next.next_cursor]).toEqual([all.slice(2), 3, null])
    for (const [credential, values] of [
      [await newKey(), {}],
      [key, { campaign: "old-sync" }]
    ] as const) {
      const { error } = await demo.run(
        call("actions.list_mine", credential, { limit: 2, cursor: page.next_cursor!, ...values })
      )
      expect(error?._tag).toBe("validation_error")
    }
  })

  it("shows a person what they did in any app, and not what their keys did", async () => {
    const [app, otherApp, key] = [await token(), await token(), await newKey()]
    const done = await rename(app, "boiler-repair", "By an app")
    const byKey = await rename(key, "boiler-repair", "By a key")
    for (const credential of [app, otherApp]) {
      const own = idsOf(await mine(credential))
      expect(own).toContain(done)
      expect(own).not.toContain(byKey)
    }
  })

  it("refuses an unknown campaign and a credential without campaigns:read", async () => {
    const { error } = await demo.run(call("actions.list_mine", await newKey(), { campaign: "nowhere" }))
    expect(error?._tag).toBe("not_found")
    const narrow = await demo.run(
      insertKey({ organization: "northwind", email: adam, scopes: ["performance:read"] })
    )
    expect((await demo.run(call("actions.list_mine", narrow, {}))).error).toMatchObject({
      _tag: "insufficient_scope",
      required_scope: "campaigns:read"
    })
  })
})

describe("a queued write", () => {
  it("says who requested it, and whether that is the caller", async () => {
    const email = "femi@fabrikam.test"
    const [key, other] = [await newKey("fabrikam", email), await newKey("fabrikam", email)]
    const { error } = await demo.run(
      call("campaigns.update", key, { slug: "boiler-repair", name: "Held", dry_run: false })
    )
    const { queued_recommendation_id: id } = error as unknown as { readonly queued_recommendation_id: string }
    const requested_by = {
      type: "api_key",
      user: email,
      prefix: expect.stringMatching(/^svc_live_/),
      last_four: key.slice(-4)
    }
    for (const [credential, isMine] of [
      [key, true],
      [other, false]
    ] as const) {
      const one = await demo.run(call("queued_writes.get", credential, { queued_id: id }))
      expect(one.output).toMatchObject({ requested_by, mine: isMine })
      const list = await demo.run(call("queued_writes.list", credential, { status: "pending" }))
      const { queued_writes: rows } = list.output as Output<"queued_writes.list">
      expect(rows.find((row) => row.id === id)).toMatchObject({ requested_by, mine: isMine })
    }
    const withdrawn = await demo.run(call("queued_writes.withdraw", key, { queued_id: id }))
    expect(withdrawn.output).toMatchObject({ status: "rejected", mine: true })
  })
})

describe("an applied recommendation", () => {
  it("carries the action that applied it, which undo takes", async () => {
    const key = await newKey()
    const id = "rec_raisesABudget000000000"
    await query(`
      insert into recommendations (organization_id, id, campaign_id, type, summary, details)
      select c.organization_id, '${id}', c.id, 'budget', 'Raise it', jsonb_build_object('version', 1, 'findings', '[]'::jsonb,
        'operations', jsonb_build_array(jsonb_build_object('op', 'set_budget', 'from', c.budget, 'to', c.budget + 1)))
      from campaigns c where c.organization_id = 1 and c.slug = 'boiler-repair'`)
    const row = async (status: string) => {
      const { output } = await demo.run(call("recommendations.list", key, { status, limit: 100 }))
      return (output as Output<"recommendations.list">).recommendations.find((one) => one.id === id)
    }
    expect(await row("pending")).not.toHaveProperty("action_id")
    const action = actionOf(await demo.run(call("recommendations.apply", key, { id, dry_run: false })))
    expect(await row("applied")).toMatchObject({ action_id: action, estimated_monthly_saving: null })
    await demo.run(call("actions.undo", key, { id: action }))
    expect(await row("undone")).toMatchObject({ status: "undone" })
    expect(await row("undone")).not.toHaveProperty("action_id")
  })
})
