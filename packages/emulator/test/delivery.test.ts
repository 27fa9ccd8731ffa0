import { describe, expect, it } from "vitest"
import {
  campaignNamed,
  channelCampaign,
  code,
  control,
  editByPerson,
  emulatorForFile,
  northwind
} from "./support.ts"

const { client, emulator } = await emulatorForFile()

const update = (resource: object, updateMask: string) => ({ update: resource, updateMask })
const advance = (days: number) => control(emulator, "POST", "clock", { advance: { days } })

const statusOf = async (name: string) => {
  const [row] = await client.rows(
    `SELECT campaign.primary_status, campaign.primary_status_reasons, campaign.serving_status FROM campaign WHERE campaign.name = '${name}'`
  )
  const { primaryStatus, primaryStatusReasons = [], servingStatus } = row.campaign
  return [primaryStatus, servingStatus, ...primaryStatusReasons]
}

/** Returns the cost of a campaign yesterday. */
const costYesterday = async (name: string) => {
  const [row] = await client.rows(
    `SELECT metrics.cost_micros FROM campaign WHERE campaign.name = '${name}' AND segments.date DURING YESTERDAY`
  )
  return Number(row.metrics.costMicros) / 1e6
}

const setCampaign = async (name: string, fields: object, mask: string) => {
  const { resourceName } = await campaignNamed(client, name)
  return client.mutate("campaigns", [update({ resourceName, ...fields }, mask)])
}

describe("the status of a campaign", () => {
  it("says that its start is to come or its end has passed", async () => {
    await client.mutateAll(
      channelCampaign(client, "DISPLAY", {
        // More than the demand of any day.
        budget: { amountMicros: "900000000" },
        campaign: { startDateTime: "2026-11-20 00:00:00" }
      })
    )
    expect(await statusOf("DISPLAY")).toEqual(["PENDING", "PENDING", "CAMPAIGN_PENDING"])
    await setCampaign("DISPLAY", { endDateTime: "2026-11-20 23:59:59" }, "end_date_time")
    await advance(5)
    expect(await statusOf("DISPLAY")).toEqual(["ELIGIBLE", "SERVING"])
    await advance(1)
    expect(await costYesterday("DISPLAY")).toBeGreaterThan(0)
    expect(await statusOf("DISPLAY")).toEqual(["ENDED", "ENDED", "CAMPAIGN_ENDED"])
    await setCampaign("DISPLAY", {}, "end_date_time")
    expect(await statusOf("DISPLAY")).toEqual(["ELIGIBLE", "SERVING"])
    await setCampaign("DISPLAY", { endDateTime: "2026-11-22 23:59:59" }, "end_date_time")
    await advance(2)
    expect(await costYesterday("DISPLAY")).toBeGreaterThan(0)
    await advance(1)
    expect(await costYesterday("DISPLAY")).toBe(0)
  })

  it("names what is missing or paused below it", async () => {
    const { resourceName } = await campaignNamed(client, "Imported legacy")
    const [row] = await client.rows(
      `SELECT ad_group.resource_name, ad_group_ad.resource_name FROM ad_group_ad WHERE campaign.name = 'Imported legacy'`
    )
    const [adGroup, ad] = [row.adGroup.resourceName, row.adGroupAd.resourceName]
    const set = (collection: string, name: string, status: string) =>
      client.mutate(collection, [update({ resourceName: name, status }, "status")])
    expect(await statusOf("Imported legacy")).toEqual(["LIMITED", "SERVING", "BUDGET_CONSTRAINED"])
    await set("adGroupAds", ad, "PAUSED")
    expect(await statusOf("Imported legacy")).toEqual(["NOT_ELIGIBLE", "SERVING", "AD_GROUP_ADS_PAUSED"])
    await set("adGroups", adGroup, "PAUSED")
    expect(await statusOf("Imported legacy")).toEqual(["NOT_ELIGIBLE", "SERVING", "AD_GROUPS_PAUSED"])
    await set("campaigns", resourceName, "PAUSED")
    expect(await statusOf("Imported legacy")).toEqual(["PAUSED", "SERVING", "CAMPAIGN_PAUSED"])
    await set("adGroupAds", ad, "ENABLED")
    await set("adGroups", adGroup, "ENABLED")
    await set("campaigns", resourceName, "ENABLED")
    const keywords = await client.rows(
      `SELECT ad_group_criterion.resource_name FROM ad_group_criterion WHERE campaign.name = 'Imported legacy'`
    )
    for (const { adGroupCriterion } of keywords)
      await set("adGroupCriteria", adGroupCriterion.resourceName, "PAUSED")
    expect(await statusOf("Imported legacy")).toEqual(["NOT_ELIGIBLE", "SERVING", "KEYWORDS_PAUSED"])
    for (const { adGroupCriterion } of keywords)
      await set("adGroupCriteria", adGroupCriterion.resourceName, "ENABLED")
  })

  it("says that ads are disapproved, which stops them", async () => {
    const [{ adGroupAd }] = (await client.rows(
      "SELECT ad_group_ad.resource_name FROM ad_group_ad WHERE campaign.name = 'Imported legacy'"
    )) as [{ adGroupAd: { resourceName: string } }]
    const review = (approvalStatus: string, topic?: string) =>
      control(emulator, "PUT", "reviews", { ad: adGroupAd.resourceName, approvalStatus, topic })
    await review("DISAPPROVED", "DESTINATION_NOT_WORKING")
    expect(await statusOf("Imported legacy")).toEqual(["NOT_ELIGIBLE", "SERVING", "HAS_ADS_DISAPPROVED"])
    const [row] = await client.rows(
      `SELECT ad_group_ad.policy_summary.approval_status, ad_group_ad.policy_summary.policy_topic_entries FROM ad_group_ad
       WHERE ad_group_ad.policy_summary.approval_status = 'DISAPPROVED'`
    )
    expect(row.adGroupAd.policySummary.policyTopicEntries[0].topic).toBe("DESTINATION_NOT_WORKING")
    await advance(1)
    expect(await costYesterday("Imported legacy")).toBe(0)
    await review("APPROVED")
    expect(await statusOf("Imported legacy")).toEqual(["LIMITED", "SERVING", "BUDGET_CONSTRAINED"])
    const ok = await control(emulator, "PUT", "reviews", { ad: "customers/1/adGroupAds/1~1" })
    expect(ok.error).toContain("no resource")
  })

  it("is not eligible while the account's billing is not approved, or the account is suspended", async () => {
    const billing = (status: string) => control(emulator, "PUT", "billing", { customerId: northwind, status })
    await billing("CANCELLED")
    const [row] = await client.rows("SELECT billing_setup.id, billing_setup.status FROM billing_setup")
    expect(row.billingSetup.status).toBe("CANCELLED")
    expect(await statusOf("Boiler repair")).toEqual(["NOT_ELIGIBLE", "SUSPENDED"])
    expect(await statusOf("Rival names")).toEqual(["PAUSED", "SERVING", "CAMPAIGN_PAUSED"])
    await advance(1)
    expect(await costYesterday("Boiler repair")).toBe(0)
    await billing("APPROVED")
    await advance(1)
    expect(await costYesterday("Boiler repair")).toBeGreaterThan(0)
    await control(emulator, "PUT", "customers", { id: northwind, status: "SUSPENDED" })
    expect((await client.rows("SELECT customer.status FROM customer"))[0].customer.status).toBe("SUSPENDED")
    expect(await statusOf("Boiler repair")).toEqual(["NOT_ELIGIBLE", "SUSPENDED"])
    await advance(1)
    expect(await costYesterday("Boiler repair")).toBe(0)
    await control(emulator, "PUT", "customers", { id: northwind, status: "ENABLED" })
  })
})

