import { type Output, pagePaths } from "@adwarden/core/contract"
import { afterAll, describe, expect, it } from "vitest"
import { call } from "../../../core/test/support/call.ts"
import { type CountedRounds, countingRounds } from "../../../core/test/support/query-rounds.ts"
import { makeBrowser, signIn } from "../support/browser.ts"
import { startWebHost } from "../support/service.ts"

let proxy: CountedRounds | undefined
const service = await startWebHost({}, async (url) => {
  proxy = await countingRounds(url)
  return proxy.url
})
afterAll(() => proxy?.close())
const org = "northwind"
const olivia = "olivia@northwind.test"
const key = service.keys[org]!.owner!

const browser = makeBrowser(service.origin)
await browser.submit("/sign-in", { email: olivia, password: service.passwordOf(olivia) })
const get = async (path: string) => {
  await service.query("delete from rate_limits")
  return browser.get(path)
}

const performance = async (input: Readonly<Record<string, unknown>>) =>
  (await service.run(call("performance.get", key, { org, ...input }))).output as Output<"performance.get">
const dollars = (amount: number) => amount.toLocaleString("en-US", { style: "currency", currency: "USD" })
const number = (value: number) => value.toLocaleString("en-US", { maximumFractionDigits: 2 })

/** The text of each cell of a table, row by row. */
const rowsOf = (text: string, labelledBy: string): ReadonlyArray<ReadonlyArray<string>> => {
  const [, table = ""] = text.split(`aria-labelledby="${labelledBy}"><table class="dense">`)
  return [...table.split("</table>")[0]!.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row]) =>
    [...row!.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell]) =>
      cell!
        .replace(/<span class="phone">.*/s, "")
        .replace(/<[^>]+>/g, "")
        .trim()
    )
  )
}
/** The campaigns of a table, its sums, and what its total budgets have left. */
const tableOf = (text: string, labelledBy: string) => {
  const rows = rowsOf(text, labelledBy).slice(1)
  const end = rows.findIndex(([first = ""]) => /^\d+ campaigns?, \d+ live$/.test(first))
  return { campaigns: rows.slice(0, end), totals: rows[end]!, totalBudgets: rows[end + 1] }
}
const figuresOf = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/<dd class="is">(.*?)<\/dd>/gs)].map(([, value]) => value!.replace(/<[^>]+>/g, "").trim())

const latest = (await performance({})).data_until!
const before = (days: number) => new Date(Date.parse(latest) - days * 86_400_000).toISOString().slice(0, 10)
const ranges: ReadonlyArray<readonly [query: string, from: string, to: string]> = [
  ["", before(27), latest],
  ["?days=7", before(6), latest],
  [`?from=${before(40)}&to=${before(20)}`, before(40), before(20)],
  // It ends after the latest day with data, so it is compared with fewer days.
  [`?from=${before(3)}&to=${before(-5)}`, before(3), before(-5)]
]

