import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { resendWaiting } from "../../src/campaigns/push/jobs.ts"
import * as deciding from "../support/approvals.ts"
import { executedWrites } from "../support/executed-writes.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { campaignInDatabase, jobsSettled, startWorker } from "../support/workers.ts"

/* Changes of campaigns that already wait for the platform, or are in error, while the platform cannot be reached. */

const demo = await runOnPlatform()
const attempts = (limit: number) =>
  demo.query(`update pgboss.queue set retry_limit = ${limit} where name in ('task', 'campaign-push')`)
const disconnect = () => demo.control("POST", "faults", { kind: "quota", retryDelaySeconds: 0 })
const connect = () => demo.control("DELETE", "faults")
const resend = async () => {
  await demo.query(
    "update campaigns set updated_at = now() - interval '11 minutes' where unpushed <> '{}' returning id"
  )
  const { sent } = await demo.run(resendWaiting)
  await jobsSettled(demo)
  return sent
}
/** The status and the daily budget in the platform. */
const onPlatform = async (slug: string, org?: string) => {
  const here = await campaignInDatabase(demo, slug, org)
  const { resources } = await demo.state()
  const campaign = resources[String(here["platform_resource_name"])] as { readonly status: string }
  const budget = resources[String(here["platform_budget_resource_name"])] as { readonly amountMicros: string }
  return [campaign.status, Number(budget.amountMicros) / 1_000_000] as const
}

let stop = async () => {}
beforeAll(async () => {
  stop = await startWorker(demo)
  await attempts(0)
})
afterEach(connect)
afterAll(() => stop())

describe("an approved raise of a campaign whose pause waits for the platform", () => {
  it("is executed here, waits too, and both arrive when the platform is back", async () => {
    const organization = "fabrikam"
    const slug = "boiler-repair"
    const { set, update } = executedWrites(demo, demo.keys[organization]!.admin!)
    const [, budget] = await onPlatform(slug, organization)
    const queued = ({ error }: { readonly error: unknown }) => {
      expect(error).toMatchObject({ _tag: "approval_required" })
      return (error as { readonly queued_recommendation_id: string }).queued_recommendation_id
    }
    const raise = queued(await update(slug, { budget: budget + 5 }))
    const pause = queued(await set(slug, "paused"))
    const approve = async (id: string) => {
      const decided = await demo.run(deciding.approve({ organization, id, by: "olivia@northwind.test" }))
      expect(decided).toMatchObject({ status: "approved" })
    }

    await disconnect()
    await approve(pause)
    await jobsSettled(demo)
    expect(await campaignInDatabase(demo, slug, organization)).toMatchObject({
      state: "paused",
      unpushed: ["state"]
    })
    await approve(raise)
    await jobsSettled(demo)
    expect(await campaignInDatabase(demo, slug, organization)).toMatchObject({
      state: "paused",
      budget: budget + 5,
      unpushed: expect.arrayContaining(["budget", "state"])
    })
    expect(await onPlatform(slug, organization)).toEqual(["ENABLED", budget])

    await connect()
    expect(await resend()).toBe(1)
    expect(await onPlatform(slug, organization)).toEqual(["PAUSED", budget + 5])
    expect(await campaignInDatabase(demo, slug, organization)).toMatchObject({
      unpushed: [],
      state_error: null
    })
  })
})

describe("a lower budget of a campaign in error that gets no answer", () => {
  const { update } = executedWrites(demo, demo.keys["northwind"]!.admin!)
  const lower = async (slug: string, error: string) => {
    const [, budget] = await onPlatform(slug)
    await demo.query(`update campaigns set state = 'error', state_error = 'It was refused.', ${error}
      where organization_id = 1 and slug = '${slug}' returning id`)
    await disconnect()
    expect((await update(slug, { budget: budget - 1 })).error).toBeNull()
    await jobsSettled(demo)
    await connect()
    return budget - 1
  }

  it.each([
    ["northwind-brand", "live", "ENABLED"],
    ["bathroom-fitting", "paused", "PAUSED"]
  ] as const)("waits and is sent: %s, which should be %s", async (slug, state, status) => {
    const budget = await lower(slug, `wanted_state = '${state}', unpushed = '{name}'`)
    expect(await campaignInDatabase(demo, slug)).toMatchObject({ state, wanted_state: null })
    expect(await resend()).toBe(1)
    expect(await onPlatform(slug)).toEqual([status, budget])
    expect(await campaignInDatabase(demo, slug)).toMatchObject({ state, unpushed: [], state_error: null })
  })

  it("does not wait with a launch that was refused: nothing goes live without a request", async () => {
    const slug = "bathroom-fitting"
    await lower(slug, "wanted_state = 'live', unpushed = '{state}'")
    expect(await campaignInDatabase(demo, slug)).toMatchObject({ state: "error", wanted_state: "live" })
    expect(await resend()).toBe(0)
    expect((await onPlatform(slug))[0]).toBe("PAUSED")
  })
})
