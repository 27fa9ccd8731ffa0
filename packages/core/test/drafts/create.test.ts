import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { runOnPlatform } from "../support/on-platform.ts"
import { campaignHere, setAndFollow, startWorker } from "../support/working.ts"
import { adsIn, draftFrom } from "./support/drafting.ts"

const demo = await runOnPlatform()
const admin = demo.keys["northwind"]!.admin!
let stop: () => Promise<void>
beforeAll(async () => {
  stop = await startWorker(demo)
})
afterAll(() => stop())

describe("a draft from a demo website", () => {
  it.each(["northwind", "contoso", "wingtip", "tailspin", "litware", "fabrikam"])(
    "is made %s",
    async (name) => {
      const started = Date.now()
      const { created, task } = await draftFrom(demo, admin, {
        website_url: `http://${name}.test/`,
        budget: 5.4,
        type: name === "fabrikam" ? "brand" : "prospecting"
      })
      console.log(Date.now() - started, created, task)
      const c = await campaignHere(demo, created.campaign)
      console.log(c.name, c.goal, JSON.stringify(c.locations), JSON.stringify(c.sitelinks), c.callouts)
      console.log(
        (await adsIn(demo, created.campaign))
          .map(({ sources, ...ad }) =>
            [
              ad.name,
              ad.url,
              ...ad.headlines.map((h) => "  H " + h),
              ...ad.descriptions.map((h) => "  D " + h),
              ...ad.keywords.map((h) => "  K " + h)
            ].join("\n")
          )
          .join("\n")
      )
      const launched = await setAndFollow(demo, admin)(created.campaign, "live")
      console.log(launched)
      expect(launched.task.status).toBe("completed")
    }
  )
})
