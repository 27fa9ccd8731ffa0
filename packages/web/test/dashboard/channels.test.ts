import { committedMonthly } from "@adwarden/core"
import { type Output, pagePaths } from "@adwarden/core/contract"
import { describe, expect, it } from "vitest"
import { call } from "../../../core/test/support/call.ts"
import { signInOnce } from "../support/browser.ts"
import { startWebHost } from "../support/service.ts"

const service = await startWebHost()
const org = "fabrikam"
const ofOrg = `organization_id = (select id from organizations where slug = '${org}')`
const olivia = await signInOnce(service)("olivia@northwind.test")

// The demo world's own campaigns of this organization are search campaigns.
await service.query(`update campaigns set channel = 'search', budget_total = null where ${ofOrg}`)
// Nor do changes of it wait that reserve money.
await service.query(
  `update queued_writes set reserved_campaigns = '{}', reserved_budgets = '{}' where ${ofOrg}`
)
const table = pagePaths.organization(org, "campaigns")
const plain = (text: string) =>
  text
    .replaceAll(/<(script|style).*?<\/\1>/gs, "")
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll("&#39;", "'")
    .replaceAll(/\s+/g, " ")
const textOf = async (path: string) => plain((await olivia.get(path)).text)
const chipsOf = (html: string) =>
  [
    ...(html.split('aria-label="Channel">')[1] ?? "")
      .split("</div>")[0]!
      .matchAll(/href="([^"]+)"[^>]*>([^<]+)</g)
  ].map(([, href, label]) => [label!, href!.replaceAll("&amp;", "&")] as const)
const overview = async () =>
  (await service.run(call("organizations.get", service.keys[org]!.owner!, { org })))
    .output as Output<"organizations.get">
const dollars = (amount: number) => amount.toLocaleString("en-US", { style: "currency", currency: "EUR" })

