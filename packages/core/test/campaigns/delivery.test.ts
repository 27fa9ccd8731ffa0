import { demoWorld } from "@adwarden/google-ads-emulator"
import { Effect, Layer } from "effect"
import { expect, it } from "vitest"
import { readAttention, wordsOf } from "../../src/attention/index.ts"
import { Sync } from "../../src/campaigns/sync/sync.ts"
import { sendNotices } from "../../src/identity/notices/notify.ts"
import { runSql } from "../../src/storage/index.ts"
import { atTime } from "../support/at-time.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { accountsOn, googleAds } from "../support/platforms.ts"

/*
 * Delivery from end to end: the platform stops or changes the traffic of days, the sync judges them, and people are told
 * once.
 */

const demo = await runOnPlatform()
const { customerId } = demoWorld.customers.find(({ slug }) => slug === "fabrikam")!
const platform = await demo.run(googleAds)
const [linked] = await demo.query<{ organization: number; account: string; day: string }>(
  `select organization_id as organization, id as account, metrics_synced_through + 1 as day from ad_accounts
   where organization_id = (select id from organizations where slug = 'fabrikam') and status = 'linked'`
)
const { account, day: first, organization } = linked!

/** The account's day so many days after the first that was not synced. */
const dayAfter = (days: number): string =>
  new Date(Date.parse(first) + days * 86_400_000).toISOString().slice(0, 10)
/** At this hour of UTC, it is the same day in the account. */
const noon = (days: number): string => `${dayAfter(days)}T20:00:00Z`

const refs = new Map(
  (
    await demo.query<{ slug: string; ref: string }>(
      `select slug, platform_resource_name as ref from campaigns where organization_id = ${organization}`
    )
  ).map(({ ref, slug }) => [slug, ref])
)
const traffic = (slug: string, demand: number | "greedy", from: number) =>
  demo.control("PUT", "traffic", { campaign: refs.get(slug), demand, from: dayAfter(from) })

/** Lets days pass, syncs, and returns what the organization's people see of delivery. */
const syncOn = async (days: number) => {
  await demo.control("POST", "clock", { now: noon(days) })
  const report = await demo.run(
    Effect.flatMap(Sync, (sync) => sync.account(organization, account)).pipe(
      atTime(noon(days)),
      Effect.provide(Sync.layer({ lagDays: 1 }).pipe(Layer.provide(accountsOn(platform))))
    )
  )
  expect(report).toMatchObject({ outcome: "synced" })
  const attention = (await demo.run(readAttention([organization], runSql))).get(organization)!
  return attention.items
    .filter(({ kind }) => ["delivery_stopped", "spend_above", "spend_below", "pace_passed"].includes(kind))
    .map((item) => {
      const { line, title } = wordsOf(item, { slug: "fabrikam", currency: "EUR", adPlatform: "Google Ads" })
      return { kind: item.kind, subject: item.subject, words: `${title}. ${line}` }
    })
}

/**
 * Replaces the days before one, so that no figure depends on the date. Wild days leave every later day within its usual
 * interval; regular ones do not.
 */
const replacePast = (slugs: ReadonlyArray<string>, before: number, days: "wild" | "regular") =>
  demo.query(`update campaign_days d set impressions = 1000,
      clicks = case when (date - '2026-01-01') / 14 % 2 = 0 then 10 else 300 end,
      cost_micros = case when (date - '2026-01-01') % 2 = 0 then ${days === "wild" ? 10 : 95} else ${days === "wild" ? 300 : 105} end * 1000000
    from campaigns c where c.organization_id = ${organization} and c.id = d.campaign_id
      and c.slug = any('{${slugs.join(", ")}}') and d.organization_id = ${organization} and date < '${dayAfter(before)}'`)

/** How many emails about delivery leave now, an hour after the last. */
const told = async () => {
  await demo.query("update notice_receipts set sent_at = sent_at - interval '61 minutes'")
  return (await demo.run(sendNotices))["delivery_stopped"]
}
const dayText = (days: number): string =>
  new Date(dayAfter(days)).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC"
  })

