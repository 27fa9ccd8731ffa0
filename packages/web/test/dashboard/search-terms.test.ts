import type { Output } from "@adwarden/core/contract"
import { beforeEach, describe, expect, it } from "vitest"
import { call } from "../../../core/test/support/call.ts"
import { signInOnce } from "../support/browser.ts"
import { formFields } from "../support/page-forms.ts"
import { startWebHostOnPlatform } from "../support/service.ts"

const service = await startWebHostOnPlatform()
const org = "northwind"
const slug = "boiler-repair"
const path = `/o/${org}/campaigns/${slug}/search-terms`
const key = service.keys[org]!.admin!
const [olivia, mia] = ["olivia@northwind.test", "mia@northwind.test"]

beforeEach(() => service.query("delete from rate_limits"))

const signedIn = signInOnce(service)
const money = (amount: number) =>
  new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(amount)
const answer = async <A>(name: Parameters<typeof call>[0], input: object) => {
  const { error, output } = await service.run(call(name, key, { org, ...input }))
  if (error !== null) throw new Error(error._tag)
  return output as A
}
/** The rows of the page's table: term, clicks, cost, conversions. */
const rowsOf = (text: string) =>
  [
    ...text.matchAll(
      /<th scope="row" class=""><bdi>([^<]+)<\/bdi><\/th><td class="num p2">([^<]+)<\/td><td class="num">([^<]+)<\/td><td class="num p2">([^<]+)<\/td>/g
    )
  ].map(([, ...cells]) => cells)
const wasted = async () => {
  const { search_terms } = await answer<Output<"performance.search_terms">>("performance.search_terms", {
    campaign: slug,
    days: 90,
    limit: 100
  })
  return search_terms.filter(({ conversions, cost }) => conversions === 0 && cost > 0).map(({ term }) => term)
}