const singleChannel = (await olivia.get(table)).text
describe("campaigns of several channels", async () => {
  const add = (slug: string, channel: string, values: Readonly<Record<string, string>>) =>
    service.query(
      `insert into campaigns (organization_id, slug, name, type, channel, origin, first_launched_at, ${Object.keys(values).join(", ")})
       select id, '${slug}', '${slug}', 'external', '${channel}', 'imported', now(), ${Object.values(values).join(", ")}
       from organizations where slug = '${org}'`
    )
  const live = { state: "'live'", platform_state: "'live'" }
  await add("everything", "performance_max", { ...live, budget: "40", platform_budget: "40" })
  await add("moving-pictures", "video", { ...live, budget: "9", platform_budget: "9" })
  await add("old-visitors", "display", { state: "'paused'", platform_state: "'paused'", budget: "12" })
  await add("sale", "shopping", {
    ...live,
    budget: "0",
    platform_budget: "0",
    budget_total: "2000",
    budget_left: "864.2",
    ends_on: "'2999-12-08'",
    ends_at: "'2999-12-09'"
  })
  const counts = await service.query<{ channel: string; state: string; rows: number }>(
    `select channel, coalesce(platform_state, state) as state, count(*)::int as rows from campaigns
     where ${ofOrg} and removed_at is null group by 1, 2`
  )
  const countOf = (channel: string | null, state: string | null) =>
    counts
      .filter((one) => (channel ?? one.channel) === one.channel && (state ?? one.state) === one.state)
      .reduce((sum, { rows }) => sum + rows, 0)

  it("have no choice where there is but one channel", () => {
    expect(chipsOf(singleChannel)).toEqual([])
    expect(plain(singleChannel)).toMatch(/\d+ campaigns? State: Any state/)
  })

  it("are counted exactly and filtered, beside the state, the order and the days", async () => {
    const { text } = await olivia.get(`${table}?state=live&sort=name.asc&days=28`)
    const chips = chipsOf(text)
    expect(plain(text)).toContain(`Paused ${countOf(null, "paused")} `)
    const named = plain((await olivia.get(`${table}?q=BOILER`)).text)
    expect([named.includes("Boiler repair"), named.includes("Emergency plumber")]).toEqual([true, false])
    expect(chips.map(([label]) => label)).toEqual([
      `All ${countOf(null, "live")}`,
      `Search ${countOf("search", "live")}`,
      "Performance Max 1",
      "Shopping 1",
      "Display 0",
      "Video 1"
    ])
    const shopping = chips[3]![1]
    expect(Object.fromEntries(new URL(shopping, service.origin).searchParams)).toEqual({
      state: "live",
      sort: "name.asc",
      days: "28",
      channel: "shopping"
    })
    const filtered = (await olivia.get(shopping)).text
    expect(filtered).toContain('<a href="/o/fabrikam/campaigns/sale">')
    expect(filtered).not.toContain('<a href="/o/fabrikam/campaigns/everything">')
    const none = (await olivia.get(`${table}?state=live&channel=display`)).text
    expect(plain(none)).toContain("No Display campaign is live")
    expect(chipsOf(none).map(([label]) => label)).toEqual(chips.map(([label]) => label))
  })

  it("show what is left of a total budget, and when it ends or has ended", async () => {
    expect(await textOf(`${table}?channel=shopping`)).toMatch(
      /sale .*Shopping Live ends 8 Dec 2999 .*€864\.20 left total €2,000\.00 .*1 campaign, 1 live .*€0\.00 a day .*and 1 total budget €864\.20 left/
    )
    await service.query(`update campaigns set ends_at = '2020-01-01' where ${ofOrg} and slug = 'sale'`)
    expect(await textOf(`${table}?channel=shopping`)).toMatch(
      /sale .*Live ended 8 Dec 2999 .*€0\.00 left total €2,000\.00 .*1 campaign, 1 live/
    )
    await service.query(`update campaigns set ends_at = '2999-12-09' where ${ofOrg} and slug = 'sale'`)
  })

  it("add up to what the cap counts, with changes that wait for approval", async () => {
    const foot = async () => {
      const [, text = ""] = (await textOf(table)).split("Counts under the cap: ")
      return text
    }
    await service.query("update organizations set max_spend = 20000 where slug = 'fabrikam'")
    const before = (await overview()).committed_monthly!
    const [, daily] = /(€[\d,.]+) a day × 30/.exec(await foot())!
    const amount = Number(daily!.replaceAll(/[€,]/g, ""))
    expect(committedMonthly({ daily: amount, totals: 864.2 })).toBeCloseTo(before, 2)
    expect(await foot()).toContain(
      `${dollars(before)} of €20,000.00 ${daily} a day × 30 = ${dollars(amount * 30)}, plus all that is left of total budgets.`
    )
    expect(await foot()).toContain("Google can bill up to 30.4 daily budgets in a calendar month.")
    expect(await foot()).not.toContain("waits for approval")

    const { error } = await service.run(
      call("campaigns.update", service.keys[org]!.admin!, {
        org,
        slug: "boiler-repair",
        budget: 110,
        dry_run: false
      })
    )
    expect(error).toMatchObject({ _tag: "approval_required" })
    const after = (await overview()).committed_monthly!
    expect(after).toBeGreaterThan(before)
    expect(await foot()).toContain(`${dollars(after)} of €20,000.00`)
    expect(await foot()).toContain(`Of that, ${dollars((after - before) / 30)} a day waits for approval.`)
    expect(await textOf(`${table}?state=paused`)).toContain("All campaigns count, not only those listed")

    const meterOf = async (cap: string) => {
      await service.query(`update organizations set max_spend = ${cap} where slug = 'fabrikam'`)
      const pages = await Promise.all(
        [table, pagePaths.organization(org), pagePaths.settings(org)].map(
          async (path) => (await olivia.get(path)).text
        )
      )
      return pages.map((text) => [
        /class="fill (\w+)"/.exec(text)?.[1],
        plain(text).includes("cap left"),
        plain(text).includes("over the cap")
      ])
    }
    const everywhere = (use: string, near: boolean, over: boolean) => [1, 2, 3].map(() => [use, near, over])
    expect(await meterOf(String(Math.ceil(after / 0.9)))).toEqual(everywhere("usual", false, false))
    expect(await meterOf(String(Math.floor(after / 0.9) - 1))).toEqual(everywhere("near", true, false))
    expect(await meterOf(String(Math.ceil(after) - 1))).toEqual(everywhere("over", false, true))
    await service.query("update organizations set max_spend = null where slug = 'fabrikam'")
    expect(await textOf(table)).toContain(`Budgets commit ${dollars(after)} in 30 days, without a cap`)
  })

  it("are in the file with their channel and budget", async () => {
    const [head, ...rows] = (await olivia.get(pagePaths.file(pagePaths.organization(org, "campaigns")))).text
      .trim()
      .split("\r\n")
    expect(head).toMatch(/,channel,budget_type,budget_total,budget_left,ends_on$/)
    const rowOf = (slug: string) => rows.find((row) => row.startsWith(`${slug},`))
    expect(rowOf("sale")).toMatch(/,shopping,total,2000,864\.2,2999-12-08$/)
    expect(rowOf("everything")).toMatch(/,performance_max,daily,,,$/)
    const shopping = (
      await olivia.get(`${pagePaths.file(pagePaths.organization(org, "campaigns"))}?channel=shopping`)
    ).text
    expect(shopping.trim().split("\r\n")).toHaveLength(2)
  })
})

