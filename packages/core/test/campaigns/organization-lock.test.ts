import { demoWorld } from "@adwarden/google-ads-emulator"
import { Effect, Layer } from "effect"
import pg from "pg"
import { afterAll, describe, expect, it } from "vitest"
import { underOrganizationLock } from "../../src/access/organizations.ts"
import { Push } from "../../src/campaigns/push/push.ts"
import { Sync } from "../../src/campaigns/sync/sync.ts"
import { PlatformRefused } from "../../src/platform/index.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { accountsOn, googleAds, wrapCalls } from "../support/platforms.ts"
import { campaignInDatabase } from "../support/workers.ts"
import { lockTriggerSql } from "./support/lock-trigger.ts"

const demo = await runOnPlatform()
await demo.query(lockTriggerSql)
const northwind = demoWorld.customers.find(({ slug }) => slug === "northwind")!
const [account] = await demo.query<{ organization: number; id: string }>(
  `select organization_id as organization, id from ad_accounts where customer_id = '${northwind.customerId}'`
)

/** A second connection that checks whether a pause would have to wait. */
const bystander = new pg.Client(demo.url)
await bystander.connect()
afterAll(() => bystander.end())
const lockIsFree = () =>
  Effect.promise(async () => {
    await bystander.query(
      `begin; select from organization_locks where organization_id = ${account!.organization} for no key update nowait; rollback`
    )
  })

/** The platform, with a check on every call that no other writer waits for the organization's lock. */
const whole = await demo.run(googleAds)
let calls = 0
const watched = wrapCalls(whole, (method) => (...args) => {
  calls += 1
  const call = method(...args)
  return Effect.isEffect(call) ? Effect.zipRight(lockIsFree(), call) : call
})
const onWatched = accountsOn(watched)

const push = (campaign: number) =>
  Effect.flatMap(Push, (push) => push.campaign(account!.organization, campaign, "by hand")).pipe(
    Effect.provide(Push.layer.pipe(Layer.provide(onWatched))),
    Effect.either,
    demo.run
  )
const sync = () =>
  Effect.flatMap(Sync, (sync) => sync.account(account!.organization, account!.id)).pipe(
    Effect.provide(Sync.layer({ historyDays: 2 }).pipe(Layer.provide(onWatched))),
    demo.run
  )

const here = async (slug: string) => (await campaignInDatabase(demo, slug)) as { id: number }
const executeDirectly = (statement: string) =>
  demo.query(`do $$ begin
    perform from organization_locks where organization_id = ${account!.organization} for no key update; ${statement}; end $$`)