describe("the search terms of a campaign", () => {
  it("have the API's figures to the cent, in each period, order and filter", async () => {
    const browser = await signedIn(olivia)
    // 7 and 90 days have stored sums; the others are added up, and have the API's figures where it knows the days.
    const [{ from, to }] = (await service.query<{ from: string; to: string }>(
      `select (max(date) - 29)::text as from, max(date)::text as to from campaign_days where organization_id = 1`
    )) as [{ from: string; to: string }]
    for (const [days, asked] of [
      [7, "days=7"],
      [30, `from=${from}&to=${to}`],
      [90, "days=90"]
    ] as const) {
      const { search_terms, total } = await answer<Output<"performance.search_terms">>(
        "performance.search_terms",
        { campaign: slug, days, limit: 50 }
      )
      const { text } = await browser.get(`${path}?${asked}`)
      expect(rowsOf(text)).toEqual(
        search_terms.map(({ clicks, conversions, cost, term }) => [
          term,
          clicks.toLocaleString("en-US"),
          money(cost),
          conversions.toLocaleString("en-US")
        ])
      )
      expect(text).toContain(`${total} search terms`)
    }
    // The file has all rows of the same list.
    const [head, ...lines] = (await browser.get(`${path}.csv?days=90&filter=waste`)).text.trim().split("\r\n")
    expect(head).toMatch(/^search_term,from,to,clicks,cost,conversions,.*,currency$/)
    expect(lines.map((line) => line.split(",")[0]).toSorted()).toEqual((await wasted()).toSorted())
    const list = await answer<Output<"keywords.list">>("keywords.list", { slug, limit: 100 })
    // The API has 30 days, the page those that were chosen.
    const keywordsOf = (file: string) =>
      browser.get(`${path.replace("search-terms", `keywords${file}`)}?from=${from}&to=${to}`)
    const keywords = (await keywordsOf(".csv")).text.trim().split("\r\n")
    const [{ avg_cpc, clicks_30d, conversions_30d, cost_30d, match_type, state, text: first }] =
      list.keywords as [Output<"keywords.list">["keywords"][number]]
    expect(keywords).toHaveLength(list.total + 1)
    expect(keywords[1]).toContain(
      [first, match_type, state, from, to, clicks_30d, cost_30d, avg_cpc, conversions_30d].join(",")
    )
    expect((await keywordsOf("")).text).toContain(`<td class="num">${money(cost_30d)}</td>`)
    const negatives = await answer<Output<"keywords.list_negatives">>("keywords.list_negatives", { slug })
    expect(
      (await browser.get(path.replace("search-terms", "negatives.csv"))).text.split("\r\n")
    ).toHaveLength(negatives.total + 2)
    const byClicks = rowsOf((await browser.get(`${path}?sort=clicks`)).text).map(([, clicks]) =>
      Number(clicks)
    )
    expect(byClicks).toEqual(byClicks.toSorted((a, b) => b - a))
    const shown = rowsOf((await browser.get(`${path}?days=90&filter=waste`)).text).map(([term]) => term!)
    expect(shown.toSorted()).toEqual((await wasted()).toSorted())
  })

  it("say what an exclusion would lose, as the API's preview does", async () => {
    const browser = await signedIn(olivia)
    const { conversions90, term } = (
      await service.query<{ term: string; conversions90: number }>(
        `select s.term, t.conversions::float8 as conversions90 from search_term_totals t
         join search_terms s on s.organization_id = t.organization_id and s.id = t.term_id
         where t.organization_id = 1 and t.days = 90 and t.conversions > 0
           and t.campaign_id = (select id from campaigns where slug = '${slug}' and organization_id = 1)
         order by t.conversions desc limit 1`
      )
    )[0]!
    const { text } = await browser.get(`${path}?days=90&pick=${encodeURIComponent(term)}&match=phrase`)
    expect(text).toContain(`${conversions90} conversions in 90 days`)
    const preview = await answer<Extract<Output<"keywords.add_negatives">, { dry_run: true }>>(
      "keywords.add_negatives",
      { slug, keywords: [term], match_type: "phrase", dry_run: true }
    )
    const { clicks_30d = 0, cost_30d = 0, conversions_30d = 0 } = preview.would_lose!
    for (const figure of [clicks_30d.toLocaleString("en-US"), money(cost_30d), String(conversions_30d)])
      expect(text).toContain(`<td class="num">${figure}</td>`)
    for (const keyword of preview.blocked_keywords ?? []) expect(text).toContain(`“${keyword}”`)
    expect(text).toContain("Exclude 1 search term<")
  })

  it("offer nothing to members, and the engine refuses their forms", async () => {
    const browser = await signedIn(mia)
    const { text } = await browser.get(path)
    expect(text).not.toContain('name="pick"')
    expect(text).toContain("An admin or owner can exclude searches")
    const fields = {
      operation: "keywords.add_negatives",
      input: JSON.stringify({ slug, keywords: ["jobs"] }),
      preview_hash: ""
    }
    expect((await browser.submit(path, fields, `/o/${org}/change`)).status).toBe(403)
  })

  it("refuse a form that was changed after its preview", async () => {
    const browser = await signedIn(olivia)
    const [term] = await wasted()
    const { text } = await browser.get(`${path}?pick=${encodeURIComponent(term!)}`)
    const fields = formFields(text, `/o/${org}/change`)!
    const input = JSON.stringify({ ...JSON.parse(fields["input"]!), keywords: [term, "boiler"] })
    const sent = await browser.submit(path, { ...fields, input }, `/o/${org}/change`)
    expect(sent.to).toContain("stale=1")
    expect((await browser.get(sent.to!)).text).toContain("<b>Nothing was changed.</b>")
  })

  it("name a problem of a picked search beside its preview", async () => {
    const browser = await signedIn(olivia)
    const { status, text } = await browser.get(`${path}?pick=${encodeURIComponent("boiler *")}`)
    expect(status).toBe(200)
    expect(text).toContain("“boiler *” has a &quot;*&quot; at position 8")
  })

  it("that wait for approval or are excluded cannot be picked", async () => {
    const held = await service.run(
      call("keywords.add_negatives", service.keys["fabrikam"]!.admin!, {
        org: "fabrikam",
        slug,
        keywords: ["boiler repair jobs"],
        match_type: "exact",
        dry_run: false
      })
    )
    expect(held.error?._tag).toBe("approval_required")
    const browser = await signedIn(olivia)
    const { text } = await browser.get(`/o/fabrikam/campaigns/${slug}/search-terms`)
    expect(text).toContain('aria-label="Exclude boiler repair jobs" disabled')
    expect(text).toContain("Exclusion waits")
  })
})
