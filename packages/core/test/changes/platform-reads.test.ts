import { Effect, Schema } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { fieldEdit } from "../../src/campaigns/edits/field.ts"
import { stateEdit } from "../../src/campaigns/edits/state.ts"
import { defineEdit, makeStep, type Planned, type Route } from "../../src/changes/edit.ts"
import { registerEdits } from "../../src/changes/registries.ts"
import type { ActionPlan } from "../../src/changes/write.ts"
import { Unavailable } from "../../src/contract/index.ts"
import * as deciding from "../support/approvals.ts"
import { queryOn } from "../support/executed-writes.ts"
import { runCore } from "../support/run-core.ts"
import { registerTestWrite } from "../support/test-write.ts"

const organization = "northwind"
const demo = await runCore()
const query = queryOn(demo)
const key = demo.keys[organization]!.owner!
const { apply, recommend } = await registerTestWrite(demo, { readsPlatform: true })

interface CampaignRow {
  readonly id: number
  readonly slug: string
  readonly state: string
}
const campaigns = (): Promise<ReadonlyArray<CampaignRow>> =>
  query(`select id, slug, state from campaigns where organization_id = 1 and platform_resource_name is not null
    order by slug limit 2`)
const [one, two] = (await campaigns()) as readonly [CampaignRow, CampaignRow]
const reset = () =>
  query(`update campaigns set state = 'paused', wanted_state = null, unpushed = '{}' where organization_id = 1
    and id in (${one.id}, ${two.id}) returning id`)
await reset()
afterEach(reset)

type MakeStep = (campaign: CampaignRow) => ActionPlan["steps"][number]
const launch: MakeStep = ({ id }) => makeStep(stateEdit, { campaign: id, to: "live" })
const pause: MakeStep = ({ id }) => makeStep(stateEdit, { campaign: id, to: "paused" })
const rename: MakeStep = ({ id }) => makeStep(fieldEdit, { campaign: id, field: "name", to: `Renamed ${id}` })
const act = (campaign: CampaignRow, ...does: ReadonlyArray<MakeStep>): ActionPlan => ({
  op: "apply_recommendation",
  campaign,
  source: "dashboard",
  steps: does.map((make) => make(campaign))
})

/**
 * Registers a write with different actions under the lock than at the platform read: it is planned exactly
 * twice.
 */
const shifting = async (asked: ReadonlyArray<ActionPlan>, locked: ReadonlyArray<ActionPlan>) => {
  const plans = [asked, locked]
  const id = await recommend(organization, () => plans.shift()!)
  const answer = await demo.run(apply(id, key))
  expect(plans).toEqual([])
  return answer
}
const states = async () => (await campaigns()).map((found) => found.state)
const again = { status: 503, error: { because: expect.stringContaining("was not asked") } }

describe("a plan that differs under the lock from the one read from the platform", () => {
  it("does not launch a campaign based on the read of another", async () => {
    expect(await shifting([act(one, launch)], [act(two, launch)])).toMatchObject(again)
    expect(await shifting([act(one, launch)], [act(one, launch), act(two, launch)])).toMatchObject(again)
    expect(await shifting([act(one, rename, launch)], [act(two, rename, launch)])).toMatchObject(again)
    expect(await states()).toEqual(["paused", "paused"])
  })

  it("is executed if each of its steps was read, in any order", async () => {
    const turned = await shifting(
      [act(one, launch), act(two, launch)],
      [act(two, rename, launch), act(one, launch)]
    )
    expect(turned.output).toMatchObject({ applied: true, action_ids: [{}, {}].map(() => expect.any(String)) })
    expect(await states()).toEqual(["live", "live"])
  })

  it("is executed if it stops spend, read or not", async () => {
    await query(
      `update campaigns set state = 'live' where organization_id = 1 and id = ${two.id} returning id`
    )
    expect((await shifting([act(one, launch)], [act(two, pause)])).output).toMatchObject({ applied: true })
    expect(await states()).toEqual(["paused", "paused"])
  })
})