describe("the traffic of a campaign", () => {
  it("stops, grows or is greedy from a day on", async () => {
    const campaign = (await campaignNamed(client, "Northwind brand")).resourceName
    const traffic = (demand: number | "greedy", from?: string) =>
      control(emulator, "PUT", "traffic", { campaign, demand, from })
    await traffic(0)
    await advance(1)
    expect(await costYesterday("Northwind brand")).toBe(0)
    await traffic("greedy")
    await advance(1)
    expect(await costYesterday("Northwind brand")).toBe(2 * 20)
    await traffic(0.2)
    await advance(1)
    expect(await costYesterday("Northwind brand")).toBeLessThan(10)
    await traffic(1)
    const { now } = await control(emulator, "GET", "clock")
    const tomorrow = new Date(Date.parse(now) + 86_400_000).toISOString().slice(0, 10)
    await traffic(0, tomorrow)
    await advance(1)
    expect(await costYesterday("Northwind brand")).toBeGreaterThan(0)
    await advance(1)
    expect(await costYesterday("Northwind brand")).toBe(0)
    const unknown = await control(emulator, "PUT", "traffic", {
      campaign: "customers/1/campaigns/1",
      demand: 0
    })
    expect(unknown.error).toBe("no such campaign")
  })
})

describe("a campaign of an experiment", () => {
  it("refuses changes of its state, dates and budget by clients", async () => {
    const base = await campaignNamed(client, "Boiler repair")
    const [budget, campaign] = await editByPerson(
      emulator,
      client,
      channelCampaign(client, "PERFORMANCE_MAX", { campaign: { name: "Trial" } })
    )
    await control(emulator, "PUT", "experiments", { campaign, baseCampaign: base.resourceName })
    const refused = { campaignError: "CANNOT_MODIFY_FOR_TRIAL_CAMPAIGN" }
    expect(code(await setCampaign("Trial", { status: "PAUSED" }, "status"))).toEqual(refused)
    const amount = update({ resourceName: budget, amountMicros: "1000000" }, "amount_micros")
    expect(code(await client.mutate("campaignBudgets", [amount]))).toEqual(refused)
    expect(code(await setCampaign("Trial", { name: "Trial 2" }, "name"))).toBeUndefined()
    const [row] = await client.rows(
      "SELECT campaign.experiment_type FROM campaign WHERE campaign.name = 'Trial 2'"
    )
    expect(row.campaign.experimentType).toBe("EXPERIMENT")
  })
})
