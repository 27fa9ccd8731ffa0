import { Effect, Schema } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { FieldEdit, StateEdit } from "../../src/campaigns/edits/index.ts"
import { edit, type Planned, step } from "../../src/changes/edit.ts"
import { Edits } from "../../src/changes/edits.ts"
import type { ActionPlan } from "../../src/changes/write.ts"
import { applying } from "../support/applying.ts"
import { queryOn } from "../support/changing.ts"
import { runCore } from "../support/running.ts"

const organization = "northwind"
const demo = await runCore()
const query = queryOn(demo)
const key = demo.keys[organization]!.owner!
const state = await demo.run(StateEdit)
const field = await demo.run(FieldEdit)
const { apply, recommend } = await applying(demo, { asks: true })

interface Found {
  readonly id: number
  readonly slug: string
  readonly state: string
}
const campaigns = (): Promise<ReadonlyArray<Found>> =>
  query(`select id, slug, state from campaigns where organization_id = 1 and platform_resource_name is not null
    order by slug limit 2`)
const [one, two] = (await campaigns()) as readonly [Found, Found]
const reset = () =>
  query(`update campaigns set state = 'paused', wanted_state = null, unpushed = '{}' where organization_id = 1
    and id in (${one.id}, ${two.id}) returning id`)
await reset()
afterEach(reset)

type Does = (campaign: Found) => ActionPlan["steps"][number]
const launch: Does = ({ id }) => step(state, { campaign: id, to: "live" })
const pause: Does = ({ id }) => step(state, { campaign: id, to: "paused" })
const rename: Does = ({ id }) => step(field, { campaign: id, field: "name", to: `Renamed ${id}` })
const act = (campaign: Found, ...does: ReadonlyArray<Does>): ActionPlan => ({
  op: "apply_recommendation",
  campaign,
  source: "dashboard",
  steps: does.map((make) => make(campaign))
})

/** A write that comes to something else under the lock than when the platform was asked: it is planned just twice. */
const shifting = async (asked: ReadonlyArray<ActionPlan>, locked: ReadonlyArray<ActionPlan>) => {
  const plans = [asked, locked]
  const id = await recommend(organization, () => plans.shift()!)
  const answer = await demo.run(apply(id, key))
  expect(plans).toEqual([])
  return answer
}
const states = async () => (await campaigns()).map((found) => found.state)
const again = { status: 503, error: { because: expect.stringContaining("was not asked") } }

describe("a plan that is another under the lock than the platform was asked about", () => {
  it("does not launch a campaign on what was said of another that stood in its place", async () => {
    expect(await shifting([act(one, launch)], [act(two, launch)])).toMatchObject(again)
    expect(await shifting([act(one, launch)], [act(one, launch), act(two, launch)])).toMatchObject(again)
    expect(await shifting([act(one, rename, launch)], [act(two, rename, launch)])).toMatchObject(again)
    expect(await states()).toEqual(["paused", "paused"])
  })

  it("is carried out where each of its steps was asked about, in whichever order they stand", async () => {
    const turned = await shifting(
      [act(one, launch), act(two, launch)],
      [act(two, rename, launch), act(one, launch)]
    )
    expect(turned.output).toMatchObject({ applied: true, action_ids: [{}, {}].map(() => expect.any(String)) })
    expect(await states()).toEqual(["live", "live"])
  })

  it("is carried out where it stops spend, asked or not", async () => {
    await query(
      `update campaigns set state = 'live' where organization_id = 1 and id = ${two.id} returning id`
    )
    expect((await shifting([act(one, launch)], [act(two, pause)])).output).toMatchObject({ applied: true })
    expect(await states()).toEqual(["paused", "paused"])
  })
})

/** An edit that tests alone have: the same step touches other things whenever it is planned. */
const touching: Array<string> = []
const saidWhen: Array<unknown> = []
const restless = edit({
  kind: "test.restless",
  version: 1,
  input: Schema.Struct({}),
  trace: Schema.Struct({}),
  ask: () => Effect.succeed("was asked"),
  plan: (_at, _input: object, said: string | undefined) =>
    Effect.sync((): Planned => {
      saidWhen.push(said)
      return {
        sentence: { subject: "Nothing", of: "nobody", did: "Touched something" },
        essence: null,
        touches: [touching.shift()!],
        moves: [],
        stopsSpend: false,
        refusal: null,
        empty: false
      }
    }),
  route: () => ({ to: "local" }),
  apply: () => Effect.succeed({}),
  describe: () => Effect.succeed("Nothing"),
  restorable: () => Effect.succeed({ stands: null, lost: [] }),
  reverse: () => ({ kind: "test.restless", version: 1, input: {} })
})

it("the same step is not taken for the one that was asked about once it touches something else", async () => {
  await demo.run(Effect.map(Edits, (edits) => edits.add(restless)))
  const touch = async (...things: ReadonlyArray<string>) => {
    touching.push(...things)
    return demo.run(apply(await recommend(organization, () => [act(one, () => step(restless, {}))]), key))
  }
  expect(await touch("thing/1", "thing/2")).toMatchObject(again)
  expect((await touch("thing/1", "thing/1")).output).toMatchObject({ applied: true })
  expect(saidWhen).toEqual([undefined, "was asked", undefined, "was asked"])
})

it("a write whose edits ask nothing is carried out as ever", async () => {
  const id = await recommend(organization, () => [act(one, rename)])
  expect((await demo.run(apply(id, key))).output).toMatchObject({ applied: true })
})