/** A test-only edit whose affected keys change each time it is planned. */
const affectedKeys: Array<string> = []
const platformReads: Array<unknown> = []
let routes: Array<Route> = []
let refusal: Planned["refusal"] = null
let reads = 0
const restless = defineEdit({
  kind: "test.restless",
  version: 1,
  input: Schema.Struct({}),
  trace: Schema.Struct({}),
  readPlatform: () =>
    Effect.sync(() => {
      reads++
      return "was asked"
    }),
  plan: (_at, _input: object, said: string | undefined) =>
    Effect.sync((): Planned => {
      platformReads.push(said)
      return {
        sentence: { subject: "Nothing", of: "nobody", did: "Touched something" },
        hashedContent: null,
        affectedKeys: [affectedKeys.shift()!],
        moves: [],
        stopsSpend: false,
        refusal,
        empty: false
      }
    }),
  route: () => routes.shift() ?? { to: "local" },
  apply: () => Effect.succeed({}),
  describe: () => Effect.succeed("Nothing"),
  restorable: () => Effect.succeed({ standing: null, lost: [] }),
  reverse: () => ({ kind: "test.restless", version: 1, input: {} })
})

await demo.run(registerEdits(restless))

it("does not match a read step once its affected keys differ", async () => {
  const touch = async (...things: ReadonlyArray<string>) => {
    affectedKeys.push(...things)
    return demo.run(apply(await recommend(organization, () => [act(one, () => makeStep(restless, {}))]), key))
  }
  expect(await touch("thing/1", "thing/2")).toMatchObject(again)
  expect((await touch("thing/1", "thing/1")).output).toMatchObject({ applied: true })
  expect(platformReads).toEqual([undefined, "was asked", undefined, "was asked"])
})

it("is not read if it is refused, or not the plan that was previewed", async () => {
  const id = await recommend(organization, () => [act(one, () => makeStep(restless, {}))])
  affectedKeys.push("a", "a", "a", "a")
  reads = 0
  const stale = await demo.run(apply(id, key, { preview_hash: "0".repeat(32) }))
  expect([stale.error?._tag, reads]).toEqual(["preview_stale", 0])
  refusal = new Unavailable({ retryAfter: 1, because: "It is refused." })
  expect((await demo.run(apply(id, key))).error).toMatchObject({ because: "It is refused." })
  refusal = null
  expect(reads).toBe(0)
})

it("is read for the plan that was approved", async () => {
  const required = (on: boolean) =>
    query(`update organizations set approvals_required = ${on} where id = 1 returning id`)
  const planned: Array<ReadonlyArray<string> | undefined> = []
  const id = await recommend(organization, (queued) => {
    planned.push(queued?.actions.flatMap(({ steps }) => steps.map(({ kind }) => kind)))
    return [act(one, launch)]
  })
  await required(true)
  const { error } = await demo.run(apply(id, key))
  const { queued_recommendation_id } = error as unknown as { queued_recommendation_id: string }
  planned.length = 0
  const decision = { organization, id: queued_recommendation_id, by: "olivia@northwind.test" }
  expect(await demo.run(deciding.approve(decision))).toMatchObject({ status: "approved" })
  // Before the lock, and under it.
  expect(planned).toEqual([["campaign.state"], ["campaign.state"]])
  await required(false)
})

it("is executed if its edits read nothing", async () => {
  const id = await recommend(organization, () => [act(one, rename)])
  expect((await demo.run(apply(id, key))).output).toMatchObject({ applied: true })
})

it.each<[string, ReadonlyArray<Route>]>([
  [
    "two accounts first",
    [
      { to: "first", account: "1" },
      { to: "first", account: "2" }
    ]
  ],
  ["an account first, and nowhere", [{ to: "first", account: "1" }, { to: "local" }]],
  [
    "an account after the commit, and first",
    [
      { to: "after", work: [] },
      { to: "first", account: "1" }
    ]
  ]
])("is not executed if it goes to %s", async (_, mixed) => {
  routes = [...mixed]
  affectedKeys.push("a", "a", "a", "a")
  const touch = () => makeStep(restless, {})
  const answer = await demo.run(apply(await recommend(organization, () => [act(one, touch, touch)]), key))
  expect(answer).toMatchObject({ status: 500, output: null })
  expect([routes, await query("select id from executions where state = 'open'")]).toEqual([[], []])
})