describe("the page of a campaign of another channel", () => {
  const path = (slug: string, rest = "") => `${pagePaths.campaign(org, slug)}${rest}`

  it("has its budget, state and log, and says where its content is", async () => {
    const { text } = await olivia.get(path("everything"))
    const [, tabs = ""] = /class="tabs"[^>]*>(.*?)<\/nav>/s.exec(text)!
    expect(plain(tabs).trim()).toBe("Summary Log")
    expect(text).toContain("?change=budget#change")
    expect(plain(text)).toContain(
      "This is a Performance Max campaign: its budget, state and name change here, and what is inside it in Google Ads ."
    )
    for (const tab of ["keywords", "search-terms?pick=taps", "negatives?terms=taps", "ads", "ads/new"]) {
      const page = await olivia.get(path("everything", `/${tab}`))
      expect([tab, page.status, plain(page.text).includes("This is a Performance Max campaign")]).toEqual([
        tab,
        200,
        true
      ])
      expect(page.text).not.toMatch(/name="(terms|url|pick)"/)
    }
    expect((await olivia.get(path("everything", "/log"))).status).toBe(200)
  })

  it("changes no total budget, and gives the reason of the PATCH", async () => {
    const { text } = await olivia.get(path("sale"))
    expect(text).not.toContain("?change=budget")
    expect(plain(text)).toMatch(
      /Total budget €864\.20 left of €2,000\.00; only Google Ads can change it Last day 8 Dec 2999/
    )
    const asked = await olivia.get(path("sale", "?change=budget"))
    expect(plain(asked.text)).toContain(
      "It has a total budget of €2,000.00 until 8 Dec 2999 instead of a daily one."
    )
    expect(asked.text).not.toContain('name="budget"')
    const { output } = await service.run(
      call("campaigns.update", service.keys[org]!.owner!, { org, slug: "sale", budget: 50 })
    )
    const preview = output as { readonly blocked_reason?: string; readonly allowed_max?: number }
    expect(preview.blocked_reason).toMatch(/^budget: is a total of /)
    expect(preview.allowed_max).toBeUndefined()
    expect(await textOf(path("sale", "?change=budget&budget=50"))).toContain(
      preview.blocked_reason!.replace("budget: ", "The daily budget ")
    )
    expect(await textOf(path("sale", "?change=paused"))).toContain(
      "It stops spending what is left of its total budget, €864.20."
    )
  })

  it("has no button where the ad platform accepts no change", async () => {
    const { text } = await olivia.get(path("moving-pictures"))
    expect(text).not.toContain("?change=")
    expect(plain(text)).toContain(
      "Google Ads accepts no change of it from any program, not even a pause. Change it in Google Ads ."
    )
  })
})

it("the emergency stop counts every channel, and total budgets with what is left of them", async () => {
  const text = await textOf(pagePaths.stop(org))
  expect(text).toMatch(
    /Pauses \d+ campaigns on every channel \(Search \d+, Performance Max 1, Shopping 1, Video 1\), which can spend €[\d,.]+ a day and all that is left of 1 total budget, €864\.20 together\./
  )
  expect(text).toContain("Google Ads refuses the pause of 1 video campaign from every program.")
  expect(text).toMatch(/sale Shopping €864\.20 left in total .*everything Performance Max €40\.00/)
})

it("the limits say what counts, and how much more can be billed", async () => {
  const text = await textOf(pagePaths.settings(org))
  expect(text).toContain("All that is left of every total budget")
  expect(text).toContain("30.4 daily budgets in a calendar month, 1.4% more than the cap counts")
})

it("detectors are offered for search campaigns alone", async () => {
  const { text } = await olivia.get(pagePaths.organization(org, "optimizations"))
  expect(text).toContain('<option value="boiler-repair"')
  for (const slug of ["everything", "sale", "moving-pictures"])
    expect(text).not.toContain(`<option value="${slug}"`)
})
