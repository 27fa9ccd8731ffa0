import { describe, expect, it } from "vitest"
import { clientOf, code, control, emulatorForFile } from "./support.ts"

const { client, emulator } = await emulatorForFile()
/** An account with Search campaigns alone, in which every cost has its keyword. */
const searchOnly = await clientOf(emulator, "demo-refresh-fabrikam", "5550000002")

describe("queries", () => {
  it("return int64 as strings, enums as names, and every resource name", async () => {
    const { body, requestId } = await client.search(
      "SELECT campaign.id, campaign.status, campaign_budget.amount_micros FROM campaign WHERE campaign.name = 'Boiler repair'"
    )
    expect(body.fieldMask).toBe("campaign.id,campaign.status,campaignBudget.amountMicros")
    expect(requestId).toBeTruthy()
    const [row] = body.results
    expect(row.campaign).toEqual({
      resourceName: client.name(`campaigns/${row.campaign.id}`),
      id: expect.stringMatching(/^\d+$/),
      status: "ENABLED"
    })
    expect(row.campaignBudget.amountMicros).toBe("100000000")
  })

  it("run the service's campaign list", async () => {
    const rows = await client.rows(
      `SELECT campaign.id, campaign.name, campaign.status, campaign.primary_status, campaign.bidding_strategy_type,
         campaign.maximize_conversions.target_cpa_micros, campaign.target_cpa.target_cpa_micros, campaign.campaign_budget,
         campaign_budget.amount_micros, campaign_budget.explicitly_shared, campaign_budget.reference_count,
         campaign.missing_eu_political_advertising_declaration
       FROM campaign WHERE campaign.advertising_channel_type = 'SEARCH' AND campaign.status != 'REMOVED'`
    )
    expect(rows.map(({ campaign }) => campaign.name)).toEqual([
      "Boiler repair",
      "Northwind brand",
      "Emergency plumber",
      "Bathroom fitting",
      "Imported legacy",
      "Rival names",
      "Old sync"
    ])
    expect(rows[2].campaign.maximizeConversions.targetCpaMicros).toBe("35500000")
    expect(rows[2].campaign.primaryStatus).toBe("LIMITED")
    expect(rows[0].campaignBudget).toMatchObject({ explicitlyShared: false, referenceCount: "1" })
  })

  it("return entities without traffic if dates only filter, and omit them if a segment is selected", async () => {
    const range = "segments.date BETWEEN '2026-11-01' AND '2026-11-14'"
    const filtered = await client.rows(
      `SELECT campaign.name, metrics.impressions FROM campaign WHERE ${range}`
    )
    expect(filtered).toHaveLength(10)
    expect(filtered.find(({ campaign }) => campaign.name === "Rival names").metrics.impressions).toBe("0")
    const segmented = await client.rows(
      `SELECT campaign.name, segments.date, metrics.impressions FROM campaign WHERE ${range}`
    )
    expect(new Set(segmented.map(({ campaign }) => campaign.name)).size).toBe(6)
    expect(segmented.every(({ metrics }) => Number(metrics.impressions) > 0)).toBe(true)
  })

  it("report the same cost by days, weeks, months, keywords and ads", async () => {
    const range = "segments.date BETWEEN '2026-09-01' AND '2026-10-31'"
    const cost = async (query: string) =>
      (await searchOnly.rows(query)).reduce((sum, { metrics }) => sum + Number(metrics.costMicros), 0)
    const total = await cost(`SELECT metrics.cost_micros FROM customer WHERE ${range}`)
    expect(total).toBeGreaterThan(0)
    for (const query of [
      `SELECT segments.date, metrics.cost_micros FROM campaign WHERE ${range}`,
      `SELECT segments.week, metrics.cost_micros FROM campaign WHERE ${range}`,
      `SELECT segments.month, segments.day_of_week, metrics.cost_micros FROM ad_group WHERE ${range}`,
      `SELECT segments.device, metrics.cost_micros FROM keyword_view WHERE ${range}`,
      `SELECT segments.hour, segments.day_of_week, metrics.cost_micros FROM campaign WHERE ${range}`,
      `SELECT metrics.cost_micros FROM keyword_view WHERE ${range}`,
      `SELECT metrics.cost_micros FROM ad_group_ad WHERE ${range}`
    ]) {
      expect(await cost(query), query).toBe(total)
    }
    const named = await cost(
      `SELECT search_term_view.search_term, metrics.cost_micros FROM search_term_view WHERE ${range}`
    )
    expect(named).toBeLessThan(total)
    expect(named).toBeGreaterThan(total * 0.8)
  })

  it("divide conversions by the days after their click", async () => {
    const range = "segments.date BETWEEN '2026-08-01' AND '2026-09-30'"
    const conversions = async (query: string) =>
      (await client.rows(query)).reduce((sum, { metrics }) => sum + metrics.conversions, 0)
    const rows = await client.rows(
      `SELECT segments.conversion_lag_bucket, metrics.conversions FROM customer WHERE ${range}`
    )
    const byBucket = new Map(
      rows.map(({ metrics, segments }) => [segments.conversionLagBucket, metrics.conversions])
    )
    expect(byBucket.size).toBe(rows.length)
    expect(byBucket.get("LESS_THAN_ONE_DAY")).toBeGreaterThan(byBucket.get("ONE_TO_TWO_DAYS"))
    expect(byBucket.get("SIX_TO_SEVEN_DAYS")).toBeGreaterThan(0)
    const total = await conversions(`SELECT metrics.conversions FROM customer WHERE ${range}`)
    expect([...byBucket.values()].reduce((sum, some) => sum + some, 0)).toBe(total)
    expect(
      await conversions(
        `SELECT segments.conversion_lag_bucket, segments.date, metrics.conversions FROM campaign WHERE ${range}`
      )
    ).toBe(total)
    // The conversions of yesterday that come later are not reported yet.
    const yesterday = await client.rows(
      "SELECT segments.conversion_lag_bucket, metrics.conversions FROM customer WHERE segments.date DURING YESTERDAY"
    )
    expect(yesterday.map(({ segments }) => segments.conversionLagBucket)).not.toContain("TWO_TO_THREE_DAYS")
    const refused = await client.search(
      `SELECT segments.conversion_lag_bucket, metrics.clicks FROM customer WHERE ${range}`
    )
    expect(code(refused)).toEqual({ queryError: "PROHIBITED_SEGMENT_WITH_METRIC_IN_SELECT_OR_WHERE_CLAUSE" })
  })

  it("divide traffic by device and hour in the same way in every report", async () => {
    const where = "WHERE segments.date BETWEEN '2026-10-01' AND '2026-10-14'"
    const figures = "metrics.impressions, metrics.clicks, metrics.cost_micros, metrics.conversions"
    const byDevice = async (query: string) => {
      const sums = new Map<string, number[]>()
      for (const { metrics, segments } of await searchOnly.rows(query)) {
        expect(Number(metrics.clicks)).toBeLessThanOrEqual(Number(metrics.impressions))
        const values = [metrics.impressions, metrics.clicks, metrics.costMicros, metrics.conversions].map(
          Number
        )
        const before = sums.get(segments.device) ?? [0, 0, 0, 0]
        sums.set(
          segments.device,
          before.map((value, n) => Math.round((value + values[n]!) * 1e4) / 1e4)
        )
      }
      return Object.fromEntries([...sums].toSorted())
    }
    const whole = await byDevice(`SELECT segments.device, ${figures} FROM customer ${where}`)
    expect(Object.keys(whole)).toEqual(["DESKTOP", "MOBILE", "TABLET"])
    expect(whole["MOBILE"]![0]).toBeGreaterThan(whole["DESKTOP"]![0]!)
    expect(
      await byDevice(`SELECT segments.device, segments.date, ${figures} FROM campaign ${where}`)
    ).toEqual(whole)
    expect(
      await byDevice(`SELECT segments.device, segments.hour, ${figures} FROM ad_group ${where}`)
    ).toEqual(whole)
    const filtered = `SELECT segments.device, ${figures} FROM campaign ${where} AND segments.device = 'TABLET'`
    expect(await byDevice(filtered)).toEqual({ TABLET: whole["TABLET"] })
  })

  it("report search terms by keyword and match type", async () => {
    const rows = await client.rows(
      `SELECT search_term_view.search_term, search_term_view.status, segments.keyword.info.text,
         segments.search_term_match_type, ad_group.id, metrics.clicks
       FROM search_term_view WHERE segments.date DURING LAST_30_DAYS AND campaign.name = 'Boiler repair'
       ORDER BY metrics.clicks DESC`
    )
    const exact = rows.find(({ searchTermView }) => searchTermView.searchTerm === "boiler repair")
    expect(exact.segments).toEqual({
      keyword: { info: { text: "boiler repair" } },
      searchTermMatchType: "EXACT"
    })
    expect(exact.searchTermView.status).toBe("ADDED")
    const jobs = rows.find(({ searchTermView }) => searchTermView.searchTerm === "boiler repair jobs")
    expect(jobs.segments.searchTermMatchType).toBe("BROAD")
    expect(jobs.searchTermView.status).toBe("NONE")
  })

  it("return the structure of a campaign: locations, negatives, ads, links", async () => {
    const criteria = await client.rows(
      `SELECT campaign_criterion.type, campaign_criterion.negative, campaign_criterion.location.geo_target_constant,
         campaign_criterion.keyword.text, campaign_criterion.keyword.match_type
       FROM campaign_criterion WHERE campaign.name = 'Boiler repair' AND campaign_criterion.status != 'REMOVED'`
    )
    expect(criteria.map(({ campaignCriterion }) => campaignCriterion)).toMatchObject([
      { type: "LOCATION", negative: false, location: { geoTargetConstant: "geoTargetConstants/1027744" } },
      { type: "KEYWORD", negative: true, keyword: { text: "commercial boiler", matchType: "PHRASE" } },
      { type: "KEYWORD", negative: true, keyword: { text: "boiler rental", matchType: "PHRASE" } }
    ])
    const [ad] = await client.rows(
      `SELECT ad_group_ad.ad.id, ad_group_ad.ad.final_urls, ad_group_ad.ad.responsive_search_ad.headlines, ad_group_ad.status
       FROM ad_group_ad WHERE campaign.name = 'Boiler repair'`
    )
    expect(ad.adGroupAd.ad.responsiveSearchAd.headlines[0]).toEqual({ text: "Boiler Repair Seattle" })
    const [unlinked] = await client.rows(
      "SELECT campaign.id, bidding_strategy.name FROM campaign WHERE campaign.name = 'Boiler repair'"
    )
    expect(unlinked.biddingStrategy).toBeUndefined()
  })

  it("order and limit rows", async () => {
    const rows = await client.rows(
      `SELECT ad_group_criterion.keyword.text, metrics.cost_micros FROM keyword_view
       WHERE segments.date DURING LAST_30_DAYS ORDER BY metrics.cost_micros DESC LIMIT 5`
    )
    const costs = rows.map(({ metrics }) => Number(metrics.costMicros))
    expect(costs).toHaveLength(5)
    expect(costs).toEqual([...costs].sort((left, right) => right - left))
  })

  it("stream chunks with a field mask and a request id", async () => {
    const { body } = await client.stream(
      "SELECT campaign.name FROM campaign WHERE campaign.name LIKE '%brand'"
    )
    expect(body).toEqual([
      {
        results: [{ campaign: { resourceName: expect.any(String), name: "Northwind brand" } }],
        fieldMask: "campaign.name",
        requestId: expect.any(String)
      }
    ])
  })

  it("return the manager's clients and links", async () => {
    const manager = await clientOf(emulator, "demo-refresh-blue-team", "5550000009")
    const rows = await manager.rows(
      "SELECT customer_client.id, customer_client.descriptive_name, customer_client.level, customer_client.manager, customer_client.currency_code, customer_client.time_zone, customer_client.status, customer_client.test_account FROM customer_client"
    )
    expect(rows.map(({ customerClient }) => [customerClient.descriptiveName, customerClient.level])).toEqual([
      ["Blue Team", "0"],
      ["Contoso Dental", "1"]
    ])
    const links = await manager.rows(
      "SELECT customer_client_link.client_customer, customer_client_link.status FROM customer_client_link"
    )
    expect(links.map(({ customerClientLink }) => customerClientLink.status)).toEqual(["ACTIVE", "PENDING"])
    const query = "SELECT campaign.name FROM campaign"
    expect(code(await manager.call("customers/5550000003/googleAds:search", { query }))).toEqual({
      authorizationError: "USER_PERMISSION_DENIED"
    })
    const through = await manager.call(
      "customers/5550000003/googleAds:search",
      { query },
      { "login-customer-id": "5550000009" }
    )
    expect(through.body.results).toHaveLength(2)
    expect(code(await manager.search("SELECT metrics.clicks FROM customer"))).toEqual({
      queryError: "REQUESTED_METRICS_FOR_MANAGER"
    })
  })

  it("have a fixed page size and reject another one", async () => {
    const query = "SELECT campaign.id FROM campaign"
    expect(code(await client.search(query, { pageSize: 10 }))).toEqual({
      requestError: "PAGE_SIZE_NOT_SUPPORTED"
    })
    expect(code(await client.search(query, { pageToken: "made-up" }))).toEqual({
      requestError: "INVALID_PAGE_TOKEN"
    })
  })

  it("page through more than ten thousand rows, each once, as of the time of the query", async () => {
    await control(emulator, "POST", "clock", { advance: { days: 40 } })
    const query =
      "SELECT search_term_view.search_term, ad_group.id, segments.date, metrics.clicks FROM search_term_view WHERE segments.date BETWEEN '2026-07-01' AND '2026-12-24'"
    const { body: chunks } = await client.stream(query)
    expect(chunks.length).toBeGreaterThan(1)
    const streamed = chunks
      .flatMap(({ results }: { results: object[] }) => results)
      .map((row: object) => JSON.stringify(row))
    const first = await client.search(query, { searchSettings: { returnTotalResultsCount: true } })
    await control(emulator, "POST", "clock", { advance: { days: 1 } })
    const seen: string[] = []
    for (let page = first; ; page = await client.search(query, { pageToken: page.body.nextPageToken })) {
      seen.push(...page.body.results.map((row: object) => JSON.stringify(row)))
      if (page.body.nextPageToken === undefined) break
    }
    expect(seen.length).toBeGreaterThan(10_000)
    expect(first.body.totalResultsCount).toBe(String(seen.length))
    expect(seen).toEqual(streamed)
  })
})
