import { expect, layer } from "@effect/vitest"
import { Effect } from "effect"
import { googleAds } from "../support/platforms.ts"
import { customerOf, RunningEmulator } from "./support/emulator.ts"
import { demoAccount, emulated } from "./support/platform.ts"

const { customerId } = customerOf("northwind")
const name = (collection: string, id: number) => `customers/${customerId}/${collection}/${id}`

const campaign = (id: number, title: string, more: object) => ({
  campaignOperation: {
    create: {
      resourceName: name("campaigns", id),
      name: title,
      status: "PAUSED",
      advertisingChannelType: "SEARCH",
      containsEuPoliticalAdvertising: "DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING",
      ...more
    }
  }
})

layer(emulated(), { excludeTestServices: true })("shared or removed resources", (it) => {
  it.effect("refuses a budget that other campaigns share", () =>
    Effect.gen(function* () {
      const platform = yield* googleAds
      const emulator = yield* RunningEmulator
      const account = yield* demoAccount("northwind")
      const campaignBudget = name("campaignBudgets", -1)
      const budget = {
        resourceName: campaignBudget,
        name: "Shared",
        amountMicros: "50000000",
        explicitlyShared: true
      }
      yield* emulator.edit(customerId, [
        { campaignBudgetOperation: { create: budget } },
        campaign(-2, "One of two", { campaignBudget, manualCpc: {} }),
        campaign(-3, "Two of two", { campaignBudget, manualCpc: {} })
      ])
      const found = (yield* platform.campaignByName(account, "One of two"))!
      expect(found.budgetUsers).toBe(2)
      const failure = yield* Effect.flip(platform.setBudget(account, found.ref, 60))
      expect(failure).toMatchObject({ _tag: "PlatformRefused", code: "budget_shared" })
      expect(failure.message).toContain("1 other campaign,")
      expect((yield* platform.campaign(account, found.ref))?.budget).toBe(50)
      const noTarget = yield* Effect.flip(platform.setTargetCpa(account, found.ref, 10))
      expect(noTarget).toMatchObject({ _tag: "PlatformRefused", code: "bidding_without_target" })
    })
  )

  it.effect("refuses a portfolio strategy that other campaigns share", () =>
    Effect.gen(function* () {
      const platform = yield* googleAds
      const emulator = yield* RunningEmulator
      const account = yield* demoAccount("northwind")
      const biddingStrategy = name("biddingStrategies", -1)
      const campaignBudget = name("campaignBudgets", -2)
      yield* emulator.edit(customerId, [
        {
          biddingStrategyOperation: {
            create: {
              resourceName: biddingStrategy,
              name: "Portfolio",
              targetCpa: { targetCpaMicros: "20000000" }
            }
          }
        },
        {
          campaignBudgetOperation: {
            create: { resourceName: campaignBudget, amountMicros: "9000000", explicitlyShared: false }
          }
        },
        campaign(-3, "In a portfolio", { campaignBudget, biddingStrategy })
      ])
      const found = (yield* platform.campaignByName(account, "In a portfolio"))!
      expect(found.portfolio).toBe(true)
      const failure = yield* Effect.flip(platform.setTargetCpa(account, found.ref, 10))
      expect(failure).toMatchObject({ _tag: "PlatformRefused", code: "bidding_shared" })
    })
  )

  it.effect("refuses a removed campaign", () =>
    Effect.gen(function* () {
      const platform = yield* googleAds
      const account = yield* demoAccount("northwind")
      const failure = yield* Effect.flip(platform.setBudget(account, name("campaigns", 1), 60))
      expect(failure).toMatchObject({ _tag: "PlatformRefused", code: "campaign_missing" })
    })
  )
})
