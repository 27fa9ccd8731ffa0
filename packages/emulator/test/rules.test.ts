import { describe, expect, it } from "vitest"
import { campaignNamed, channelCampaign, clientOf, code, control, emulatorForFile } from "./support.ts"

const { client, emulator } = await emulatorForFile()

const update = (resource: object, updateMask: string) => ({ update: resource, updateMask })

describe("rules", () => {
  const budget = (create: object) => client.mutate("campaignBudgets", [{ create }])

  it("check amounts and names of budgets", async () => {
    expect(code(await budget({ explicitlyShared: false }))).toEqual({ fieldError: "REQUIRED" })
    expect(code(await budget({ amountMicros: "-10000", explicitlyShared: false }))).toEqual({
      campaignBudgetError: "NEGATIVE_MONEY_AMOUNT"
    })
    expect(code(await budget({ amountMicros: "5000001", explicitlyShared: false }))).toEqual({
      campaignBudgetError: "NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT"
    })
    expect(code(await budget({ amountMicros: "5000000" }))).toEqual({ fieldError: "REQUIRED" })
    const shared = { amountMicros: "5000000", name: "Shared" }
    expect((await budget(shared)).status).toBe(200)
    expect(code(await budget(shared))).toEqual({ campaignBudgetError: "DUPLICATE_NAME" })
  })

  it("require amounts in the smallest unit of the account's currency", async () => {
    const id = "1234567891"
    await control(emulator, "PUT", "customers", { id, timeZone: "Asia/Tokyo", currencyCode: "JPY" })
    await control(emulator, "PUT", "logins", { refreshToken: "yen", email: "y@e.test", customerIds: [id] })
    const yen = await clientOf(emulator, "yen", id)
    const ask = (amountMicros: string) =>
      yen.mutate("campaignBudgets", [{ create: { amountMicros, explicitlyShared: false } }], {
        validateOnly: true
      })
    expect(code(await ask("1234560000"))).toEqual({
      campaignBudgetError: "NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT"
    })
    expect(await ask("1234000000")).toMatchObject({ status: 200, body: {} })
  })

  it("allow one campaign per unshared budget, and count the campaigns of a shared one", async () => {
    const own = (await budget({ amountMicros: "5000000", explicitlyShared: false })).body.results[0]
      .resourceName
    const shared = (await budget({ amountMicros: "5000000", name: "For two" })).body.results[0].resourceName
    const campaign = (name: string, campaignBudget: string, bidding: object) =>
      client.mutate("campaigns", [
        {
          create: {
            name,
            campaignBudget,
            advertisingChannelType: "SEARCH",
            containsEuPoliticalAdvertising: "DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING",
            ...bidding
          }
        }
      ])
    expect((await campaign("Own 1", own, { manualCpc: {} })).status).toBe(200)
    expect(code(await campaign("Own 2", own, { manualCpc: {} }))).toEqual({
      campaignBudgetError: "CANNOT_USE_IMPLICITLY_SHARED_CAMPAIGN_BUDGET_WITH_MULTIPLE_CAMPAIGNS"
    })
    expect((await campaign("Shared 1", shared, { manualCpc: {} })).status).toBe(200)
    expect((await campaign("Shared 2", shared, { manualCpc: {} })).status).toBe(200)
    expect(code(await campaign("Shared 3", shared, { maximizeConversions: {} }))).toEqual({
      biddingError: "BIDDING_STRATEGY_TYPE_INCOMPATIBLE_WITH_SHARED_BUDGET"
    })
    const [row] = await client.rows(
      "SELECT campaign_budget.reference_count FROM campaign_budget WHERE campaign_budget.name = 'For two'"
    )
    expect(row.campaignBudget.referenceCount).toBe("2")
    expect(code(await client.mutate("campaignBudgets", [{ remove: shared }]))).toEqual({
      campaignBudgetError: "CAMPAIGN_BUDGET_IN_USE"
    })
    const strategy = await client.mutate("biddingStrategies", [
      { create: { name: "Portfolio", targetCpa: { targetCpaMicros: "30000000" } } }
    ])
    await campaign("In a portfolio", shared, { biddingStrategy: strategy.body.results[0].resourceName })
    const [portfolio] = await client.rows(
      "SELECT campaign.bidding_strategy, campaign.bidding_strategy_type, bidding_strategy.target_cpa.target_cpa_micros FROM campaign WHERE campaign.name = 'In a portfolio'"
    )
    expect(portfolio.campaign.biddingStrategyType).toBe("TARGET_CPA")
    expect(portfolio.biddingStrategy.targetCpa.targetCpaMicros).toBe("30000000")
  })

  it("give a total budget an end, a campaign of its own, and a channel that allows it", async () => {
    const total = { period: "CUSTOM_PERIOD", totalAmountMicros: "200000000", explicitlyShared: false }
    expect(code(await budget({ ...total, amountMicros: "5000000" }))).toEqual({
      campaignBudgetError: "BUDGET_AMOUNT_MUST_BE_UNSET_FOR_CUSTOM_BUDGET_PERIOD"
    })
    expect(code(await budget({ ...total, totalAmountMicros: undefined }))).toEqual({ fieldError: "REQUIRED" })
    expect(code(await budget({ ...total, explicitlyShared: true, name: "Total" }))).toEqual({
      campaignBudgetError: "CAMPAIGN_BUDGET_CANNOT_BE_SHARED"
    })
    expect(code(await budget({ ...total, deliveryMethod: "ACCELERATED" }))).toEqual({
      campaignBudgetError: "CANNOT_USE_ACCELERATED_DELIVERY_MODE"
    })
    const daily = { amountMicros: "5000000", explicitlyShared: false }
    expect(code(await budget({ ...daily, totalAmountMicros: "5000000" }))).toEqual({
      campaignBudgetError: "TOTAL_BUDGET_AMOUNT_MUST_BE_UNSET_FOR_BUDGET_PERIOD_DAILY"
    })
    const sale = (campaign: object, channel = "SHOPPING") =>
      client.mutateAll(channelCampaign(client, channel, { budget: total, campaign }))
    const until = (day: string) => ({ name: "Sale", endDateTime: `${day} 23:59:59` })
    expect(code(await sale({ name: "Sale" }))).toEqual({
      campaignError: "END_DATE_TIME_REQUIRED_FOR_TOTAL_BUDGET"
    })
    expect(code(await sale(until("2027-02-13")))).toEqual({
      campaignError: "DURATION_TOO_LONG_FOR_TOTAL_BUDGET"
    })
    expect(code(await sale(until("2026-12-01"), "DISPLAY"))).toEqual({
      campaignBudgetError: "INVALID_PERIOD"
    })
    expect((await sale(until("2027-02-12"))).status).toBe(200)
    const [row] = await client.rows(
      `SELECT campaign.resource_name, campaign.start_date_time, campaign.end_date_time, campaign_budget.resource_name,
         campaign_budget.period, campaign_budget.amount_micros, campaign_budget.total_amount_micros
       FROM campaign WHERE campaign_budget.period = 'CUSTOM_PERIOD' AND campaign.name = 'Sale'`
    )
    expect(row).toMatchObject({
      campaign: { startDateTime: "2026-11-15 00:00:00", endDateTime: "2027-02-12 23:59:59" },
      campaignBudget: { totalAmountMicros: "200000000" }
    })
    expect(row.campaignBudget.amountMicros).toBeUndefined()
    const setBudget = async (fields: object, mask: string) =>
      code(
        await client.mutate("campaignBudgets", [
          update({ resourceName: row.campaignBudget.resourceName, ...fields }, mask)
        ])
      )
    expect(await setBudget({ totalAmountMicros: "150000000" }, "totalAmountMicros")).toBeUndefined()
    expect(await setBudget({ amountMicros: "5000000" }, "amountMicros")).toEqual({
      campaignBudgetError: "BUDGET_AMOUNT_MUST_BE_UNSET_FOR_CUSTOM_BUDGET_PERIOD"
    })
    expect(await setBudget({ period: "DAILY" }, "period")).toEqual({ fieldError: "IMMUTABLE_FIELD" })
    const set = async (fields: object, mask: string) =>
      code(
        await client.mutate("campaigns", [
          update({ resourceName: row.campaign.resourceName, ...fields }, mask)
        ])
      )
    expect(await set({}, "endDateTime")).toEqual({ campaignError: "END_DATE_TIME_REQUIRED_FOR_TOTAL_BUDGET" })
    const own = (await budget(daily)).body.results[0].resourceName
    expect(await set({ campaignBudget: own }, "campaignBudget")).toEqual({
      campaignError: "CANNOT_CHANGE_BUDGET_PERIOD"
    })
    const events = await client.rows(
      `SELECT change_event.changed_fields, change_event.old_resource, change_event.new_resource FROM change_event
       WHERE change_event.change_date_time DURING TODAY AND change_event.campaign = '${row.campaign.resourceName}'
         AND change_event.change_resource_type = 'CAMPAIGN_BUDGET' AND change_event.resource_change_operation = 'UPDATE' LIMIT 5`
    )
    expect(events.map(({ changeEvent }) => changeEvent)).toMatchObject([
      {
        changedFields: "totalAmountMicros",
        oldResource: { campaignBudget: { totalAmountMicros: "200000000" } },
        newResource: { campaignBudget: { totalAmountMicros: "150000000" } }
      }
    ])
  })

  it("check the dates of campaigns", async () => {
    const display = async (campaign: object) =>
      code(
        await client.mutateAll(
          channelCampaign(client, "DISPLAY", { campaign: { name: "Dated", ...campaign } })
        )
      )
    expect(await display({ endDateTime: "2026-12-01" })).toEqual({
      dateError: "INVALID_STRING_DATE_TIME_SECONDS"
    })
    expect(await display({ endDateTime: "2026-02-30 23:59:59" })).toEqual({
      dateError: "INVALID_STRING_DATE_TIME_SECONDS"
    })
    expect(await display({ endDateTime: "2026-11-14 23:59:59" })).toEqual({
      dateRangeError: "CANNOT_SET_DATE_TO_PAST"
    })
    expect(
      await display({ startDateTime: "2026-12-02 00:00:00", endDateTime: "2026-12-01 23:59:59" })
    ).toEqual({ dateRangeError: "START_DATE_AFTER_END_DATE" })
    expect(await display({ endDateTime: "2026-12-01 23:59:59" })).toBeUndefined()
    const { resourceName } = await campaignNamed(client, "Dated")
    const start = await client.mutate("campaigns", [
      update({ resourceName, startDateTime: "2026-11-16 00:00:00" }, "startDateTime")
    ])
    expect(code(start)).toEqual({ campaignError: "CANNOT_MODIFY_START_DATE_IF_ALREADY_STARTED" })
  })

  it("allow AI Max in Search and Shopping, and texts for expanded URLs only with customized texts", async () => {
    const set = async (name: string, fields: object, mask: string) => {
      const { resourceName } = await campaignNamed(client, name)
      return code(await client.mutate("campaigns", [update({ resourceName, ...fields }, mask)]))
    }
    const aiMax = { aiMaxSetting: { enableAiMax: true } }
    expect(await set("Dated", aiMax, "aiMaxSetting.enableAiMax")).toEqual({
      campaignError: "INCOMPATIBLE_CAMPAIGN_FIELD"
    })
    expect(await set("Sale", aiMax, "aiMaxSetting.enableAiMax")).toBeUndefined()
    const assetAutomationSettings = [
      {
        assetAutomationType: "FINAL_URL_EXPANSION_TEXT_ASSET_AUTOMATION",
        assetAutomationStatus: "OPTED_IN"
      }
    ]
    expect(await set("Boiler repair", { assetAutomationSettings }, "assetAutomationSettings")).toEqual({
      campaignError: "DYNAMIC_TEXT_ASSET_CANNOT_OPT_OUT_WITH_FINAL_URL_EXPANSION_OPT_IN"
    })
  })

  it("check characters, words and length of keywords, and return the name of an existing one", async () => {
    const [{ adGroup }] = (await client.rows(
      "SELECT ad_group.resource_name FROM ad_group WHERE ad_group.name = 'Emergency'"
    )) as [{ adGroup: { resourceName: string } }]
    const add = (text: string, more: object = {}) =>
      client.mutate("adGroupCriteria", [
        { create: { adGroup: adGroup.resourceName, keyword: { text, matchType: "EXACT" }, ...more } }
      ])
    expect(code(await add("a b c d e f g h i j k"))).toEqual({ criterionError: "KEYWORD_HAS_TOO_MANY_WORDS" })
    expect(code(await add("x".repeat(81)))).toEqual({ criterionError: "KEYWORD_TEXT_TOO_LONG" })
    expect(code(await add("what?"))).toEqual({ criterionError: "KEYWORD_HAS_INVALID_CHARS" })
    const again = await add("24 hour plumber")
    const [known] = await client.rows(
      "SELECT ad_group_criterion.resource_name FROM ad_group_criterion WHERE ad_group_criterion.keyword.text = '24 hour plumber'"
    )
    expect(again.body.results[0].resourceName).toBe(known.adGroupCriterion.resourceName)
    expect(code(await add("24 hour plumber", { negative: true }))).toEqual({
      adGroupCriterionError: "CANNOT_TARGET_AND_EXCLUDE"
    })
  })

  it("check paths, URLs and editorial policy of ads, and allow three enabled ones", async () => {
    const [row] = await client.rows(
      "SELECT ad_group.resource_name FROM ad_group WHERE ad_group.name = 'Bathrooms'"
    )
    const add = (ad: object = {}, rsa: object = {}) =>
      client.mutate("adGroupAds", [
        {
          create: {
            adGroup: row.adGroup.resourceName,
            ad: {
              finalUrls: ["https://northwind.example.com"],
              responsiveSearchAd: {
                headlines: ["One", "Two", "Three"].map((text) => ({ text })),
                descriptions: ["First", "Second"].map((text) => ({ text })),
                ...rsa
              },
              ...ad
            }
          }
        }
      ])
    expect(code(await add({}, { path2: "b" }))).toEqual({ adError: "CANNOT_SET_PATH2_WITHOUT_PATH1" })
    expect(code(await add({ finalUrls: ["northwind.example.com"] }))).toEqual({
      urlFieldError: "MISSING_PROTOCOL_IN_FINAL_URL"
    })
    expect(code(await add({ finalUrls: ["https://northwind"] }))).toEqual({
      urlFieldError: "INVALID_TLD_IN_FINAL_URL"
    })
    expect(code(await add({}, { headlines: ["One!", "Two", "Three"].map((text) => ({ text })) }))).toEqual({
      policyFindingError: "POLICY_FINDING"
    })
    expect(code(await add({}, { headlines: ["One", "One", "Three"].map((text) => ({ text })) }))).toEqual({
      distinctError: "DUPLICATE_ELEMENT"
    })
    expect((await add()).status).toBe(200)
    expect((await add()).status).toBe(200)
    expect(code(await add())).toEqual({ resourceCountLimitExceededError: "AD_GROUP_AD_LIMIT" })
  })

  it("update the texts of an ad in place by the ad's own name, check them alike, and review them again", async () => {
    const read = async () =>
      (
        await client.rows(
          "SELECT ad_group_ad.ad.resource_name, ad_group_ad.ad.responsive_search_ad.headlines, ad_group_ad.policy_summary.review_status FROM ad_group_ad WHERE ad_group.name = 'Bathrooms' LIMIT 1"
        )
      )[0].adGroupAd
    const { ad } = await read()
    const update = (headlines: ReadonlyArray<string>, mask = "responsive_search_ad.headlines") =>
      client.mutate("ads", [
        {
          update: {
            resourceName: ad.resourceName,
            responsiveSearchAd: { headlines: headlines.map((text) => ({ text })) }
          },
          updateMask: mask
        }
      ])
    expect(code(await update(["One", "Two"]))).toEqual({ collectionSizeError: "TOO_FEW" })
    expect(code(await update(["One", "Two", "Three"], "id"))).toEqual({ fieldError: "IMMUTABLE_FIELD" })
    expect((await update(["One", "Two", "Three"])).status).toBe(200)
    const after = await read()
    expect(after.ad.responsiveSearchAd.headlines.map(({ text }: { text: string }) => text)).toEqual([
      "One",
      "Two",
      "Three"
    ])
    expect(after.policySummary.reviewStatus).toBe("REVIEW_IN_PROGRESS")
  })

  it("accept locations, languages, sitelinks and callouts as Google does", async () => {
    const campaign = (await campaignNamed(client, "Bathroom fitting")).resourceName
    const place = (part: object) => client.mutate("campaignCriteria", [{ create: { campaign, ...part } }])
    const geoPoint = { latitudeInMicroDegrees: 47_611_400, longitudeInMicroDegrees: -122_338_100 }
    const near = (radius: number, more: object = { geoPoint }) =>
      place({ proximity: { radius, radiusUnits: "KILOMETERS", ...more } })
    expect((await near(20)).status).toBe(200)
    expect((await place({ language: { languageConstant: "languageConstants/1000" } })).status).toBe(200)
    expect(code(await near(0))).toEqual({ criterionError: "INVALID_PROXIMITY_RADIUS" })
    expect(code(await near(20, {}))).toEqual({
      criterionError: "PROXIMITY_GEOPOINT_AND_ADDRESS_BOTH_CANNOT_BE_NULL"
    })
    expect(code(await place({ location: { geoTargetConstant: "geoTargetConstants/1" } }))).toEqual({
      criterionError: "INVALID_CRITERION_ID"
    })
    expect(code(await place({ keyword: { text: "baths", matchType: "EXACT" } }))).toEqual({
      criterionError: "CANNOT_ADD_CRITERIA_TYPE"
    })
    const asset = (create: object) => client.mutate("assets", [{ create }])
    const finalUrls = ["https://northwind.example.com/a/"]
    const callout = await asset({ calloutAsset: { calloutText: "Fixed prices" } })
    expect((await asset({ calloutAsset: { calloutText: "Fixed prices" } })).body).toEqual(callout.body)
    expect(code(await asset({ calloutAsset: { calloutText: "x".repeat(26) } }))).toEqual({
      stringLengthError: "TOO_LONG"
    })
    expect(
      code(await asset({ finalUrls, sitelinkAsset: { linkText: "A", description1: "Only one" } }))
    ).toEqual({
      fieldError: "REQUIRED"
    })
    expect(code(await asset({ sitelinkAsset: { linkText: "A" } }))).toEqual({
      fieldError: "REQUIRED_NONEMPTY_LIST"
    })
    const link = { campaign, asset: callout.body.results[0].resourceName }
    expect(
      code(await client.mutate("campaignAssets", [{ create: { ...link, fieldType: "SITELINK" } }]))
    ).toEqual({
      assetLinkError: "FIELD_TYPE_INCOMPATIBLE_WITH_ASSET_TYPE"
    })
    expect(
      (await client.mutate("campaignAssets", [{ create: { ...link, fieldType: "CALLOUT" } }])).status
    ).toBe(200)
    const removal = await client.mutate("assets", [{ remove: link.asset }])
    expect(removal.body.error.message).toContain('Unknown name "remove"')
  })

  it("reject every campaign mutate while one campaign lacks its declaration", async () => {
    const other = await clientOf(emulator, "demo-refresh-contoso", "5550000003")
    const [first, second] = (await other.rows("SELECT campaign.resource_name FROM campaign")).map(
      ({ campaign }) => campaign.resourceName
    )
    const undeclare = update({ resourceName: first }, "containsEuPoliticalAdvertising")
    expect((await other.mutate("campaigns", [undeclare])).status).toBe(200)
    const [flag] = await other.rows(
      "SELECT campaign.missing_eu_political_advertising_declaration FROM campaign"
    )
    expect(flag.campaign.missingEuPoliticalAdvertisingDeclaration).toBe(true)
    const pause = update({ resourceName: second, status: "PAUSED" }, "status")
    expect(code(await other.mutate("campaigns", [pause]))).toEqual({
      mutateError: "EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED"
    })
    const declare = update(
      { resourceName: first, containsEuPoliticalAdvertising: "DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING" },
      "containsEuPoliticalAdvertising"
    )
    expect((await other.mutate("campaigns", [declare])).status).toBe(200)
    expect((await other.mutate("campaigns", [pause])).status).toBe(200)
  })

  it("reject unknown JSON fields before anything else", async () => {
    const response = await client.mutate("campaigns", [{ create: { nme: "x" } }])
    expect(response.body.error.message).toBe(
      `Invalid JSON payload received. Unknown name "nme" at 'operations[0].create': Cannot find field.`
    )
    expect(response.body.error.details[0]["@type"]).toBe("type.googleapis.com/google.rpc.BadRequest")
  })

  it("store account-level negatives in one list", async () => {
    const set = (name: string) =>
      client.mutate("sharedSets", [{ create: { name, type: "ACCOUNT_LEVEL_NEGATIVE_KEYWORDS" } }])
    const createdSet = (await set("Everywhere")).body.results[0].resourceName
    expect(code(await set("Another"))).toEqual({ resourceCountLimitExceededError: "SHARED_SET_LIMIT" })
    await client.mutate("sharedCriteria", [
      { create: { sharedSet: createdSet, keyword: { text: "jobs", matchType: "BROAD" } } }
    ])
    const link = await client.mutate("customerNegativeCriteria", [
      { create: { negativeKeywordList: { sharedSet: createdSet } } }
    ])
    expect(link.status).toBe(200)
    const [row] = await client.rows("SELECT shared_set.member_count, shared_set.name FROM shared_set")
    expect(row.sharedSet).toMatchObject({ name: "Everywhere", memberCount: "1" })
  })
})