it("tells once of each cause of a stop, says the reason that can be read, and is over when ads are shown again", async () => {
  // The demo's campaigns run since long before its first sync.
  await demo.query(
    `update campaign_signals set runs_since = '${dayAfter(-90)}' where organization_id = ${organization}`
  )
  await demo.query(`update organizations set max_spend = null where id = ${organization}`)
  await replacePast([...refs.keys()], 0, "wild")
  await traffic("boiler-repair", 0, 0)
  expect(await syncOn(1)).toEqual([])
  const quiet = await syncOn(2)
  expect(quiet).toEqual([
    {
      kind: "delivery_stopped",
      subject: expect.any(String),
      words: `Boiler repair has not been shown since ${dayText(0)}. The reason is not known. Check the billing, the ads and the targeting in Google Ads.`
    }
  ])
  expect(await told()).toBeGreaterThan(0)
  expect(await syncOn(3)).toEqual(quiet)
  expect(await told()).toBe(0)

  await traffic("boiler-repair", 1, 3)
  expect(await syncOn(4)).toEqual([])
  expect(await told()).toBe(0)

  // Billing stops every campaign: one cause, one item, one email.
  await demo.control("PUT", "billing", { customerId, status: "CANCELLED" })
  const [unpaid, ...others] = await syncOn(6)
  expect(others).toEqual([])
  expect(unpaid).toMatchObject({ kind: "delivery_stopped", subject: "billing" })
  expect(unpaid!.words).toMatch(/^4 live campaigns have not been shown since/)
  expect(unpaid!.words).toContain("The ad account has no approved billing. Set it up in Google Ads.")
  expect(await told()).toBeGreaterThan(0)
  await syncOn(7)
  expect(await told()).toBe(0)
  await demo.control("PUT", "billing", { customerId, status: "APPROVED" })
  expect(await syncOn(8)).toEqual([])
  expect(await told()).toBe(0)

  // A new cause, some days later.
  const { resources } = (await demo.control("GET", "resources")) as {
    resources: Record<string, { readonly campaign?: string; readonly adGroup?: string }>
  }
  const adsOf = (slug: string) =>
    Object.entries(resources).flatMap(([name, { adGroup }]) =>
      name.includes("/adGroupAds/") && resources[adGroup!]?.campaign === refs.get(slug) ? [name] : []
    )
  for (const ad of adsOf("emergency-plumber"))
    await demo.control("PUT", "reviews", { ad, approvalStatus: "DISAPPROVED" })
  const [disapproved, ...more] = await syncOn(10)
  expect(more).toEqual([])
  expect(disapproved!.words).toContain("Its ads are disapproved. Change them, or appeal in Google Ads.")
  expect(await told()).toBeGreaterThan(0)
  for (const ad of adsOf("emergency-plumber"))
    await demo.control("PUT", "reviews", { ad, approvalStatus: "APPROVED" })
  expect(await syncOn(11)).toEqual([])
})

it("tells of spend above the usual, unless a budget that was raised explains it, and of a month that passes the cap", async () => {
  await syncOn(16)
  await replacePast(["boiler-repair"], 16, "regular")
  await traffic("boiler-repair", "greedy", 16)
  const [above, ...others] = await syncOn(17)
  expect(others).toEqual([])
  expect(above).toMatchObject({ kind: "spend_above", subject: expect.stringMatching(/^spend\//) })
  expect(above!.words).toContain(`Boiler repair spends more than usual: €200.00 on ${dayText(16)}. Usual: €`)
  expect(above!.words).toContain("The reason is not known.")
  expect(await told()).toBeGreaterThan(0)
  await syncOn(18)
  expect(await told()).toBe(0)

  // A budget that was doubled some time before explains that much.
  await demo.query(`insert into platform_changes (organization_id, ad_account_id, id, campaign_id, at, by, what, resource, detail)
    select ${organization}, '${account}', 'raised', id, '${noon(15)}', 'anna@agency.test', 'Daily budget changed',
      platform_budget_resource_name, '{"previous": {"budget": 100}}' from campaigns
    where organization_id = ${organization} and slug = 'boiler-repair'`)
  const { resources } = (await demo.control("GET", "resources")) as {
    resources: Record<string, { readonly campaignBudget?: string }>
  }
  await demo.control("PUT", "traffic", { campaign: refs.get("boiler-repair"), demand: 1, from: dayAfter(18) })
  await demo.control("POST", "edits", {
    customerId,
    userEmail: "anna@agency.test",
    mutateOperations: [
      {
        campaignBudgetOperation: {
          update: {
            resourceName: resources[refs.get("boiler-repair")!]!.campaignBudget,
            amountMicros: "200000000"
          },
          updateMask: "amountMicros"
        }
      }
    ]
  })
  expect((await syncOn(19)).filter(({ kind }) => kind !== "pace_passed")).toEqual([])

  const capped = async (cap: number, days: number) => {
    await demo.query(`update organizations set max_spend = ${cap} where id = ${organization}`)
    return (await syncOn(days)).filter(({ kind }) => kind === "pace_passed")
  }
  expect(await capped(1000, 20)).toMatchObject([{ subject: "pace", words: expect.stringContaining("cap") }])
  expect(await capped(1_000_000, 21)).toEqual([])
})
