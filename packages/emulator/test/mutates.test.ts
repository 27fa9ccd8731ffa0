import { describe, expect, it } from "vitest"
import { campaignNamed, code, control, emulatorForFile, wholeCampaign } from "./support.ts"

const { client, emulator } = await emulatorForFile()

const resources = async () => (await control(emulator, "GET", "state")).resources as Record<string, unknown>
const update = (resource: object, updateMask: string) => ({ update: resource, updateMask })
const idOf = (resourceName: string) => resourceName.split("/").at(-1)!

describe("a whole campaign in one mutate", () => {
  it("is created with temporary ids, in order, and returns real names", async () => {
    const { status, body } = await client.mutateAll(wholeCampaign(client, "Radiators"))
    expect(status).toBe(200)
    const [budget, campaign, location, adGroup, ad, keyword, asset, link] = body.mutateOperationResponses
    const id = idOf(campaign.campaignResult.resourceName)
    expect(Number(id)).toBeGreaterThan(0)
    expect(budget.campaignBudgetResult.resourceName).toMatch(/campaignBudgets\/\d+$/)
    expect(location.campaignCriterionResult.resourceName).toBe(client.name(`campaignCriteria/${id}~1027744`))
    expect(ad.adGroupAdResult.resourceName).toMatch(
      new RegExp(`adGroupAds/${idOf(adGroup.adGroupResult.resourceName)}~\\d+$`)
    )
    expect(keyword.adGroupCriterionResult.resourceName).toMatch(/adGroupCriteria\/\d+~\d+$/)
    expect(link.campaignAssetResult.resourceName).toBe(
      client.name(`campaignAssets/${id}~${idOf(asset.assetResult.resourceName)}~SITELINK`)
    )
    const [row] = await client.rows(
      `SELECT ad_group_criterion.keyword.text, ad_group.name, campaign.name, campaign.campaign_budget FROM ad_group_criterion WHERE campaign.id = ${id}`
    )
    expect(row.campaign.campaignBudget).toBe(budget.campaignBudgetResult.resourceName)
    expect(row.adGroupCriterion.keyword.text).toBe("radiator fitting")
  })

  it("is created completely or not at all, with the location of every error", async () => {
    const before = await resources()
    const response = await client.mutateAll(
      wholeCampaign(client, "Half made", {
        headlines: ["Too few", "A headline that is far too long to pass"]
      })
    )
    expect(response.status).toBe(400)
    expect(response.errors.map(({ errorCode }) => errorCode)).toEqual([
      { collectionSizeError: "TOO_FEW" },
      { stringLengthError: "TOO_LONG" }
    ])
    expect(response.errors[1]?.location?.fieldPathElements).toEqual([
      { fieldName: "mutate_operations", index: 4 },
      { fieldName: "ad_group_ad_operation" },
      { fieldName: "create" },
      { fieldName: "ad" },
      { fieldName: "responsive_search_ad" },
      { fieldName: "headlines", index: 1 },
      { fieldName: "text" }
    ])
    expect(await resources()).toEqual(before)
  })

  it("rejects references to a failed or later operation", async () => {
    const broken = wholeCampaign(client, "Boiler repair")
    const response = await client.mutateAll(broken)
    expect(response.errors[0]?.errorCode).toEqual({ campaignError: "DUPLICATE_CAMPAIGN_NAME" })
    expect(response.errors[0]?.message).toBe("The name is already being used by another campaign.")
    expect(response.errors[1]?.errorCode).toEqual({ newResourceCreationError: "TEMP_ID_RESOURCE_HAD_ERRORS" })
    const [budget, campaign] = wholeCampaign(client, "Backwards")
    expect(code(await client.mutateAll([campaign!, budget!]))).toEqual({ mutateError: "RESOURCE_NOT_FOUND" })
    expect(code(await client.mutateAll([budget!, budget!]))).toEqual({
      newResourceCreationError: "DUPLICATE_TEMP_IDS"
    })
  })

  it("changes nothing when it only validates", async () => {
    const before = await resources()
    const validated = await client.mutateAll(wholeCampaign(client, "Only validated"), { validateOnly: true })
    expect([validated.status, validated.body]).toEqual([200, {}])
    const bad = await client.mutateAll(wholeCampaign(client, "Boiler repair"), { validateOnly: true })
    expect(code(bad)).toEqual({ campaignError: "DUPLICATE_CAMPAIGN_NAME" })
    expect(await resources()).toEqual(before)
  })
})

describe("partial failure", () => {
  it("applies valid operations and reports the others", async () => {
    const campaign = await campaignNamed(client, "Boiler repair")
    const negative = (text: string) => ({
      create: { campaign: campaign.resourceName, negative: true, keyword: { text, matchType: "EXACT" } }
    })
    const { status, body } = await client.mutate(
      "campaignCriteria",
      [negative("boiler school"), negative("boiler! school"), negative("boiler museum")],
      { partialFailure: true }
    )
    expect(status).toBe(200)
    expect(body.results.map((result: object) => Object.keys(result))).toEqual([
      ["resourceName"],
      [],
      ["resourceName"]
    ])
    expect(body.partialFailureError.code).toBe(3)
    const [error] = body.partialFailureError.details[0].errors
    expect(error.errorCode).toEqual({ criterionError: "KEYWORD_HAS_INVALID_CHARS" })
    expect(error.location.fieldPathElements[0]).toEqual({ fieldName: "operations", index: 1 })
  })
})

