import type { Output } from "@adwarden/core/contract"
import { Effect } from "effect"
import { beforeEach, describe, expect, it } from "vitest"
import { Tasks } from "../../../core/src/tasks/tasks.ts"
import { call } from "../../../core/test/support/call.ts"
import { signInOnce } from "../support/browser.ts"
import { formFields } from "../support/page-forms.ts"
import { startWebHostOnPlatform } from "../support/service.ts"

const service = await startWebHostOnPlatform()
const org = "northwind"
const ads = `/o/${org}/campaigns/boiler-repair/ads`
const change = `/o/${org}/change`
const newCampaign = `/o/${org}/new-campaign`
const key = service.keys[org]!.admin!
const [olivia, mia] = ["olivia@northwind.test", "mia@northwind.test"]

beforeEach(() => service.query("delete from rate_limits"))

const signedIn = signInOnce(service)
const listAds = async () =>
  (
    (await service.run(call("campaigns.list_ads", key, { org, slug: "boiler-repair", limit: 100 })))
      .output as Output<"campaigns.list_ads">
  ).ads
const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("'", "&#39;")

describe("the ads of a campaign", () => {
  it("are shown as on a results page, each line with its length and source", async () => {
    const { text } = await (await signedIn(olivia)).get(ads)
    for (const { lines } of await listAds()) {
      const headlines = lines.filter(({ of }) => of === "headline").map((line) => line.text)
      expect(text).toContain(escaped(headlines.slice(0, 3).join(" | ")))
      for (const line of lines) {
        expect(text).toContain(`<bdi>${escaped(line.text)}</bdi>`)
        expect(text).toContain(`${line.text.length} / ${line.of === "headline" ? 30 : 90}`)
      }
    }
    expect(text).toContain("Sponsored")
  })

  it("are written from a landing page, with the task in the result", async () => {
    const browser = await signedIn(olivia)
    const refused = await browser.submit(`${ads}/new`, { url: "https://elsewhere.test/", name: "Other" })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('value="https://elsewhere.test/"')
    const [{ url }] = (await listAds()) as unknown as [{ url: string }]
    const made = await browser.submit(`${ads}/new`, { url, name: "" })
    expect(made.to).toMatch(new RegExp(`^${ads}\\?task=\\d+$`))
    const writing = (await browser.get(made.to!)).text
    expect(writing).toMatch(/<div data-live="tasks">.*<progress/s)
    expect(writing).not.toContain("It is written.")
    expect((await listAds()).some(({ state }) => state === "generating")).toBe(true)
  })

  it("of a running campaign are paused and rewritten, and its callouts replaced, each with its preview", async () => {
    const path = `/o/${org}/campaigns/emergency-plumber/ads`
    const browser = await signedIn(olivia)
    type Texts = Readonly<Record<"headlines" | "descriptions" | "callouts", ReadonlyArray<string>>>
    const read = async () =>
      (
        await service.query<Texts & { readonly id: number; readonly state: string; readonly url: string }>(
          `select a.id, a.state, a.headlines, a.descriptions, a.url, c.callouts from ads a
           join campaigns c on c.organization_id = a.organization_id and c.id = a.campaign_id
           where c.organization_id = 1 and c.slug = 'emergency-plumber' order by a.id limit 1`
        )
      )[0]!
    const { callouts, descriptions, headlines, id, url } = await read()
    const made = async (values: Record<string, string>, words: string) => {
      const { text } = await browser.get(`${path}?${new URLSearchParams(values)}`)
      expect(text).toContain(words)
      const { to } = await browser.submit(path, formFields(text, change)!, change)
      expect(to).toContain("done=act_")
      return read()
    }
    const ad = String(id)
    expect(await made({ set: "paused", ad }, "You would have lost, in the last 30 days")).toMatchObject({
      state: "paused"
    })
    const lines = (some: ReadonlyArray<string>) => ({
      ...{ change: "lines", ad, url, headlines: some.join("\n"), descriptions: descriptions.join("\n") }
    })
    const unproven = new URLSearchParams(lines([...headlines.slice(1), "Free drains for life"]))
    const { text } = await browser.get(`${path}?${unproven}`)
    expect(text).toContain("was never read, so nothing proves what the line states")
    expect(text).toContain("Read the pages")
    expect((await made(lines(headlines.slice(1)), "nothing has changed yet")).headlines).toEqual(
      headlines.slice(1)
    )
    const fewer = { change: "callouts", callouts: callouts.slice(1).join("\n") }
    expect((await made(fewer, "nothing has changed yet")).callouts).toEqual(callouts.slice(1))
  })

  it("are removed by a preview that says that the platform cannot restore them", async () => {
    const browser = await signedIn(olivia)
    const [ad] = await listAds()
    const { text } = await browser.get(`${ads}?remove=${ad!.ad_id}`)
    expect(text).toContain("cannot be restored")
    const fields = formFields(text, change, "ads.remove")!
    expect((await (await signedIn(mia)).submit(ads, fields, change)).status).toBe(403)
    const done = await browser.submit(ads, fields, change)
    expect(done.to).toMatch(new RegExp(`^${ads}\\?done=act_`))
    expect((await listAds()).some(({ ad_id }) => ad_id === ad!.ad_id)).toBe(false)
  })
})

