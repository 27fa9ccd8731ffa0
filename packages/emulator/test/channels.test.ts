import { describe, expect, it } from "vitest"
import { channels } from "../src/state/channels.ts"
import { channelCampaign, code, control, editByPerson, emulatorForFile } from "./support.ts"

const { client, emulator } = await emulatorForFile()

const others = Object.keys(channels).filter((channel) => channel !== "SEARCH")
const created = new Map<string, { readonly budget: string; readonly campaign: string }>()
for (const channel of others) {
  const [budget, campaign] = await editByPerson(emulator, client, channelCampaign(client, channel))
  created.set(channel, { budget: budget!, campaign: campaign! })
}
await control(emulator, "POST", "clock", { advance: { days: 14 } })

const days = "segments.date BETWEEN '2026-11-15' AND '2026-11-28'"
const figures =
  "metrics.impressions, metrics.clicks, metrics.cost_micros, metrics.conversions, metrics.conversions_value"
const update = (resource: object, updateMask: string) => ({ update: resource, updateMask })

describe.each(others)("a campaign of %s", (channel) => {
  const where = `campaign.advertising_channel_type = '${channel}' AND campaign.name = '${channel}'`

  it("has figures of every day, and rows of none of its texts", async () => {
    const rows = await client.rows(
      `SELECT segments.date, segments.ad_network_type, ${figures} FROM campaign WHERE ${where} AND ${days}`
    )
    expect(rows).toHaveLength(14)
    expect(new Set(rows.map(({ segments }) => segments.adNetworkType))).toEqual(
      new Set([channels[channel]!.network])
    )
    for (const { metrics } of rows) {
      expect(Number(metrics.impressions)).toBeGreaterThan(Number(metrics.clicks))
      expect(Number(metrics.costMicros)).toBeLessThanOrEqual(2 * 40_000_000)
    }
    const sum = (field: string) => rows.reduce((total, { metrics }) => total + Number(metrics[field] ?? 0), 0)
    expect(sum("costMicros") / 1e6).toBeGreaterThan(10 * 14)
    expect(sum("conversions")).toBeGreaterThan(0)
    expect(sum("conversionsValue")).toBeGreaterThan(0)
    const { typical } = channels[channel]!
    expect(sum("clicks") / sum("impressions")).toBeLessThan(1.5 * typical.ctr)
    expect(sum("clicks") / sum("impressions")).toBeGreaterThan(0.6 * typical.ctr)
    for (const [from, field] of [
      ["keyword_view", "ad_group_criterion.resource_name"],
      ["search_term_view", "search_term_view.search_term"],
      ["ad_group_ad", "ad_group_ad.ad.responsive_search_ad.headlines"]
    ]) {
      expect(await client.rows(`SELECT ${field} FROM ${from} WHERE ${where}`)).toEqual([])
    }
    const adGroups = await client.rows(
      `SELECT ad_group.type, metrics.cost_micros FROM ad_group WHERE ${where} AND ${days}`
    )
    expect(adGroups.map(({ adGroup, metrics }) => [adGroup.type, Number(metrics.costMicros)])).toEqual(
      channels[channel]!.adGroupTypes.slice(0, 1).map((type) => [
        type === "UNSPECIFIED" ? undefined : type,
        sum("costMicros")
      ])
    )
  })

  it("has its state and budget changed by people, with change events", async () => {
    const { budget, campaign } = created.get(channel)!
    await editByPerson(emulator, client, [
      { campaignOperation: update({ resourceName: campaign, status: "PAUSED" }, "status") },
      { campaignBudgetOperation: update({ resourceName: budget, amountMicros: "30000000" }, "amountMicros") }
    ])
    const [row] = await client.rows(
      `SELECT campaign.status, campaign.primary_status, campaign_budget.amount_micros FROM campaign WHERE ${where}`
    )
    expect(row).toMatchObject({
      campaign: { status: "PAUSED", primaryStatus: "PAUSED" },
      campaignBudget: { amountMicros: "30000000" }
    })
    const events = await client.rows(
      `SELECT change_event.change_resource_type, change_event.changed_fields, change_event.client_type
       FROM change_event WHERE change_event.change_date_time DURING TODAY
         AND change_event.campaign = '${campaign}' AND change_event.resource_change_operation = 'UPDATE' LIMIT 10`
    )
    expect(
      events.map(({ changeEvent }) => [
        changeEvent.changeResourceType,
        changeEvent.clientType,
        changeEvent.changedFields
      ])
    ).toEqual([
      ["CAMPAIGN", "GOOGLE_ADS_WEB_CLIENT", "status"],
      ["CAMPAIGN_BUDGET", "GOOGLE_ADS_WEB_CLIENT", "amountMicros"]
    ])
  })

  it("has its state and budget changed by clients, unless its channel is read-only", async () => {
    const { budget, campaign } = created.get(channel)!
    const denied = channels[channel]!.readOnly === "all"
    const refusal = { operationAccessDeniedError: "MUTATE_ACTION_NOT_PERMITTED_FOR_CLIENT" }
    const state = await client.mutate("campaigns", [
      update({ resourceName: campaign, status: "ENABLED" }, "status")
    ])
    expect(code(state)).toEqual(denied ? refusal : undefined)
    const amount = await client.mutate("campaignBudgets", [
      update({ resourceName: budget, amountMicros: "20000000" }, "amountMicros")
    ])
    expect(code(amount)).toEqual(denied ? refusal : undefined)
  })
})

