import { describe, expect, it } from "vitest"
import { conversionSegments, shareMetrics, sources } from "../src/gaql/fields.ts"
import { parse } from "../src/gaql/parser.ts"
import { Keyed } from "../src/generator/random.ts"
import { AdsFailure } from "../src/protocol/errors.ts"
import { camelCase, messageNamed } from "../src/schema/index.ts"
import { emulatorForFile } from "./support.ts"

const { client } = await emulatorForFile()

/** Returns all selectable fields below a message. */
const leaves = (message: string, depth = 0): readonly string[] =>
  [...messageNamed(message).fields.values()].flatMap((field) => {
    if (field.type !== "message" || field.repeated) return [field.snake]
    return depth > 3 ? [] : leaves(field.of, depth + 1).map((leaf) => `${field.snake}.${leaf}`)
  })

const dates = "segments.date BETWEEN '2026-11-01' AND '2026-11-14'"

describe.each(Object.entries(sources))("%s", (name, source) => {
  it("returns every field of its proto", async () => {
    const own =
      name === "change_event" ? ["change_date_time", "old_resource", "new_resource"] : leaves(source.message)
    const range = "change_event.change_date_time DURING LAST_14_DAYS LIMIT 10"
    const where = name === "change_event" ? ` WHERE ${range}` : ""
    for (let start = 0; start < own.length; start += 150) {
      const select = own.slice(start, start + 150).map((leaf) => `${name}.${leaf}`)
      const { status, body } = await client.search(`SELECT ${select.join(", ")} FROM ${name}${where}`)
      expect([status, body.error?.details]).toEqual([200, undefined])
    }
  })
})

const reports = Object.entries(sources).filter(([, { segments }]) => segments.length > 0)

describe.each(reports)("%s", (name, source) => {
  it("computes every metric and segment in its catalog", async () => {
    const metrics = source.metrics.map((metric) => `metrics.${metric}`).join(", ")
    const [row] = await client.rows(
      `SELECT segments.date, ${metrics} FROM ${name} WHERE ${dates} AND metrics.conversions > 0 LIMIT 1`
    )
    for (const metric of source.metrics) expect(row.metrics, metric).toHaveProperty(camelCase(metric))
    // Clicks have no lag and no action.
    const ofConversions = source.segments.filter((segment) => conversionSegments.includes(segment))
    const ofClicks = source.segments.filter((segment) => !conversionSegments.includes(segment))
    for (const [metric, some] of [
      ["clicks", ofClicks],
      ["conversions", ofConversions]
    ] as const) {
      if (some.length === 0) continue
      const select = [...some.map((segment) => `segments.${segment}`), `metrics.${metric}`]
      const [cut] = await client.rows(`SELECT ${select.join(", ")} FROM ${name} WHERE ${dates} LIMIT 1`)
      for (const segment of some) {
        const path = segment.split(".").map(camelCase)
        expect(
          path.reduce((value, step) => value?.[step], cut.segments),
          segment
        ).toBeDefined()
      }
    }
  })
})

it("sums the figures of all days by budget", async () => {
  const metrics = sources["campaign_budget"]!.metrics.map((metric) => `metrics.${metric}`).join(", ")
  const budgets = await client.rows(`SELECT campaign_budget.resource_name, ${metrics} FROM campaign_budget`)
  const campaigns = await client.rows(
    "SELECT campaign.campaign_budget, metrics.cost_micros, metrics.clicks FROM campaign"
  )
  expect(budgets.length).toBeGreaterThan(5)
  for (const { campaignBudget, metrics } of budgets) {
    const users = campaigns.filter(({ campaign }) => campaign.campaignBudget === campaignBudget.resourceName)
    for (const figure of ["costMicros", "clicks"]) {
      const sum = users.reduce((total, one) => total + Number(one.metrics[figure] ?? 0), 0)
      expect(Number(metrics[figure] ?? 0)).toBe(sum)
    }
  }
})

it("reports impression shares between 0 and 1", async () => {
  const rows = await client.rows(
    `SELECT campaign.name, ${shareMetrics.map((metric) => `metrics.${metric}`).join(", ")} FROM campaign WHERE ${dates} AND campaign.status = 'ENABLED' AND campaign.advertising_channel_type IN ('SEARCH', 'SHOPPING')`
  )
  for (const { metrics } of rows) {
    const { searchImpressionShare, searchBudgetLostImpressionShare, searchRankLostImpressionShare } = metrics
    expect(
      searchImpressionShare + searchBudgetLostImpressionShare + searchRankLostImpressionShare
    ).toBeCloseTo(1, 9)
  }
})

it("the parser rejects any malformed query with one of Google's errors", () => {
  const words =
    "SELECT FROM WHERE AND ORDER BY LIMIT PARAMETERS IN NOT LIKE IS NULL BETWEEN DURING a.b campaign.id 'x' \" ' 12 -3 1.5 = != <= ( ) , \\ ;".split(
      " "
    )
  const random = new Keyed(42)
  for (let round = 0; round < 3000; round++) {
    const length = 1 + Math.floor(random.uniform() * 14)
    const query = Array.from({ length }, () => words[Math.floor(random.uniform() * words.length)]).join(" ")
    try {
      parse(round % 2 === 0 ? query : `SELECT a.b FROM c ${query}`)
    } catch (failure) {
      expect(failure, query).toBeInstanceOf(AdsFailure)
    }
  }
})
