import { expect, it } from "vitest"
import { campaignNamed, control, emulatorForFile } from "./support.ts"

const { client, emulator } = await emulatorForFile()

const update = (resource: object, updateMask: string) => ({ update: resource, updateMask })
const advance = (days: number) => control(emulator, "POST", "clock", { advance: { days } })

/** Returns the search terms of the campaign, each with its match, from one day of November 2026 to another. */
const termsOf = async (from: string, to: string) => {
  const rows = await client.rows(
    `SELECT search_term_view.search_term, ad_group.name, segments.search_term_match_source,
       segments.search_term_match_type, segments.keyword.info.text, metrics.clicks
     FROM search_term_view WHERE campaign.name = 'Bathroom fitting'
       AND segments.date BETWEEN '2026-11-${from}' AND '2026-11-${to}'`
  )
  return rows.map(({ searchTermView, segments }) => ({
    term: searchTermView.searchTerm,
    source: segments.searchTermMatchSource,
    type: segments.searchTermMatchType,
    keyword: segments.keyword?.info.text
  }))
}

const sourcesOf = (terms: Awaited<ReturnType<typeof termsOf>>) =>
  [...new Set(terms.map(({ source }) => source))].toSorted()

it("adds searches to a campaign's keywords, until it is off or a negative keyword excludes them", async () => {
  const { resourceName } = await campaignNamed(client, "Bathroom fitting")
  const set = (campaign: object, mask: string) =>
    client.mutate("campaigns", [update({ resourceName, ...campaign }, mask)])
  await set({ status: "ENABLED" }, "status")
  await advance(3)
  expect(sourcesOf(await termsOf("15", "17"))).toEqual(["ADVERTISER_PROVIDED_KEYWORD"])

  await set({ aiMaxSetting: { enableAiMax: true } }, "aiMaxSetting.enableAiMax")
  const [row] = await client.rows(
    `SELECT campaign.ai_max_setting.enable_ai_max, campaign.asset_automation_settings FROM campaign
     WHERE campaign.ai_max_setting.enable_ai_max = TRUE AND campaign.name = 'Bathroom fitting'`
  )
  expect(row.campaign.aiMaxSetting).toEqual({ enableAiMax: true })
  expect(row.campaign.assetAutomationSettings).toContainEqual({
    assetAutomationType: "TEXT_ASSET_AUTOMATION",
    assetAutomationStatus: "OPTED_OUT"
  })
  await advance(3)
  const terms = await termsOf("18", "20")
  expect(sourcesOf(terms)).toEqual([
    "ADVERTISER_PROVIDED_KEYWORD",
    "AI_MAX_BROAD_MATCH",
    "AI_MAX_KEYWORDLESS"
  ])
  for (const { keyword, source, type } of terms) {
    expect(keyword === undefined).toBe(source === "AI_MAX_KEYWORDLESS")
    expect(type === "AI_MAX").toBe(source !== "ADVERTISER_PROVIDED_KEYWORD")
  }
  const keywordless = terms.find(({ source }) => source === "AI_MAX_KEYWORDLESS")!.term
  const cost = async (from: string) => {
    const rows = await client.rows(
      `SELECT metrics.cost_micros FROM ${from} WHERE campaign.name = 'Bathroom fitting' AND segments.date BETWEEN '2026-11-18' AND '2026-11-20'`
    )
    return rows.reduce((sum, { metrics }) => sum + Number(metrics.costMicros), 0)
  }
  expect(await cost("keyword_view")).toBeLessThan(await cost("ad_group"))

  const negative = { text: keywordless, matchType: "EXACT" }
  await client.mutate("campaignCriteria", [
    { create: { campaign: resourceName, negative: true, keyword: negative } }
  ])
  await advance(3)
  const remaining = await termsOf("21", "23")
  expect(remaining.map(({ term }) => term)).not.toContain(keywordless)
  expect(sourcesOf(remaining)).toContain("AI_MAX_KEYWORDLESS")

  const [group] = await client.rows(
    "SELECT ad_group.resource_name FROM ad_group WHERE ad_group.name = 'Bathrooms'"
  )
  const disable = { disableSearchTermMatching: true }
  await client.mutate("adGroups", [
    update(
      { resourceName: group.adGroup.resourceName, aiMaxAdGroupSetting: disable },
      "aiMaxAdGroupSetting.disableSearchTermMatching"
    )
  ])
  await advance(3)
  expect(sourcesOf(await termsOf("24", "26"))).toEqual(["ADVERTISER_PROVIDED_KEYWORD"])
})
