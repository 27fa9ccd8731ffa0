import { Effect } from "effect"
import { expect, it } from "vitest"
import { Sync } from "../../../src/campaigns/sync/sync.ts"
import type { OperationName, Output } from "../../../src/contract/index.ts"
import { customerOf } from "../../platform/support/emulator.ts"
import { call } from "../../support/call.ts"
import { runOnPlatform } from "../../support/on-platform.ts"

const demo = await runOnPlatform()
const owner = demo.keys["northwind"]!.owner!
const { customerId } = customerOf("northwind")
const slug = "boiler-repair"

const read = async <Name extends OperationName>(name: Name, values: Record<string, unknown>) => {
  const { error, output } = await demo.run(call(name, owner, values))
  if (error !== null) throw new Error(JSON.stringify(error))
  return output as Output<Name>
}

const [stored] = await demo.query<{ organization: number; account: string; ref: string }>(`
  select c.organization_id as organization, c.ad_account_id as account, c.platform_resource_name as ref
  from campaigns c join organizations o on o.id = c.organization_id
  where o.slug = 'northwind' and c.slug = '${slug}'`)
const { account, organization, ref } = stored!

/** What somebody does in the ad platform, followed by a sync. */
const editAndSync = async (...mutateOperations: ReadonlyArray<unknown>) => {
  await demo.control("POST", "edits", { customerId, userEmail: "agency@else.test", mutateOperations })
  const report = await demo.run(Effect.flatMap(Sync, (sync) => sync.account(organization, account)))
  expect(report).toMatchObject({ outcome: "synced" })
}

const name = (collection: string, id: string | number) => `customers/${customerId}/${collection}/${id}`
const list = (id: number, listName: string, type: string, text: string, matchType: string) => [
  { sharedSetOperation: { create: { resourceName: name("sharedSets", id), name: listName, type } } },
  {
    sharedCriterionOperation: {
      create: { sharedSet: name("sharedSets", id), keyword: { text, matchType } }
    }
  }
]

const findings = async () =>
  (await read("detectors.run", { slug, detector: "negative_keywords" })).findings as ReadonlyArray<
    Readonly<Record<string, unknown>>
  >

it("respects shared and account-level negative keyword lists everywhere, and forgets unlinked ones", async () => {
  const excluded = (await findings()).filter(({ action, terms }) => action === "exclude" && terms == null)
  const [ofCampaign, ofAccount] = excluded.map(({ term }) => String(term))
  await editAndSync(
    ...list(-1, "Waste", "NEGATIVE_KEYWORDS", ofCampaign!, "EXACT"),
    { campaignSharedSetOperation: { create: { campaign: ref, sharedSet: name("sharedSets", -1) } } },
    ...list(-2, "Never", "ACCOUNT_LEVEL_NEGATIVE_KEYWORDS", ofAccount!, "PHRASE"),
    {
      customerNegativeCriterionOperation: {
        create: { negativeKeywordList: { sharedSet: name("sharedSets", -2) } }
      }
    }
  )

  const after = await findings()
  for (const [term, listName] of [
    [ofCampaign, "Waste"],
    [ofAccount, "Never"]
  ]) {
    const row = after.find((one) => one["term"] === term && one["terms"] == null)
    expect(row).toMatchObject({ action: "review", reason: expect.stringContaining(`"${listName}"`) })
    expect(row).not.toHaveProperty("recommendation_id")
  }

  const preview = { slug, keywords: [ofAccount, "never searched"], match_type: "phrase", dry_run: true }
  expect(await read("keywords.add_negatives", preview)).toMatchObject({
    already_there: [ofAccount],
    would_apply: [{ term: "never searched" }]
  })

  const listed = async (of: string) => {
    const { negative_keywords, total } = await read("keywords.list_negatives", { slug: of, limit: 100 })
    expect(negative_keywords).toHaveLength(total)
    return negative_keywords.filter((one) => one.source === "list")
  }
  const fromAccount = { text: ofAccount, match_type: "phrase", list: "Never", ad_id: null, action_id: null }
  expect(await listed(slug)).toHaveLength(2)
  expect(await listed(slug)).toContainEqual(expect.objectContaining(fromAccount))
  expect(await listed("emergency-plumber")).toEqual([expect.objectContaining(fromAccount)])
  const firstPage = await read("keywords.list_negatives", { slug, limit: 1 })
  const rest = { slug, limit: 100, cursor: firstPage.next_cursor }
  const others = await read("keywords.list_negatives", rest)
  expect([...firstPage.negative_keywords, ...others.negative_keywords]).toHaveLength(firstPage.total)

  const [kept] = await demo.query<{ ref: string }>(
    "select platform_resource_name as ref from negative_lists where name = 'Waste'"
  )
  const link = name("campaignSharedSets", `${ref.split("/").at(-1)}~${kept!.ref.split("/").at(-1)}`)
  await editAndSync({ campaignSharedSetOperation: { remove: link } })
  expect(await listed(slug)).toEqual([expect.objectContaining(fromAccount)])
})

it("uses the target of a portfolio strategy, and refuses to set it on one campaign", async () => {
  await editAndSync(
    {
      biddingStrategyOperation: {
        create: {
          resourceName: name("biddingStrategies", -1),
          name: "Portfolio",
          targetCpa: { targetCpaMicros: "42500000" }
        }
      }
    },
    {
      campaignOperation: {
        update: { resourceName: ref, biddingStrategy: name("biddingStrategies", -1) },
        updateMask: "biddingStrategy"
      }
    }
  )
  expect(await read("campaigns.get", { slug })).toMatchObject({ target_cpa: 42.5 })
  const update = { slug, target_cpa: 40, dry_run: false }
  const { error } = await demo.run(call("campaigns.update", owner, update))
  expect(error).toMatchObject({
    fields: [{ path: "target_cpa", message: expect.stringContaining("portfolio strategy") }]
  })
  const { findings: targets, note } = await read("detectors.run", { slug, detector: "tcpa" })
  expect(targets).toEqual([])
  expect(note).toContain("takes no target CPA on the campaign itself")
  const keywords = await read("detectors.run", { slug, detector: "no_conversion_keywords" })
  for (const one of keywords.findings) expect(one).toMatchObject({ reference_cpa: 42.5 })
})
