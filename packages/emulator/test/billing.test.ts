import { describe, expect, it } from "vitest"
import { count } from "../../core/test/support/counts.ts"
import { randomOfRun } from "../../core/test/support/random.ts"
import type { Operation } from "../src/mutate/mutate.ts"
import type { Body } from "../src/protocol/json.ts"
import { dayOf, isoDay } from "../src/state/clock.ts"
import type { Kind } from "../src/state/kinds.ts"
import { openWorld } from "../src/world.ts"
import type { Loose } from "./support.ts"

const customerId = "1234567890"
const create = (kind: Kind, body: Body): Operation => ({ kind, body: { create: body as never }, path: [] })
const update = (kind: Kind, body: Body, updateMask: string): Operation => ({
  kind,
  body: { update: body as never, updateMask },
  path: []
})

/** Opens an account in UTC at the noon of a day, and returns what a test does to it. */
const accountOn = (start: string) => {
  const world = openWorld({ clock: { now: `${start}T12:00:00Z`, frozen: true } })
  const body = { id: customerId, currencyCode: "USD", timeZone: "UTC", status: "ENABLED" }
  const customer = world.addCustomer(body)
  const write = (...operations: readonly Operation[]) => {
    const options = { partialFailure: false, validateOnly: false }
    const author = { userEmail: "a@b.test", clientType: "GOOGLE_ADS_WEB_CLIENT" }
    return world.mutate(customer, operations, options, author).outcomes.map((outcome) => outcome?.name ?? "")
  }
  const today = () => dayOf(world.clock.now().toISOString())
  return {
    today,
    close: () => world.close(),
    advance: (days: number) => world.clock.advance(days * 86_400_000),
    budget: (budget: Body) => write(create("campaign_budget", budget))[0]!,
    /** Creates a campaign without ad groups, which serves by itself. */
    campaign: (name: string, campaignBudget: string, more: Body = {}) =>
      write(
        create("campaign", {
          name,
          advertisingChannelType: "PERFORMANCE_MAX",
          campaignBudget,
          targetSpend: {},
          containsEuPoliticalAdvertising: "DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING",
          ...more
        })
      )[0]!,
    set: (kind: Kind, resourceName: string, fields: Body, mask: string) =>
      write(update(kind, { resourceName, ...fields }, mask)),
    traffic: (campaign: string, demand: number, greedy: boolean) =>
      world.trafficSettings.set(campaign, today(), { demand, greedy }),
    /** Returns what was billed by budget and day. */
    bills: () => {
      const range = `segments.date BETWEEN '2020-01-01' AND '2030-12-31'`
      const query = `SELECT campaign.campaign_budget, segments.date, metrics.cost_micros FROM campaign WHERE ${range}`
      const bills = new Map<string, Map<string, number>>()
      for (const row of world.read(customer, world.plan(customer, query)) as Iterable<Loose>) {
        const days = bills.get(row.campaign.campaignBudget) ?? new Map<string, number>()
        bills.set(row.campaign.campaignBudget, days)
        const { date } = row.segments
        days.set(date, (days.get(date) ?? 0) + Number(row.metrics.costMicros))
      }
      return bills
    }
  }
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, one) => total + one, 0)
const inMonth = (days: ReadonlyMap<string, number>, month: string) =>
  sum([...days].filter(([date]) => date.startsWith(month)).map(([, cost]) => cost))

