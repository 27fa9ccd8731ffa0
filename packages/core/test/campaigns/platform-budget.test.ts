import { demoWorld } from "@adwarden/google-ads-emulator"
import { Effect, Layer } from "effect"
import { expect, it } from "vitest"
import { Push } from "../../src/campaigns/push/push.ts"
import { Sync } from "../../src/campaigns/sync/sync.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { accountsOn, googleAds } from "../support/platforms.ts"
import { campaignInDatabase } from "../support/workers.ts"

const demo = await runOnPlatform()
const whole = await demo.run(googleAds)
const northwind = demoWorld.customers.find(({ slug }) => slug === "northwind")!
const [account] = await demo.query<{ organization: number; id: string }>(
  `select organization_id as organization, id from ad_accounts where customer_id = '${northwind.customerId}'`
)

const syncWith = (platform = whole) =>
  Effect.flatMap(Sync, (sync) => sync.account(account!.organization, account!.id)).pipe(
    Effect.provide(Sync.layer({ historyDays: 2 }).pipe(Layer.provide(accountsOn(platform)))),
    demo.run
  )
const push = (id: unknown) =>
  Effect.flatMap(Push, (push) =>
    push.campaign(account!.organization, Number(id), "by hand", ["budget"])
  ).pipe(Effect.either, demo.run)
const setRemoteBudget = (budget: unknown, amountMicros: string) =>
  demo.control("POST", "edits", {
    customerId: northwind.customerId,
    userEmail: northwind.login.email,
    mutateOperations: [
      {
        campaignBudgetOperation: {
          update: { resourceName: budget, amountMicros },
          updateMask: "amountMicros"
        }
      }
    ]
  })
const setLocalBudget = (id: unknown, budget: number) =>
  demo.query(`update campaigns set budget = ${budget}, unpushed = '{budget}' where id = ${id}`)

it("the platform budget is set by a sync and a successful push; a refused push leaves it", async () => {
  await syncWith()
  const { id, platform_budget_resource_name: budget } = await campaignInDatabase(demo, "boiler-repair")
  await setRemoteBudget(budget, "104400000")
  await syncWith()
  expect(await campaignInDatabase(demo, "boiler-repair")).toMatchObject({
    budget: 105,
    platform_budget: 104.4
  })

  await setLocalBudget(id, 90)
  await demo.control("POST", "faults", { kind: "refused", method: "mutate", times: 1 })
  expect(await push(id)).toMatchObject({ _tag: "Left" })
  const refused = { budget: 90, platform_budget: 104.4, unpushed: ["budget"] }
  expect(await campaignInDatabase(demo, "boiler-repair")).toMatchObject(refused)

  // While it waits for a retry, the sync still updates the platform's budget.
  await setRemoteBudget(budget, "108000000")
  await syncWith()
  expect(await campaignInDatabase(demo, "boiler-repair")).toMatchObject({ ...refused, platform_budget: 108 })

  expect(await push(id)).toMatchObject({ _tag: "Right" })
  expect(await campaignInDatabase(demo, "boiler-repair")).toMatchObject({
    budget: 90,
    platform_budget: 90,
    unpushed: []
  })
})

it("the platform budget is not overwritten by a sync that read the platform before a push", async () => {
  const { id } = await campaignInDatabase(demo, "boiler-repair")
  await setLocalBudget(id, 95)
  const meanwhile = {
    ...whole,
    structure: (linked: Parameters<typeof whole.structure>[0]) =>
      Effect.tap(whole.structure(linked), () => Effect.promise(() => push(id)))
  }
  expect(await syncWith(meanwhile)).toMatchObject({ outcome: "synced", campaigns: { busy: 1 } })
  expect(await campaignInDatabase(demo, "boiler-repair")).toMatchObject({ budget: 95, platform_budget: 95 })
})