describe("updates", () => {
  it("pauses, changes a budget, sets and clears a target, and returns the resource on request", async () => {
    const campaign = await campaignNamed(client, "Imported legacy")
    const paused = await client.mutate(
      "campaigns",
      [update({ resourceName: campaign.resourceName, status: "PAUSED" }, "status")],
      { responseContentType: "MUTABLE_RESOURCE" }
    )
    expect(paused.body.results[0].campaign).toMatchObject({ name: "Imported legacy", status: "PAUSED" })
    await client.mutate("campaignBudgets", [
      update({ resourceName: campaign.campaignBudget, amountMicros: "17000000" }, "amountMicros")
    ])
    const target = (micros?: string) =>
      client.mutate("campaigns", [
        update(
          {
            resourceName: campaign.resourceName,
            maximizeConversions: micros ? { targetCpaMicros: micros } : {}
          },
          "maximizeConversions.targetCpaMicros"
        )
      ])
    await target("40000000")
    const read = () =>
      client.rows(
        "SELECT campaign.maximize_conversions.target_cpa_micros, campaign_budget.amount_micros FROM campaign WHERE campaign.name = 'Imported legacy'"
      )
    expect((await read())[0]).toMatchObject({
      campaign: { maximizeConversions: { targetCpaMicros: "40000000" } },
      campaignBudget: { amountMicros: "17000000" }
    })
    await target()
    expect((await read())[0].campaign.maximizeConversions).toBeUndefined()
  })

  it("rejects invalid masks and immutable fields", async () => {
    const campaign = await campaignNamed(client, "Boiler repair")
    const tries: readonly (readonly [object, object])[] = [
      [
        update({ resourceName: campaign.resourceName, status: "PAUSED" }, ""),
        { fieldMaskError: "FIELD_MASK_MISSING" }
      ],
      [update({ resourceName: campaign.resourceName }, "colour"), { fieldMaskError: "FIELD_NOT_FOUND" }],
      [
        update({ resourceName: campaign.resourceName }, "maximizeConversions"),
        { fieldMaskError: "FIELD_HAS_SUBFIELDS" }
      ],
      [
        update({ resourceName: campaign.resourceName }, "advertisingChannelType"),
        { fieldError: "IMMUTABLE_FIELD" }
      ],
      [update({ status: "PAUSED" }, "status"), { requestError: "RESOURCE_NAME_MISSING" }],
      [update({ resourceName: "campaigns/1" }, "status"), { requestError: "RESOURCE_NAME_MALFORMED" }],
      [
        update({ resourceName: client.name("campaigns/77") }, "status"),
        { mutateError: "RESOURCE_NOT_FOUND" }
      ],
      [{}, { requestError: "OPERATION_REQUIRED" }]
    ]
    for (const [operation, errorCode] of tries) {
      expect(code(await client.mutate("campaigns", [operation]))).toEqual(errorCode)
    }
  })

  it("rejects an update of a negative keyword, and accepts its removal once", async () => {
    const [row] = await client.rows(
      "SELECT campaign_criterion.resource_name FROM campaign_criterion WHERE campaign_criterion.negative = TRUE AND campaign.name = 'Boiler repair'"
    )
    const { resourceName } = row.campaignCriterion
    const changed = await client.mutate("campaignCriteria", [
      update({ resourceName, status: "PAUSED" }, "status")
    ])
    expect(code(changed)).toEqual({ campaignCriterionError: "CANNOT_UPDATE_NEGATIVE_CRITERION" })
    expect((await client.mutate("campaignCriteria", [{ remove: resourceName }])).status).toBe(200)
    expect(code(await client.mutate("campaignCriteria", [{ remove: resourceName }]))).toEqual({
      operationAccessDeniedError: "OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE"
    })
  })
})

describe("one request", () => {
  it("has one to ten thousand operations", async () => {
    const operations = Array.from({ length: 10_001 }, () => ({ remove: client.name("campaigns/1") }))
    expect(code(await client.mutate("campaigns", operations))).toEqual({
      requestError: "TOO_MANY_MUTATE_OPERATIONS"
    })
    expect(code(await client.mutate("campaigns", []))).toEqual({ requestError: "REQUIRED_FIELD_MISSING" })
  })

  it("changes a resource at most once", async () => {
    const { resourceName } = await campaignNamed(client, "Boiler repair")
    const rename = (name: string) => update({ resourceName, name }, "name")
    const twice = await client.mutate("campaigns", [rename("Once"), rename("Twice")])
    expect(code(twice)).toEqual({ mutateError: "ID_EXISTS_IN_MULTIPLE_MUTATES" })
    expect((await campaignNamed(client, "Boiler repair")).resourceName).toBe(resourceName)
  })
})