describe("every writer of campaigns holds the organization's lock", () => {
  it("refuses a statement without it, so this test can fail", async () => {
    await expect(demo.query("update campaigns set goal = 'x' where slug = 'boiler-repair'")).rejects.toThrow()
    const { id } = await here("boiler-repair")
    await executeDirectly(`update campaigns set goal = 'leads' where id = ${id}`)
  })

  it("runs nothing for an organization without a row to lock", async () => {
    let ran = false
    const work = underOrganizationLock(
      0,
      Effect.sync(() => {
        ran = true
      })
    )
    expect(await demo.run(Effect.exit(work))).toMatchObject({ _tag: "Failure" })
    expect(ran).toBe(false)
  })

  it("during a first launch with its results, a push, and a refused push", async () => {
    const { id } = await here("spring-offers")
    await executeDirectly(`update campaigns set state = 'live' where id = ${id}`)
    expect(await push(id)).toMatchObject({ _tag: "Right", right: { state: "live" } })
    const written = await demo.query<{ relation: string }>(
      `select distinct relation from lock_law where campaign = ${id} order by 1`
    )
    expect(written.map(({ relation }) => relation)).toEqual(
      expect.arrayContaining(["ads", "campaigns", "keywords"])
    )
    await executeDirectly(`update campaigns set budget = 26, unpushed = '{budget}' where id = ${id}`)
    expect(await push(id)).toMatchObject({ _tag: "Right" })
    await demo.run(
      Effect.flatMap(Push, (push) =>
        push.failed(account!.organization, id, "by hand", {
          message: "Declined.",
          reason: "google_ads_refused"
        })
      )
    )
    expect(await campaignInDatabase(demo, "spring-offers")).toMatchObject({
      state: "error",
      wanted_state: "live"
    })
    expect(await push(id)).toMatchObject({ _tag: "Right" })
  })

  it("when a refused creation clears its stored name", async () => {
    const { id } = await here("radiators-draft")
    await executeDirectly(
      `update campaigns set state = 'live', budget = 5, ad_account_id = '${account!.id}' where id = ${id}`
    )
    await demo.control("POST", "faults", { kind: "refused", method: "mutate", times: 1 })
    const pushed = await push(id)
    expect(pushed).toMatchObject({ _tag: "Left", left: expect.any(PlatformRefused) })
    expect(await campaignInDatabase(demo, "radiators-draft")).toMatchObject({ creation_name: null })
    await executeDirectly(`update campaigns set state = 'draft', budget = null where id = ${id}`)
  })

  it("during a sync, which writes a few campaigns at a time", async () => {
    // As if half of the account were new to us.
    await demo.query("truncate lock_law")
    const made = Array.from({ length: 12 }, (_, n) => [
      {
        campaignBudgetOperation: {
          create: {
            resourceName: `customers/${northwind.customerId}/campaignBudgets/${-1 - n}`,
            amountMicros: "3000000",
            explicitlyShared: false
          }
        }
      },
      {
        campaignOperation: {
          create: {
            name: `Made by others ${n}`,
            status: "PAUSED",
            advertisingChannelType: "SEARCH",
            campaignBudget: `customers/${northwind.customerId}/campaignBudgets/${-1 - n}`,
            maximizeConversions: {},
            containsEuPoliticalAdvertising: "DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING"
          }
        }
      }
    ])
    await demo.control("POST", "edits", {
      customerId: northwind.customerId,
      userEmail: "agency@else.test",
      mutateOperations: made.flat()
    })
    const report = await sync()
    expect(report).toMatchObject({ outcome: "synced", campaigns: { imported: 12 } })
    const transactions = await demo.query<{ campaigns: number }>(
      "select count(distinct campaign)::int as campaigns from lock_law group by transaction"
    )
    expect(Math.max(...transactions.map(({ campaigns }) => campaigns))).toBeLessThanOrEqual(5)
    expect(transactions.length).toBeGreaterThan(2)
  })

  it("during the sync of a large campaign, a few ads at a time", async () => {
    const name = (collection: string, id: number) => `customers/${northwind.customerId}/${collection}/${id}`
    const group = (n: number) => [
      {
        adGroupOperation: {
          create: { resourceName: name("adGroups", -10 - n), name: `G${n}`, campaign: name("campaigns", -2) }
        }
      },
      ...Array.from({ length: 150 }, (_, word) => ({
        adGroupCriterionOperation: {
          create: {
            adGroup: name("adGroups", -10 - n),
            keyword: { text: `word ${n} ${word}`, matchType: "EXACT" }
          }
        }
      }))
    ]
    await demo.control("POST", "edits", {
      customerId: northwind.customerId,
      userEmail: "agency@else.test",
      mutateOperations: [
        {
          campaignBudgetOperation: {
            create: {
              resourceName: name("campaignBudgets", -1),
              amountMicros: "3000000",
              explicitlyShared: false
            }
          }
        },
        {
          campaignOperation: {
            create: {
              resourceName: name("campaigns", -2),
              name: "Large",
              status: "PAUSED",
              advertisingChannelType: "SEARCH",
              campaignBudget: name("campaignBudgets", -1),
              maximizeConversions: {},
              containsEuPoliticalAdvertising: "DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING"
            }
          }
        },
        ...[0, 1, 2, 3].flatMap(group)
      ]
    })
    await demo.query("truncate lock_law")
    expect(await sync()).toMatchObject({ outcome: "synced", campaigns: { imported: 1 } })
    const { id } = await here("large")
    const kept = async () => {
      const [row] = await demo.query<{ n: number }>(
        `select count(*)::int as n from keywords where campaign_id = ${id} and removed_at is null`
      )
      return row!.n
    }
    expect(await kept()).toBe(600)
    const [most] = await demo.query<{ n: number }>(
      "select max(n)::int as n from (select count(*) as n from lock_law group by transaction) t"
    )
    expect(most!.n).toBeLessThanOrEqual(300)
    // A second sync writes nothing; items removed in the platform meanwhile are removed here, with their ad.
    await demo.query("truncate lock_law")
    const [first] = await demo.query<{ ref: string }>(
      `select platform_resource_name as ref from ads where campaign_id = ${id} order by id limit 1`
    )
    await demo.control("POST", "edits", {
      customerId: northwind.customerId,
      userEmail: "agency@else.test",
      mutateOperations: [{ adGroupOperation: { remove: first!.ref } }]
    })
    await sync()
    expect(await kept()).toBe(450)
    const again = await demo.query("select from lock_law where relation = 'keywords'")
    expect(again).toHaveLength(150)
  })

  it("calls no external service while it is held", () => {
    // Every call checked the lock; a held lock would have failed its push or sync.
    expect(calls).toBeGreaterThan(20)
  })
})
