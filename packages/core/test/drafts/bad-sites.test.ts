import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { badSites } from "../outbound/support/bad-sites.ts"
import { call } from "../support/call.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { startWorker } from "../support/workers.ts"
import { adsIn, draftFrom } from "./support/drafts.ts"

const sites = await badSites()
const demo = await runOnPlatform({ developmentHosts: sites })
const admin = demo.keys["northwind"]!.admin!

let stop: () => Promise<void>
beforeAll(async () => {
  stop = await startWorker(demo)
})
afterAll(() => stop())

/** Returns a draft that lacks only what the website lacks, or the message without a draft. */
const outcome = async (website_url: string) => {
  const { created, task } = await draftFrom(demo, admin, { website_url, budget: 0 })
  const { campaign: slug } = created
  const found = await demo.run(call("campaigns.get", admin, { slug }))
  if (task.status === "failed") {
    expect(task.error!.message).toMatch(/[.!?]$/)
    // Nothing partial is left, and its slug reports why.
    expect(found).toMatchObject({
      status: 404,
      error: { _tag: "not_found", next: expect.stringContaining(task.error!.message) }
    })
    expect((await adsIn(demo, slug)).filter(({ removed }) => !removed)).toEqual([])
    const [row] = await demo.query<{ removed: boolean }>(
      `select removed_at is not null as removed from campaigns where slug = '${slug}'`
    )
    expect(row).toEqual({ removed: true })
    return task.error!.message
  }
  expect(found.error).toBeNull()
  const ads = await adsIn(demo, slug)
  for (const { descriptions, headlines, keywords } of ads) {
    expect(headlines.length).toBeGreaterThanOrEqual(3)
    expect(descriptions.length).toBeGreaterThanOrEqual(2)
    expect(keywords.length).toBeGreaterThanOrEqual(1)
  }
  return { ads, result: task.result }
}

/** The subject of the message of each; outbound/bad-sites.test.ts has every reason why a website cannot be read. */
const comesTo: Readonly<Record<string, RegExp>> = {
  "empty.test": /no readable text/,
  "no-headings.test": /sells nothing/,
  "forbidding.test": /robots\.txt/
}

describe("a website that is", () => {
  it.each(Object.entries(comesTo))("%s fails with %s, and leaves nothing partial", async (name, expected) => {
    expect(await outcome(`http://${name}/`)).toMatch(expected)
  })

  it.each(["huge.test", "wrong-charset.test", "japanese.test", "arabic.test", "trap.test"])(
    "%s gets the ads that its text allows, and the draft needs the rest",
    async (name) => {
      expect(await outcome(`http://${name}/`)).toMatchObject({
        result: { needs: expect.arrayContaining([expect.objectContaining({ message: expect.any(String) })]) }
      })
    }
  )

  it("with instructions is data: they are neither followed nor quoted", async () => {
    const made = await outcome("http://sneaky.test/")
    const ads = typeof made === "string" ? [] : made.ads
    expect(ads.length).toBeGreaterThan(0)
    const told = JSON.stringify(ads.map(({ descriptions, headlines }) => [headlines, descriptions]))
    expect(told).not.toMatch(/ignore|instruction|system prompt|assistant/i)
  })
})