describe("the overview", () => {
  it("reads everything in two rounds of queries, as the table does", async () => {
    const roundsOf = async (path: string) => {
      // The first requests open connections and prepare statements.
      await Promise.all([get(path), get(path), get(path)])
      await get(path)
      // Sealing of audit events may fall between; it only adds rounds, so the least is the page's own.
      const measured: Array<number> = []
      for (let n = 0; n < 3; n++) measured.push(await proxy!.roundsOf(() => browser.get(path)))
      return Math.min(...measured)
    }
    // The session, the page, the pending changes of its organizations, the audit event.
    expect(await roundsOf(pagePaths.account("profile"))).toBe(4)
    // One more finds the organization. In Fabrikam changes wait for approval.
    for (const path of [
      pagePaths.organization("northwind"),
      `${pagePaths.organization("northwind")}?days=28`,
      pagePaths.organization("fabrikam"),
      pagePaths.organization("northwind", "campaigns")
    ])
      expect([path, await roundsOf(path)]).toEqual([path, 5])
  })

  it.each(ranges)("equals the API to the cent: %s", async (query, from, to) => {
    const { status, text } = await get(`${pagePaths.organization(org)}${query}`)
    expect(status).toBe(200)
    const [byDay, byCampaign] = [
      await performance({ from, to, group_by: "day" }),
      await performance({ from, to })
    ]
    const { conversions, cpa, ctr, spend, vs_previous } = byDay.summary
    expect(figuresOf(text).slice(0, 4)).toEqual([
      dollars(spend),
      number(conversions),
      dollars(cpa),
      `${(ctr * 100).toFixed(1)}%`
    ])
    for (const change of [vs_previous!.spend, vs_previous!.conversions, vs_previous!.cpa])
      if (change != null) expect(text).toContain(`>${change.replace("-", "−")}</span> from`)
    const days = text
      .split('aria-label="Figures: ')[1]!
      .split("</table>")[0]!
      .matchAll(
        /<time datetime="([^"]+)">.*?<\/th><td class="num">(.*?)<\/td>.*?<td class="num">([^<]*)<\/td><\/tr>/gs
      )
    expect([...days].map(([, date, cost, count]) => [date, cost, count])).toEqual(
      byDay.by_day!.map((day) =>
        day.date > latest ? [day.date, "–", "–"] : [day.date, dollars(day.spend), number(day.conversions)]
      )
    )
    const { campaigns, totals } = tableOf(text, "campaigns")
    expect(totals.slice(4, 8)).toEqual([
      dollars(spend),
      vs_previous!.spend?.replace("-", "−") ?? "–",
      number(conversions),
      dollars(cpa)
    ])
    const shown = new Map(campaigns.map((cells) => [cells[0], cells]))
    const names = await service.query<{ slug: string; name: string }>("select slug, name from campaigns")
    for (const row of byCampaign.by_campaign!.filter((one) => one.spend > 0)) {
      const cells = shown.get(names.find(({ slug }) => slug === row.slug)!.name)!
      expect([cells[4], cells[6], cells[7]]).toEqual([
        dollars(row.spend),
        number(row.conversions),
        row.conversions === 0 ? "none" : dollars(row.cpa)
      ])
    }
  })

  it("compares nothing with days before the data begins, and says so", async () => {
    const { data_from } = await performance({})
    const on = (days: number) =>
      new Date(Date.parse(data_from!) + days * 86_400_000).toISOString().slice(0, 10)
    const whole = `?from=${on(5)}&to=${on(9)}`
    const partly = `?from=${on(3)}&to=${on(7)}`
    const { vs_previous } = (await performance({ from: on(3), to: on(7) })).summary
    expect(vs_previous).toMatchObject({ spend: expect.stringMatching(/^\+/), partial: true })
    for (const path of [
      pagePaths.organization(org),
      pagePaths.organization(org, "campaigns"),
      pagePaths.campaign(org, "boiler-repair")
    ]) {
      expect((await get(`${path}${whole}`)).text).toMatch(/compared with .*\d{4}\./)
      const { text } = await get(`${path}${partly}`)
      expect(text).toContain("not compared: the data begins on")
      expect(text).not.toContain('class="delta')
      expect(text).not.toContain(vs_previous!.spend!)
    }
    const [, ...rows] = (await get(`${pagePaths.organization(org)}/campaigns.csv${partly}`)).text
      .trim()
      .split("\n")
    expect(rows.map((row) => row.split(",")[6])).toEqual(rows.map(() => ""))
  })

  it("says that a range is in the future", async () => {
    for (const path of [
      pagePaths.organization(org),
      pagePaths.organization(org, "campaigns"),
      pagePaths.campaign(org, "boiler-repair")
    ])
      expect((await get(`${path}?from=2999-01-01&to=2999-01-07`)).text).toContain(
        "This period is in the future, so it has no figures. Use days up to"
      )
  })

  it("says what is wrong with a range that cannot be shown, and shows that of before", async () => {
    const normal = figuresOf((await get(pagePaths.organization(org))).text)
    for (const [query, problem] of [
      ["from=2026-02-30&to=2026-03-01", "Choose a first and a last day."],
      ["from=2026-03-02&to=2026-03-01", "The first day is after the last day."],
      ["from=2020-01-01&to=2026-03-01", "at most 366 days"]
    ]) {
      const { status, text } = await get(`${pagePaths.organization(org)}?${query}`)
      expect([status, text.includes(problem!)]).toEqual([200, true])
      expect(figuresOf(text)).toEqual(normal)
    }
  })

  it("is kept for the pages that are opened after it, with its comparison", async () => {
    const olivia = await signIn(service, "olivia@northwind.test")
    const shown = async (path: string) => {
      await service.query("delete from rate_limits")
      const { response, text } = await olivia.get(path)
      const current = [...text.matchAll(/aria-current="true"[^>]*>(\d+ days)</g)].map(([, days]) => days)
      return [current, / compared with /.test(text), response.headers.getSetCookie()]
    }
    const [overview, campaign] = [pagePaths.organization(org), pagePaths.campaign(org, "boiler-repair")]
    expect(await shown(overview)).toEqual([["28 days"], true, []])
    const kept = "Path=/; HttpOnly; SameSite=Lax"
    expect(await shown(`${overview}?days=7`)).toEqual([
      ["7 days"],
      true,
      [`adwarden-range=7; Max-Age=31536000; ${kept}`]
    ])
    for (const path of [overview, `${overview}/campaigns`, `${overview}/activity`, campaign])
      expect([path, ...(await shown(path))]).toEqual([path, ["7 days"], true, []])
    expect((await shown("/"))[0]).toEqual(["7 days"])
    for (const tab of ["keywords", "search-terms", "ads"])
      expect([tab, (await shown(`${campaign}/${tab}`))[0]]).toEqual([tab, ["7 days"]])
    expect((await olivia.get(`${overview}/campaigns.csv`)).text).toContain(`${before(6)},${latest}`)
    const [from, to] = [before(40), before(21)]
    expect((await shown(`${campaign}?from=${from}&to=${to}`))[2]).toEqual([
      `adwarden-range=${from}_${to}; ${kept}`
    ])
    expect((await olivia.get(`${overview}/campaigns.csv`)).text).toContain(`${from},${to}`)
    expect((await shown("/"))[0]).toEqual(["14 days"])
    expect((await olivia.get(`${campaign}/search-terms.csv`)).text).toContain(`,${from},${to},`)
    // A range that cannot be shown is not kept.
    expect((await shown(`${overview}?from=never`))[2]).toEqual([])
  })

  it("marks our changes and those made outside on the time axis", async () => {
    await service.query(
      `update actions set at = '${before(2)}T10:00:00Z' where organization_id = (select id from organizations where slug = '${org}')`
    )
    const { text } = await get(`${pagePaths.organization(org)}?days=28`)
    expect(text).toContain('class="out"')
    expect(text.split('class="marks"')[1]).toMatch(/href="\/o\/northwind\/activity"/)
  })
})

