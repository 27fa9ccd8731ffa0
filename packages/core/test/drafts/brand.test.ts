import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { lockTriggerSql } from "../campaigns/support/lock-trigger.ts"
import { call } from "../support/call.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { peopleWriteHelpers } from "../support/people-writes.ts"
import { setAndFollow, startWorker } from "../support/workers.ts"
import { draftFrom } from "./support/drafts.ts"

const demo = await runOnPlatform()
// A write of campaigns without the organization's lock fails here.
await demo.query(lockTriggerSql)
const admin = demo.keys["northwind"]!.admin!

const negatives = async (slug: string) =>
  (
    await demo.query<{ word: string }>(
      `select n.match_type || ' ' || n.text as word from negative_keywords n
       join campaigns c on c.organization_id = n.organization_id and c.id = n.campaign_id
       where c.slug = '${slug}' and c.organization_id = 1 and n.source = 'brand' and n.removed_at is null`
    )
  ).map(({ word }) => word)
const draft = async (website: string, name: string, type = "prospecting") =>
  (await draftFrom(demo, admin, { website_url: `http://${website}.test/`, name, type, budget: 1 })).created
    .campaign

let stop: () => Promise<void>
let before: string
let live: string
let brand: string
beforeAll(async () => {
  stop = await startWorker(demo)
  before = await draft("contoso", "Before")
  live = await draft("contoso", "Live")
  await setAndFollow(demo, admin)(live, "live")
  brand = await draft("tailspin", "Our brand", "brand")
})
afterAll(() => stop())

describe("a brand campaign's keywords", () => {
  it("are the brand's names only, phrase and exact", async () => {
    const keywords = await demo.query<{ text: string; match: string }>(
      `select k.text, k.match_type as match from keywords k join campaigns c on c.organization_id = k.organization_id and c.id = k.campaign_id
       and c.organization_id = k.organization_id where c.slug = '${brand}'`
    )
    expect(keywords.length).toBeGreaterThan(3)
    expect(keywords.every(({ text }) => text.includes("tailspin"))).toBe(true)
    expect(new Set(keywords.map(({ match }) => match))).toEqual(new Set(["phrase", "exact"]))
  })

  it("become exclusions of the account's existing and later drafts", async () => {
    for (const slug of [before, await draft("wingtip", "After"), "spring-offers"]) {
      expect(await negatives(slug)).toEqual(expect.arrayContaining(["phrase tailspin bike repair"]))
    }
  })

  it("are not excluded in live campaigns, campaigns without an account, or brand campaigns", async () => {
    for (const slug of [live, "boiler-repair", "radiators-draft", brand]) {
      expect((await negatives(slug)).filter((word) => word.includes("tailspin"))).toEqual([])
    }
  })

  it("of a live campaign protect new drafts too", async () => {
    const words = await negatives(await draft("wingtip", "Later still"))
    const [known] = await demo.query<{ text: string }>(
      `select lower(k.text) as text from keywords k join campaigns c on c.organization_id = k.organization_id and c.id = k.campaign_id
       and c.organization_id = k.organization_id where c.slug = 'northwind-brand' and k.removed_at is null limit 1`
    )
    expect(words.some((word) => word.endsWith(` ${known!.text}`))).toBe(true)
  })

  it("are removed from drafts when the brand draft is discarded, and return with it; those of other brand campaigns stay", async () => {
    const all = await negatives(before)
    const kept = all.filter((word) => !word.includes("tailspin"))
    const { right } = (await peopleWriteHelpers(demo).execute("drafts.discard", { campaign: brand })) as {
      right: { action_id: string }
    }
    expect(await negatives(before)).toEqual(kept)
    await demo.run(call("actions.undo", admin, { id: right.action_id }))
    expect((await negatives(before)).toSorted()).toEqual(all.toSorted())
  })
})