describe("a greedy campaign", () => {
  it("bills 2 daily budgets a day until the month's 30.4, in months of any length", () => {
    const account = accountOn("2027-12-31")
    const budget = account.budget({ amountMicros: "10000000", explicitlyShared: false })
    account.traffic(account.campaign("Greedy", budget), 1, true)
    account.advance(1 + 31 + 29 + 31 + 30)
    const days = account.bills().get(budget)!
    for (const cost of days.values()) expect(cost).toBeLessThanOrEqual(20_000_000)
    for (const month of ["2028-01", "2028-02", "2028-03", "2028-04"])
      expect(inMonth(days, month)).toBe(304_000_000)
    expect(days.get("2028-02-15")).toBe(20_000_000)
    expect(days.get("2028-02-16")).toBe(4_000_000)
    expect(days.has("2028-02-17")).toBe(false)
    account.close()
  })

  it("bills the new amount for the rest of the month after a change, and the days left for a new budget", () => {
    const account = accountOn("2027-05-24")
    const budget = account.budget({ amountMicros: "5000000", explicitlyShared: false })
    const campaign = account.campaign("Greedy", budget)
    account.traffic(campaign, 1, true)
    account.advance(8)
    expect(inMonth(account.bills().get(budget)!, "2027-05")).toBe(8 * 5_000_000)
    account.advance(22)
    expect(account.today()).toBe(dayOf("2027-06-23"))
    account.traffic(campaign, 0, false)
    account.advance(1)
    const before = inMonth(account.bills().get(budget)!, "2027-06")
    expect(before).toBe(152_000_000)
    // Google's own example: on the 24th of November, 5 becomes 10 for the remaining 7 days.
    account.set("campaign_budget", budget, { amountMicros: "10000000" }, "amount_micros")
    account.traffic(campaign, 1, true)
    account.advance(7)
    expect(inMonth(account.bills().get(budget)!, "2027-06")).toBe(before + 7 * 10_000_000)
    account.close()
  })

  it("bills twice the highest amount of a day on which the amount changes", () => {
    const account = accountOn("2027-05-31")
    const budget = account.budget({ amountMicros: "5000000", explicitlyShared: false })
    account.traffic(account.campaign("Greedy", budget), 1, true)
    account.advance(3)
    const change = (amountMicros: string) =>
      account.set("campaign_budget", budget, { amountMicros }, "amount_micros")
    change("30000000")
    change("2000000")
    account.advance(2)
    const days = account.bills().get(budget)!
    expect(days.get("2027-06-03")).toBe(60_000_000)
    expect(days.get("2027-06-04") ?? 0).toBeLessThanOrEqual(4_000_000)
    account.close()
  })

  it("bills a total budget at once, never more than the total, and nothing after the end", () => {
    const account = accountOn("2027-06-10")
    const total = { period: "CUSTOM_PERIOD", explicitlyShared: false, totalAmountMicros: "200000000" }
    const end = { endDateTime: "2027-06-20 23:59:59" }
    const [fast, slow] = [account.budget(total), account.budget(total)]
    account.traffic(account.campaign("Fast", fast, end), 1, true)
    account.campaign("Slow", slow, end)
    account.advance(5)
    expect([...account.bills().get(fast)!]).toEqual([["2027-06-10", 200_000_000]])
    account.set("campaign_budget", fast, { totalAmountMicros: "250000000" }, "total_amount_micros")
    account.advance(20)
    const bills = account.bills()
    expect(sum(bills.get(fast)!.values())).toBe(250_000_000)
    const paced = sum(bills.get(slow)!.values())
    expect(paced).toBeLessThanOrEqual(200_000_000)
    expect(paced).toBeGreaterThan(100_000_000)
    expect([...bills.get(slow)!.keys()].toSorted().at(-1)).toBe("2027-06-20")
    account.close()
  })
})

describe("billing", () => {
  const random = randomOfRun()
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))
  const chance = (of: number) => random() < of

  it("stays within Google's limits of days, months and totals under adversarial settings", () => {
    for (let round = 0; round < count("billingRounds"); round++) {
      const account = accountOn(isoDay(dayOf("2027-01-01") + whole(0, 365)))
      const end = `${isoDay(account.today() + whole(3, 80))} 23:59:59`
      const kinds = Array.from({ length: whole(1, 3) }, () =>
        chance(0.3) ? "total" : chance(0.4) ? "shared" : "own"
      )
      const budgets = kinds.map((kind, index) => {
        const micros = String(whole(1, 400) * 500_000)
        const name = account.budget({
          name: `Budget ${index}`,
          explicitlyShared: kind === "shared",
          ...(kind === "total"
            ? { period: "CUSTOM_PERIOD", totalAmountMicros: micros }
            : { amountMicros: micros })
        })
        const campaigns = Array.from({ length: kind === "shared" ? 2 : 1 }, (_, n) =>
          account.campaign(`Campaign ${index}/${n}`, name, kind === "total" ? { endDateTime: end } : {})
        )
        return {
          name,
          kind,
          campaigns,
          highest: new Map<string, number>(),
          amount: Number(micros),
          moved: new Set<string>()
        }
      })
      const lastDay = account.today() + whole(40, 100)
      for (const budget of budgets) budget.moved.add(isoDay(account.today()).slice(0, 7))
      for (let day = account.today(); day < lastDay; day++) {
        for (const budget of budgets) {
          let highest = budget.amount
          if (budget.kind !== "total" && chance(0.02)) {
            for (let change = whole(1, 2); change > 0; change--) {
              budget.amount = whole(1, 400) * 500_000
              highest = Math.max(highest, budget.amount)
              const amountMicros = String(budget.amount)
              account.set("campaign_budget", budget.name, { amountMicros }, "amount_micros")
            }
            budget.moved.add(isoDay(day).slice(0, 7))
          }
          budget.highest.set(isoDay(day), highest)
          for (const campaign of budget.campaigns) {
            if (chance(0.1)) account.traffic(campaign, [0, 0.5, 1, 20][whole(0, 3)]!, chance(0.7))
            if (chance(0.05))
              account.set("campaign", campaign, { status: chance(0.7) ? "ENABLED" : "PAUSED" }, "status")
          }
        }
        account.advance(1)
      }
      const bills = account.bills()
      for (const { amount, highest, kind, moved, name } of budgets) {
        const days = bills.get(name) ?? new Map<string, number>()
        if (kind === "total") {
          expect(sum(days.values())).toBeLessThanOrEqual(amount)
          continue
        }
        for (const [date, cost] of days) expect(cost, date).toBeLessThanOrEqual(2 * highest.get(date)!)
        for (const month of new Set([...days.keys()].map((date) => date.slice(0, 7)))) {
          if (moved.has(month)) continue
          const daily = highest.get([...days.keys()].find((date) => date.startsWith(month))!)!
          expect(inMonth(days, month), month).toBeLessThanOrEqual(30.4 * daily)
        }
      }
      account.close()
    }
  })
})
