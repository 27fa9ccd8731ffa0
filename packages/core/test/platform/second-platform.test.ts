import { Effect, Redacted } from "effect"
import { afterAll, expect, it } from "vitest"
import { Administration } from "../../src/administration.ts"
import { Sync } from "../../src/campaigns/sync/sync.ts"
import type { Output } from "../../src/contract/index.ts"
import { draftFrom } from "../drafts/support/drafts.ts"
import { asOperator, call } from "../support/call.ts"
import { runWithoutCheckLimit } from "../support/no-check-limit.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { campaignInDatabase, jobsSettled, setAndFollow, setState, startWorker } from "../support/workers.ts"
import { toyPlatform } from "./support/toy-platform.ts"

const accountId = "4711"
const toy = toyPlatform({
  customerId: accountId,
  loginCustomerId: null,
  name: "Toys",
  currency: "USD",
  timeZone: "America/Los_Angeles",
  isManager: false,
  isTest: true,
  status: "linked"
})

const platform = await runOnPlatform({}, {}, [toy.adapter])
const demo = { ...platform, run: runWithoutCheckLimit(platform.runtime) }
const admin = demo.keys["northwind"]!.admin!
afterAll(await startWorker(demo))

const update = (slug: string, values: Record<string, unknown>) =>
  demo.run(call("campaigns.update", admin, { slug, ...values }))
const campaignThere = () => [...toy.campaigns.values()][0]!

it("runs a campaign on a second platform, from the linked account to undo", async () => {
  // Link and select the account.
  const administration = await demo.run(Administration)
  const login = { platform: "toy", login: "toys@example.com", refresh_token: Redacted.make("toy-token") }
  const linked = await demo.run(
    asOperator(administration["accounts.link"]("northwind", { account: accountId, ...login }), null)
  )
  expect(linked).toMatchObject({ id: accountId, name: "Toys", status: "linked" })
  await demo.run(asOperator(administration["accounts.select"]("northwind", { account: accountId }), null))
  const { output: organization } = await demo.run(call("organizations.get", admin, { org: "northwind" }))
  expect((organization as Output<"organizations.get">).ad_accounts).toContainEqual(
    expect.objectContaining({ id: accountId, platform: "toy", status: "linked" })
  )

  // Generate a draft with the locations of the toy platform.
  const website_url = "http://northwind.test/"
  const { created, task } = await draftFrom(demo, admin, { website_url, name: "Toy campaign", budget: 20 })
  expect(task.status).toBe("completed")
  const slug = created.campaign

  // Preview, then execute. The push creates the campaign in the toy platform alone.
  const preview = await setState(demo, admin)(slug, "live")
  expect(preview.output).toMatchObject({ platform_check: { verdict: "accepted" } })
  expect(toy.checked).toContain("create_campaign")
  const launch = await setAndFollow(demo, admin)(slug, "live")
  expect(launch.task).toMatchObject({ status: "completed", result: { state: "live" } })
  expect(campaignThere()).toMatchObject({ name: "Toy campaign", state: "live", budget: 20 })
  expect(await campaignInDatabase(demo, slug)).toMatchObject({
    ad_account_id: accountId,
    platform_resource_name: campaignThere().ref
  })

  // A platform-first edit and a pushed edit, each undone.
  const excluded = await demo.run(
    call("keywords.add_negatives", admin, { slug, keywords: ["toy car"], dry_run: false })
  )
  const negativeTexts = () => [...toy.negatives.values()].map(({ text }) => text)
  expect(negativeTexts()).toContain("toy car")
  const changed = await update(slug, { budget: 22, dry_run: false })
  await jobsSettled(demo)
  expect(campaignThere().budget).toBe(22)

  // A sync finds nothing to change and imports nothing.
  const report = await demo.run(Effect.flatMap(Sync, (sync) => sync.account(1, accountId)))
  expect(report).toMatchObject({ outcome: "synced", campaigns: { imported: 0 } })

  for (const { output } of [changed, excluded]) {
    const { action_id: id } = output as { action_id: string }
    expect((await demo.run(call("actions.undo", admin, { id }))).output).toMatchObject({ undone: true })
  }
  await jobsSettled(demo)
  expect(campaignThere().budget).toBe(20)
  expect(negativeTexts()).not.toContain("toy car")
  expect((await demo.run(call("campaigns.get", admin, { slug }))).output).toMatchObject({ sync: "in_sync" })
})

it("names the second platform in its messages", async () => {
  const slug = String((await campaignInDatabase(demo, "toy-campaign"))["slug"])
  await demo.query(`update ad_platform_logins set state = 'broken', broken_reason = 'The toy box is closed'
    where platform = 'toy'`)
  expect((await demo.run(call("campaigns.get", admin, { slug }))).output).toMatchObject({
    sync: "failed",
    sync_error: expect.stringMatching(/^Toy Ads no longer accepts the login behind this account: The toy box/)
  })
})
