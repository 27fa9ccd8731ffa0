import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Emulator } from "../src/index.ts"
import { adsFailureOf, failureOf, gax, googleAds, optionsFor } from "./generated-client.ts"
import { control, type Loose, northwind, start } from "./support.ts"

let emulator: Emulator
let options: Loose
beforeAll(async () => {
  emulator = await start()
  options = optionsFor(emulator, "demo-refresh-northwind")
})
afterAll(() => emulator.close())

describe("an unmodified generated client", () => {
  it("lists its accessible customers", async () => {
    const [response] = await new googleAds.CustomerServiceClient(options, gax).listAccessibleCustomers({})
    expect(response.resourceNames).toEqual([`customers/${northwind}`])
  })

  it("searches, with numbers and enums decoded by its own protos", async () => {
    const client = new googleAds.GoogleAdsServiceClient(options, gax)
    const [rows] = await client.search({
      customerId: northwind,
      query:
        "SELECT campaign.id, campaign.name, campaign.status, campaign_budget.amount_micros, metrics.clicks, metrics.ctr FROM campaign WHERE segments.date DURING LAST_30_DAYS"
    })
    const [row] = rows as Loose[]
    expect(rows).toHaveLength(10)
    expect(row.campaign.name).toBe("Boiler repair")
    expect(row.campaign.status).toBe("ENABLED")
    expect(String(row.campaignBudget.amountMicros)).toBe("100000000")
    expect(Number(row.metrics.clicks)).toBeGreaterThan(100)
    expect(row.metrics.ctr).toBeGreaterThan(0)
  })

  it("reads several pages", async () => {
    await control(emulator, "POST", "clock", { advance: { days: 40 } })
    const client = new googleAds.GoogleAdsServiceClient(options, gax)
    const query =
      "SELECT segments.date FROM search_term_view WHERE segments.date BETWEEN '2026-07-14' AND '2026-12-24'"
    let rows = 0
    for await (const _ of client.searchAsync({ customerId: northwind, query })) rows++
    expect(rows).toBeGreaterThan(10_000)
  })

  it("streams", async () => {
    const client = new googleAds.GoogleAdsServiceClient(options, gax)
    const stream = client.searchStream({
      customerId: northwind,
      query:
        "SELECT change_event.changed_fields, change_event.old_resource, change_event.new_resource, change_event.client_type FROM change_event WHERE change_event.change_date_time BETWEEN '2026-11-25' AND '2026-12-25' LIMIT 5"
    })
    const chunks: Loose[] = []
    for await (const chunk of stream as Loose) chunks.push(chunk)
    expect(chunks).toHaveLength(1)
    expect(chunks[0].requestId).toBeTruthy()
    expect(chunks[0].fieldMask.paths).toContain("changeEvent.changedFields")
  })

  it("creates a whole campaign and reads it back", async () => {
    const client = new googleAds.GoogleAdsServiceClient(options, gax)
    const name = (path: string) => `customers/${northwind}/${path}`
    const [response] = (await client.mutate({
      customerId: northwind,
      mutateOperations: [
        {
          campaignBudgetOperation: {
            create: {
              resourceName: name("campaignBudgets/-1"),
              amountMicros: 25_000_000,
              explicitlyShared: false
            }
          }
        },
        {
          campaignOperation: {
            create: {
              resourceName: name("campaigns/-2"),
              name: "Created by the generated client",
              status: "PAUSED",
              advertisingChannelType: "SEARCH",
              campaignBudget: name("campaignBudgets/-1"),
              maximizeConversions: { targetCpaMicros: 30_000_000 },
              networkSettings: { targetGoogleSearch: true },
              containsEuPoliticalAdvertising: "DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING"
            }
          }
        },
        {
          adGroupOperation: {
            create: { resourceName: name("adGroups/-3"), campaign: name("campaigns/-2"), name: "One" }
          }
        },
        {
          adGroupCriterionOperation: {
            create: { adGroup: name("adGroups/-3"), keyword: { text: "tap repair", matchType: "PHRASE" } }
          }
        }
      ] as Loose
    })) as Loose
    expect(response.mutateOperationResponses).toHaveLength(4)
    const { resourceName } = response.mutateOperationResponses[1].campaignResult
    const campaigns = new googleAds.CampaignServiceClient(options, gax)
    const [paused] = (await campaigns.mutateCampaigns({
      customerId: northwind,
      operations: [
        { update: { resourceName, status: "ENABLED" }, updateMask: { paths: ["status"] } }
      ] as Loose,
      responseContentType: "MUTABLE_RESOURCE"
    })) as Loose
    expect(paused.results[0].campaign.status).toBe("ENABLED")
    expect(String(paused.results[0].campaign.maximizeConversions.targetCpaMicros)).toBe("30000000")
  })

  it("receives partial failures as a google.rpc.Status with a GoogleAdsFailure", async () => {
    const budgets = new googleAds.CampaignBudgetServiceClient(options, gax)
    const [response] = (await budgets.mutateCampaignBudgets({
      customerId: northwind,
      partialFailure: true,
      operations: [
        { create: { name: "Right", amountMicros: 1_000_000 } },
        { create: { name: "Wrong", amountMicros: -1_000_000 } }
      ]
    })) as Loose
    expect(response.results[0].resourceName).toMatch(/campaignBudgets\/\d+$/)
    expect(response.results[1].resourceName ?? "").toBe("")
    expect(response.partialFailureError.code).toBe(3)
    expect(
      response.partialFailureError.details[0].type_url ?? response.partialFailureError.details[0].typeUrl
    ).toContain("GoogleAdsFailure")
  })

  it("reads keyword ideas and locations", async () => {
    const [ideas] = (await new googleAds.KeywordPlanIdeaServiceClient(options, gax).generateKeywordIdeas({
      customerId: northwind,
      language: "languageConstants/1000",
      geoTargetConstants: ["geoTargetConstants/1027744"],
      keywordSeed: { keywords: ["boiler repair"] }
    })) as Loose
    const near = ideas.find(({ text }: { text: string }) => text === "boiler repair near me")
    expect(Number(near.keywordIdeaMetrics.avgMonthlySearches)).toBeGreaterThan(0)
    const [places] = (await new googleAds.GeoTargetConstantServiceClient(
      options,
      gax
    ).suggestGeoTargetConstants({
      locale: "en",
      countryCode: "US",
      locationNames: { names: ["Seattle"] }
    })) as Loose
    expect(places.geoTargetConstantSuggestions[0].geoTargetConstant.canonicalName).toBe(
      "Seattle,Washington,United States"
    )
  })

  it("decodes errors with its own protos: codes, messages and locations", async () => {
    const client = new googleAds.GoogleAdsServiceClient(options, gax)
    const failure = await failureOf(
      client.search({ customerId: northwind, query: "SELECT campaign.nme FROM campaign" }) as Promise<unknown>
    )
    expect(failure.code).toBe(3)
    const detail = adsFailureOf(failure)
    expect(detail.errors[0].errorCode).toMatchObject({ queryError: "UNRECOGNIZED_FIELD" })
    expect(detail.errors[0].message).toContain("campaign.nme")
    expect(detail.errors[0].trigger).toMatchObject({ stringValue: "campaign.nme" })
    expect(detail.requestId).toBeTruthy()
    await control(emulator, "POST", "faults", {
      kind: "quota",
      method: "search",
      times: 1,
      retryDelaySeconds: 9
    })
    const quota = await failureOf(
      client.search({ customerId: northwind, query: "SELECT campaign.id FROM campaign" }, { retry: null })
    )
    expect(quota.code).toBe(8)
    expect(Number(adsFailureOf(quota).errors[0].details.quotaErrorDetails.retryDelay.seconds)).toBe(9)
    await control(emulator, "POST", "faults", { kind: "refused", method: "mutate", times: 1 })
    const refused = await failureOf(
      new googleAds.CampaignServiceClient(options, gax).mutateCampaigns({
        customerId: northwind,
        operations: []
      }) as Promise<unknown>
    )
    expect(adsFailureOf(refused).errors[0].errorCode.mutateError).toBe("MUTATE_NOT_ALLOWED")
  })

  it("is rejected when its login was revoked", async () => {
    const client = new googleAds.GoogleAdsServiceClient(optionsFor(emulator, "demo-refresh-wingtip"), gax)
    const failure = await failureOf(
      client.search({
        customerId: "5550000004",
        query: "SELECT campaign.id FROM campaign"
      }) as Promise<unknown>
    )
    expect(JSON.stringify([failure.message, failure.cause?.message, failure.response?.data])).toContain(
      "invalid_grant"
    )
  })
})