describe("the table of campaigns", () => {
  const path = pagePaths.organization(org, "campaigns")
  const column = async (query: string, index: number) =>
    tableOf((await get(`${path}?${query}`)).text, "list").campaigns.map((cells) => cells[index]!)
  const amount = (text: string) => Number(text.replace(/[^\d.]/g, ""))

  it("sorts by the address, both ways", async () => {
    const costs = (await column("days=28", 4)).filter((text) => text !== "–").map(amount)
    expect(costs).toEqual(costs.toSorted((a, b) => b - a))
    expect(costs[0]).toBeGreaterThan(0)
    const names = await column("sort=name.asc", 0)
    expect(names).toEqual(names.toSorted((a, b) => a.toLowerCase().localeCompare(b.toLowerCase())))
    expect(await column("sort=name.desc", 0)).toEqual(names.toReversed())
    for (const sort of ["state", "budget", "change", "conversions", "cpa", "unknown"])
      expect((await column(`sort=${sort}.asc`, 0)).length).toBe(names.length)
    const { text } = await get(`${path}?sort=cpa.asc&state=live&days=28`)
    expect(text).toContain('aria-sort="ascending"')
    expect(text).toContain("sort=cpa.desc&amp;state=live&amp;days=28")
  })

  it("filters by state, and its totals are the sums of its rows", async () => {
    const { text } = await get(`${path}?state=live&days=28`)
    const { campaigns, totalBudgets, totals } = tableOf(text, "list")
    expect(campaigns.every((cells) => cells[2]!.startsWith("Live"))).toBe(true)
    const sumOf = (rows: typeof campaigns, index: number) =>
      rows.reduce((total, cells) => total + amount(cells[index]!.split(" left")[0]!), 0)
    const hasTotalBudget = (cells: ReadonlyArray<string>) => cells[3]!.includes(" left")
    const [total, daily] = [campaigns.filter(hasTotalBudget), campaigns.filter((row) => !hasTotalBudget(row))]
    expect(amount(totals[3]!)).toBeCloseTo(sumOf(daily, 3), 2)
    expect(amount(totalBudgets![3]!)).toBeCloseTo(sumOf(total, 3), 2)
    for (const index of [4, 6]) expect(amount(totals[index]!)).toBeCloseTo(sumOf(campaigns, index), 2)
    expect((await get(`${path}?state=error`)).text).toContain("No campaign is in error")
  })

  it("is a file with the same rows", async () => {
    await service.query("update campaigns set name = '=cmd(\"x\"), y' where slug = 'radiators-draft'")
    const { response, text } = await get(`${pagePaths.file(path)}?days=28&sort=name.asc`)
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8")
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename="northwind-campaigns-/)
    const lines = text.trim().split("\r\n")
    expect(lines[0]).toMatch(/^campaign,name,type,state,daily_budget,cost,/)
    expect(text).toContain(`"'=cmd(""x""), y"`)
    const { by_campaign } = await performance({ from: before(27), to: latest })
    for (const { conversions, slug, spend } of by_campaign!.filter((one) => one.spend > 0)) {
      const cells = lines.find((line) => line.startsWith(`${slug},`))!.split(",")
      expect([Number(cells[5]), Number(cells[7])]).toEqual([spend, conversions])
    }
    const stranger = makeBrowser(service.origin)
    expect((await stranger.get(pagePaths.file(path))).to).toContain("/sign-in")
  })

  it("has pages of 50 rows, with totals of all", async () => {
    await service.query(`
      insert into campaigns (organization_id, slug, name, type)
      select id, 'page-' || n, 'Page ' || n, 'brand'
      from organizations, generate_series(1, 60) n where slug = '${org}'`)
    const first = (await get(path)).text
    const second = (await get(`${path}?page=2`)).text
    const [one, two] = [first, second].map((text) => tableOf(text, "list"))
    expect(one!.campaigns.length).toBe(50)
    expect(one!.totals).toEqual(two!.totals)
    expect(first).toMatch(/1 – 50 of \d+/)
    const names = [...one!.campaigns, ...two!.campaigns].map(([name]) => name)
    expect(new Set(names).size).toBe(names.length)
    expect((await get(`${path}?page=900`)).text).toContain("No more campaigns")
  })
})
