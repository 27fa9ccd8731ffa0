import type { Output } from "@adwarden/core/contract"
import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import { call } from "../../../core/test/support/call.ts"
import { signInOnce } from "../support/browser.ts"
import { formFields } from "../support/page-forms.ts"
import { startWebHostOnPlatform } from "../support/service.ts"

const service = await startWebHostOnPlatform()
const org = "northwind"
const list = `/o/${org}/optimizations`
const change = `/o/${org}/change`
const key = service.keys[org]!.admin!
const [olivia, mia] = ["olivia@northwind.test", "mia@northwind.test"]

const money = (amount: number) =>
  new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(amount)
const signedIn = signInOnce(service)
const ofType = async (type: string) =>
  (
    await service.query<{ id: string; status: string }>(
      `select r.id, r.status from recommendations r join campaigns c on c.organization_id = r.organization_id
         and c.id = r.campaign_id where r.organization_id = 1 and r.type = '${type}' and c.slug = 'boiler-repair'`
    )
  )[0]!
const previewOf = async (id: string) =>
  (await service.run(call("recommendations.apply", key, { id, dry_run: true }))).output as Extract<
    Output<"recommendations.apply">,
    { readonly dry_run: true }
  >

beforeEach(() => service.query("delete from rate_limits"))

beforeAll(async () => {
  // A person runs the detectors from the page. Only boiler-repair has the planted findings, on every day.
  const browser = await signedIn(olivia)
  const ran = await browser.submit(list, { campaign: "boiler-repair" })
  expect(ran.to).toMatch(new RegExp(`^${list}\\?ran=boiler-repair&found=[1-9]`))
  expect((await browser.get(ran.to!)).text).toContain("The detectors ran on Boiler repair.")
})