describe("channels", () => {
  const byClient = async (channel: string, campaign: object = {}) =>
    code(
      await client.mutateAll(
        channelCampaign(client, channel, { campaign: { name: `New ${channel}`, ...campaign } }),
        { validateOnly: true }
      )
    )

  it("let clients create campaigns, except of video and local services", async () => {
    for (const channel of others) {
      const expected =
        channel === "VIDEO"
          ? { operationAccessDeniedError: "MUTATE_ACTION_NOT_PERMITTED_FOR_CLIENT" }
          : channel === "LOCAL_SERVICES"
            ? { operationAccessDeniedError: "OPERATION_NOT_PERMITTED_FOR_CAMPAIGN_TYPE" }
            : undefined
      expect(await byClient(channel), channel).toEqual(expected)
    }
    const { campaign } = created.get("LOCAL_SERVICES")!
    const rename = await client.mutate("campaigns", [update({ resourceName: campaign, name: "New" }, "name")])
    expect(code(rename)).toEqual({ operationAccessDeniedError: "OPERATION_NOT_PERMITTED_FOR_CAMPAIGN_TYPE" })
  })

  it("require their settings, and have ad groups of their own types", async () => {
    expect(await byClient("SHOPPING", { shoppingSetting: undefined })).toEqual({
      campaignError: "MISSING_SHOPPING_SETTING"
    })
    expect(await byClient("HOTEL", { hotelSetting: undefined })).toEqual({
      campaignError: "MISSING_HOTEL_SETTING"
    })
    const adGroup = async (channel: string, type?: string) =>
      code(
        await client.mutate("adGroups", [
          { create: { campaign: created.get(channel)!.campaign, name: "Two", ...(type ? { type } : {}) } }
        ])
      )
    expect(await adGroup("PERFORMANCE_MAX")).toEqual({
      adGroupError: "CANNOT_ADD_AD_GROUP_FOR_CAMPAIGN_TYPE"
    })
    expect(await adGroup("DISPLAY", "SEARCH_STANDARD")).toEqual({
      adGroupError: "AD_GROUP_TYPE_NOT_VALID_FOR_ADVERTISING_CHANNEL_TYPE"
    })
    expect(await adGroup("DISPLAY")).toBeUndefined()
  })

  it("have impression shares in Search and Shopping alone", async () => {
    const rows = await client.rows(
      `SELECT campaign.advertising_channel_type, metrics.search_impression_share FROM campaign WHERE ${days} AND metrics.impressions > 0`
    )
    const known = rows.filter(({ metrics }) => metrics.searchImpressionShare !== undefined)
    expect(new Set(known.map(({ campaign }) => campaign.advertisingChannelType))).toEqual(
      new Set(["SEARCH", "SHOPPING"])
    )
    expect(rows.length).toBeGreaterThan(known.length)
  })

  it("divide the customer's figures by network", async () => {
    const rows = await client.rows(
      `SELECT segments.ad_network_type, metrics.cost_micros FROM customer WHERE ${days}`
    )
    expect(rows.map(({ segments }) => segments.adNetworkType).toSorted()).toEqual(
      [...new Set(Object.values(channels).map(({ network }) => network))].toSorted()
    )
  })
})