describe("a new campaign", () => {
  it("is a draft from the website; a refused form keeps what was typed", async () => {
    const browser = await signedIn(olivia)
    const refused = await browser.submit(newCampaign, {
      website_url: "no address",
      type: "brand",
      budget: "x"
    })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('value="no address"')
    expect(refused.text).toContain("The website ")
    const [profile] = await service.query<{ url: string }>(
      "select url from business_profiles where organization_id = 1"
    )
    const made = await browser.submit(newCampaign, {
      website_url: profile!.url,
      type: "prospecting",
      name: "Garden taps",
      budget: "20"
    })
    expect(made.to).toMatch(new RegExp(`^/o/${org}/campaigns/garden-taps\\?task=\\d+$`))
    const writing = (await browser.get(made.to!)).text
    const task = Number(/task=(\d+)/.exec(made.to!)?.[1])
    expect(writing).toContain("Draft")
    // The page follows the task, and says of no check that it passes before anybody can know.
    expect(writing).toMatch(/<div data-live="tasks">.*<progress/s)
    expect(writing).toContain("Waiting for its turn")
    expect(writing).toContain("8 not known yet")
    expect(
      writing.match(/Not known yet: <\/span><\/span><div><b>[^<]+<\/b><p>Known once the draft is written\./g)
    ).toHaveLength(8)
    expect(writing).not.toMatch(/>0 (headlines|descriptions|keywords|ads|sitelinks|callouts)<|>a radius</)
    expect(writing).toContain("The draft is still being written.")
    await service.run(Effect.flatMap(Tasks, (tasks) => tasks.run(1, task, true)))
    const done = (await browser.get(made.to!)).text
    expect(done).toContain("It is written.")
    expect(done).toContain('<div data-live="tasks"></div>')
    expect(done).not.toContain("Known once")
    expect(done).toMatch(/Passes: <\/span><\/span><div><b>Headlines<\/b><p>\d+ headlines/)
  })

  it("whose draft cannot be written says why, instead of the draft", async () => {
    const browser = await signedIn(olivia)
    const made = await browser.submit(newCampaign, {
      website_url: "http://closed.example/",
      type: "prospecting",
      name: "Closed site"
    })
    const task = Number(/task=(\d+)/.exec(made.to!)?.[1])
    await service.run(Effect.flatMap(Tasks, (tasks) => tasks.run(1, task, true)))
    const { status, text } = await browser.get(made.to!)
    expect([status, text.includes("could not be written")]).toEqual([404, true])
  })

  it("without an ad says of no line that it passes", async () => {
    const browser = await signedIn(olivia)
    await service.query(`update ads set state = 'generating' where organization_id = 1
      and campaign_id = (select id from campaigns where organization_id = 1 and slug = 'garden-taps') returning 1`)
    const { text } = await browser.get(`/o/${org}/campaigns/garden-taps`)
    expect(text).toMatch(/Fails: <\/span><\/span><div><b>Ads<\/b>/)
    expect(text.match(/Known once the ad is written\./g)).toHaveLength(3)
  })

  it("for searches of competitors is previewed, created and discarded by undo", async () => {
    const browser = await signedIn(olivia)
    const [profile] = await service.query<{ competitors: ReadonlyArray<string> }>(
      "select competitors from business_profiles where organization_id = 1"
    )
    const [first] = profile!.competitors
    const chosen = `${newCampaign}?competitor=${encodeURIComponent(first!)}`
    const fields = formFields((await browser.get(chosen)).text, change, "drafts.create_competitor")!
    const done = await browser.submit(newCampaign, fields, change)
    expect(done.to).toMatch(new RegExp(`^/o/${org}/campaigns/[a-z0-9-]+\\?done=act_`))
    const page = done.to!.split("?")[0]!
    expect((await browser.get(page)).text).toContain("Draft")
    const action = new URL(done.to!, service.origin).searchParams.get("done")!
    expect((await service.run(call("actions.undo", key, { id: action }))).status).toBe(200)
    expect((await browser.get(page)).status).toBe(404)
    const unknown = await browser.get(`${newCampaign}?competitor=Nobody`)
    expect(unknown.text).toContain("is not in the business profile")
  })

  it("is offered to nobody who cannot create one", async () => {
    const browser = await signedIn(mia)
    const { text } = await browser.get(newCampaign)
    expect(text).toContain("An admin or owner can create campaigns.")
    expect((await browser.submit(newCampaign, { website_url: "https://northwind.test/" })).status).toBe(403)
  })
})
