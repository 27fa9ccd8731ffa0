import { demoWorld } from "@adwarden/google-ads-emulator"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { Push } from "../../src/campaigns/push/push.ts"
import { Sync } from "../../src/campaigns/sync/sync.ts"
import { AdAccounts } from "../../src/platform/index.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { googleAds } from "../support/platforms.ts"
import { campaignInDatabase } from "../support/workers.ts"

const demo = await runOnPlatform()
const northwind = demoWorld.customers.find(({ slug }) => slug === "northwind")!
const [account] = await demo.query<{ organization: number; id: string }>(
  `select organization_id as organization, id from ad_accounts where customer_id = '${northwind.customerId}'`
)
const there = (ref: string) =>
  Effect.gen(function* () {
    const linked = yield* (yield* AdAccounts).get(account!.organization, account!.id)
    const negatives = yield* (yield* googleAds).negatives(linked, { campaign: ref })
    return negatives.map(({ text }) => text)
  }).pipe(demo.run)

it("negative keywords of a campaign that is a draft again survive a sync and are sent with its next launch", async () => {
  const { id, platform_resource_name: ref } = await campaignInDatabase(demo, "bathroom-fitting")
  await demo.query(
    "update tasks set status = 'completed', finished_at = now() where status in ('queued', 'running')"
  )
  await demo.query(`update campaigns set state = 'draft' where id = ${id}`)
  await demo.query(`insert into negative_keywords (organization_id, campaign_id, text, match_type, source)
    values (${account!.organization}, ${id}, 'waits with it', 'phrase', 'dashboard')`)
  const report = await demo.run(
    Effect.flatMap(Sync, (sync) => sync.account(account!.organization, account!.id))
  )
  expect(report).toMatchObject({ outcome: "synced" })
  const waiting = () =>
    demo.query<{ ref: string | null }>(`select platform_resource_name as ref from negative_keywords
      where campaign_id = ${id} and text = 'waits with it' and removed_at is null`)
  expect(await waiting()).toEqual([{ ref: null }])
  expect(await there(String(ref))).not.toContain("waits with it")
  await demo.query(`update campaigns set state = 'live', unpushed = '{state}' where id = ${id}`)
  await demo.run(
    Effect.flatMap(Push, (push) => push.campaign(account!.organization, Number(id), "by hand", ["state"]))
  )
  expect(await there(String(ref))).toContain("waits with it")
  expect(await waiting()).toEqual([{ ref: expect.stringContaining("campaignCriteria") }])
})