describe("recommendations on pages", () => {
  it("are listed by campaign with the API's estimates to the cent", async () => {
    const { text } = await (await signedIn(olivia)).get(list)
    const { output } = await service.run(call("recommendations.list", key, { org, limit: 100 }))
    const { recommendations, total } = output as Output<"recommendations.list">
    expect(text).toContain(`${total} pending`)
    for (const { id, summary } of recommendations) {
      const { estimated_monthly_saving: saving } = await previewOf(id)
      const row = text.slice(
        text.indexOf(`${list}/${id}`),
        text.indexOf("</li>", text.indexOf(`${list}/${id}`))
      )
      expect([summary, row]).toEqual([
        summary,
        expect.stringContaining(saving === null ? "Not estimated" : money(saving))
      ])
    }
    expect(text).toContain("Nothing was measured yet.")
  })

  it("show their evidence, how the saving was counted and what one would lose", async () => {
    const { id } = await ofType("negative_keywords")
    const { text } = await (await signedIn(olivia)).get(`${list}/${id}`)
    const { estimated_monthly_saving: saving, would_apply, would_lose } = await previewOf(id)
    // The detectors looked at 7 days. All figures of the page are of the 30 days of the saving.
    const { output } = await service.run(
      call("detectors.run", key, {
        org,
        slug: "boiler-repair",
        detector: "negative_keywords",
        options: { days: 30 }
      })
    )
    for (const finding of (output as Output<"detectors.run">).findings) {
      const row = text.slice(text.indexOf(`<bdi>${finding["term"]}</bdi>`)).split("</tr>")[0]!
      expect(row).toContain(`>${finding["clicks"]}<`)
      expect(row).toContain(money(finding["cost_30d"] as number))
    }
    expect(text).toContain("Searches to exclude, last 30 days")
    expect(text).not.toMatch(/\b7 days/)
    for (const words of [
      `Saves ${money(saving!)} a month`,
      "in the last 30 days, each counted once",
      "It is cost that bought no conversion. It is no refund",
      money(would_lose!.cost_30d!),
      `Exclude ${would_apply.length} search terms`
    ])
      expect(text).toContain(words)
  })

  it("say what a saving bought, and that their sum is a lower bound, and why", async () => {
    const browser = await signedIn(olivia)
    await service.run(
      call("detectors.run", key, {
        org,
        slug: "boiler-repair",
        detector: "high_cpc",
        options: { threshold: 1 }
      })
    )
    const { id } = await ofType("high_cpc")
    const { would_lose } = await previewOf(id)
    expect(would_lose!.conversions_30d).toBeGreaterThan(0)
    const { text } = await browser.get(`${list}/${id}`)
    expect(text).toMatch(
      new RegExp(`What is stopped also brought ${would_lose!.conversions_30d} conversions? in these days\\.`)
    )
    expect(text).not.toContain("bought no conversion")
    const all = (await browser.get(list)).text
    expect(all).toMatch(/pending, together at least \$[\d,.]+ a month/)
    expect(all).toContain("so only the larger of their sums counts.")
    expect(all).not.toContain("bought no conversion")
    await service.query(`delete from recommendations where organization_id = 1 and id = '${id}'`)
    expect((await browser.get(list)).text).toContain("It is cost that bought no conversion.")
  })

  it("are read by members, who cannot apply them", async () => {
    const { id } = await ofType("negative_keywords")
    const browser = await signedIn(mia)
    const { status, text } = await browser.get(`${list}/${id}`)
    expect([status, text.includes("An admin or owner can apply or dismiss it.")]).toEqual([200, true])
    expect(formFields(text, change)).toBeNull()
    const fields = {
      operation: "recommendations.apply",
      input: JSON.stringify({ id }),
      preview_hash: "0".repeat(32)
    }
    expect((await browser.submit(list, fields, change)).status).toBe(403)
    expect((await ofType("negative_keywords")).status).toBe("pending")
  })

  it("are previewed together if a person selects several", async () => {
    const ids = [(await ofType("negative_keywords")).id, (await ofType("no_conversion_keywords")).id]
    const { text } = await (await signedIn(olivia)).get(`${list}?pick=${ids[0]}&pick=${ids[1]}`)
    expect(text).toContain(">Apply 2 recommendations</button>")
    expect(text).toContain("The detectors run on each live search campaign once a day")
    const fields = formFields(text, change, "recommendations.apply_several")!
    expect(JSON.parse(fields["input"]!)).toEqual({ ids })
  })

  it("preview only the findings that a person selects", async () => {
    const { id } = await ofType("negative_keywords")
    const browser = await signedIn(olivia)
    const [, picked] = /name="only" value="([^"]+)"/.exec((await browser.get(`${list}/${id}`)).text)!
    const { text } = await browser.get(`${list}/${id}?only=${encodeURIComponent(picked!)}`)
    expect(text).toContain(">Exclude 1 search term</button>")
    expect(text).toContain("Preview 1 selected")
    const fields = formFields(text, change, "recommendations.apply")!
    expect(JSON.parse(fields["input"]!)).toEqual({ id, only: [picked] })
    const wrong = await browser.get(`${list}/${id}?only=nothing+like+this`)
    expect(wrong.text).toContain("is no finding of the recommendation")
  })

  it("are applied exactly as previewed, once, and undone from their page", async () => {
    const { id } = await ofType("negative_keywords")
    const page = `${list}/${id}`
    const browser = await signedIn(olivia)
    const fields = formFields((await browser.get(page)).text, change, "recommendations.apply")!
    const stale = await browser.submit(page, { ...fields, preview_hash: "0".repeat(32) }, change)
    expect(stale.to).toBe(`${page}?stale=1`)
    const { would_apply } = await previewOf(id)
    const done = await browser.submit(page, fields, change)
    expect(done.to).toMatch(new RegExp(`^${page}\\?done=act_`))
    const applied = await browser.get(done.to!)
    expect(applied.text).toContain("Realised after 14 days")
    expect(formFields(applied.text, change)).toBeNull()
    const [added] = await service.query<{ n: number }>(
      `select count(*)::int as n from negative_keywords where organization_id = 1 and removed_at is null
         and action_id = '${new URL(done.to!, service.origin).searchParams.get("done")}'`
    )
    expect(added?.n).toBe(would_apply.length)
    // Sent again, it changes nothing and shows what was done.
    expect((await browser.submit(page, { ...fields, idempotency_key: "other" }, change)).to).toBe(
      `${page}?stale=1`
    )
    expect(applied.text).toContain(`/o/${org}/activity?undo=`)
    expect((await browser.get(list)).text).toContain("Realised savings")
  })

  it("are dismissed with a reason that their page shows, and come back by undo", async () => {
    const { id } = await ofType("no_conversion_keywords")
    const page = `${list}/${id}`
    const browser = await signedIn(olivia)
    const fields = { operation: "recommendations.dismiss", input: JSON.stringify({ recommendation: id }) }
    const form = { ...fields, asked: page, back: page, "input.reason": "We <b>need</b> this keyword" }
    expect((await (await signedIn(mia)).submit(page, form, change)).status).toBe(403)
    const long = await browser.submit(page, { ...form, "input.reason": "x".repeat(201) }, change)
    expect([long.to, (await ofType("no_conversion_keywords")).status]).toEqual([`${page}?stale=1`, "pending"])
    const done = await browser.submit(page, form, change)
    expect(done.to).toMatch(new RegExp(`^${page}\\?done=act_`))
    const { text } = await browser.get(done.to!)
    for (const words of [
      "It was dismissed. The same is not recommended again.",
      "because &quot;We &lt;b&gt;need&lt;/b&gt; this keyword&quot;",
      olivia
    ])
      expect(text).toContain(words)
    expect(formFields(text, change)).toBeNull()
    expect((await browser.get(list)).text).toContain("Dismissed and undone")
    const action = new URL(done.to!, service.origin).searchParams.get("done")!
    expect((await service.run(call("actions.undo", key, { id: action }))).status).toBe(200)
    expect((await browser.get(page)).text).toContain("Pending")
  })

  it("that do not exist are not found", async () => {
    const { status } = await (await signedIn(olivia)).get(`${list}/rec_0000000000000000000000`)
    expect(status).toBe(404)
  })
})
