import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { dailyHeadroom } from "../../src/changes/guardrails/money.ts"
import { messageOf, type OperationName, type Output } from "../../src/contract/index.ts"
import { call } from "../support/call.ts"
import { runCore } from "../support/run-core.ts"

const demo = await runCore()
const owner = demo.keys["northwind"]!.owner!

const read = async <Name extends OperationName>(name: Name, values: Record<string, unknown> = {}) => {
  const answer = await demo.run(call(name, owner, values))
  if (answer.error !== null) throw new Error(`${name}: ${messageOf(answer.error)}`)
  return answer.output as Output<Name>
}
const refusal = async (name: OperationName, values: Record<string, unknown>, key = owner) => {
  const { error } = await demo.run(call(name, key, values))
  return error === null ? null : [error._tag, messageOf(error)]
}
const query = <Row extends object>(text: string) =>
  demo.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<Row>(text)))

/** Reads all pages of a list with a given page size. */
const pages = async <Name extends "campaigns.list_ads" | "keywords.list_negatives">(
  name: Name,
  slug: string,
  limit: number
) => {
  const found: Array<Output<Name>> = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page: Output<Name> = await read(name, { slug, limit, ...(cursor === undefined ? {} : { cursor }) })
    found.push(page)
    cursor = (page as { readonly next_cursor: string | null }).next_cursor
  }
  return found
}

describe("the ads of a campaign", () => {
  it("have each line with its source, as many as the campaign counts", async () => {
    const { ads, total } = await read("campaigns.list_ads", { slug: "radiators-draft" })
    expect(total).toBe((await read("campaigns.get", { slug: "radiators-draft" })).ads_count)
    expect(ads.length).toBe(total)
    const [row] = await query<{ headlines: Array<string>; descriptions: Array<string> }>(
      `select headlines, descriptions from ads where organization_id = 1 and id = ${ads[0]!.ad_id}`
    )
    const texts = (of: string) => ads[0]!.lines.flatMap((line) => (line.of === of ? [line.text] : []))
    expect(texts("headline")).toEqual(row!.headlines)
    expect(texts("description")).toEqual(row!.descriptions)
    expect(ads[0]!.lines.every(({ source }) => source.length > 0)).toBe(true)
  })

  it("name the page of a line, and report lines that were not generated here", async () => {
    const source = {
      version: 1,
      list: [
        {
          of: "headline",
          text: "Warm by Tonight",
          source: {
            from: "place",
            at: { in: "website", page: "https://northwind.example/heat", where: "h1" }
          }
        }
      ]
    }
    const [ad] = await query<{
      id: number
    }>(`insert into ads (organization_id, campaign_id, name, url, headlines, sources)
      select 1, id, 'Heat', 'https://northwind.example/heat', '{Warm by Tonight,Written Elsewhere}',
        '${JSON.stringify(source)}'::jsonb
      from campaigns where organization_id = 1 and slug = 'boiler-repair' returning id`)
    const { ads } = await read("campaigns.list_ads", { slug: "boiler-repair", limit: 100 })
    expect(ads.find(({ ad_id }) => ad_id === ad!.id)).toEqual({
      ad_id: ad!.id,
      name: "Heat",
      url: "https://northwind.example/heat",
      state: "enabled",
      lines: [
        { of: "headline", text: "Warm by Tonight", source: "h1 of https://northwind.example/heat" },
        { of: "headline", text: "Written Elsewhere", source: "not written by this service" }
      ],
      approval: null,
      strength: null
    })
    await query(`update ads set removed_at = now() where organization_id = 1 and id = ${ad!.id}`)
    const without = await read("campaigns.list_ads", { slug: "boiler-repair", limit: 100 })
    expect(without.ads.map(({ ad_id }) => ad_id)).not.toContain(ad!.id)
  })

  it("are the same in pages", async () => {
    const whole = await read("campaigns.list_ads", { slug: "boiler-repair", limit: 100 })
    await query(`insert into ads (organization_id, campaign_id, name, url)
      select 1, id, 'More ' || n, 'https://northwind.example/' from campaigns, generate_series(1, 5) n
      where organization_id = 1 and slug = 'boiler-repair'`)
    const found = await pages("campaigns.list_ads", "boiler-repair", 2)
    expect(found.every(({ total }) => total === whole.total + 5)).toBe(true)
    const ids = found.flatMap(({ ads }) => ads.map(({ ad_id }) => ad_id))
    expect(ids).toHaveLength(whole.total + 5)
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b))
    const cursor = found[0]!.next_cursor!
    expect(await refusal("campaigns.list_ads", { slug: "northwind-brand", cursor })).toMatchObject([
      "validation_error",
      expect.stringContaining("cursor")
    ])
  })
})

describe("the negative keywords of a campaign", () => {
  it("are the active ones, newest first, as many as the campaign counts", async () => {
    const slug = "boiler-repair"
    await query(`insert into negative_keywords (organization_id, campaign_id, text, match_type, source, created_at, removed_at)
      select 1, id, 'term ' || n, 'phrase', 'dashboard', now() - n * interval '1 hour',
        case when n = 7 then now() end
      from campaigns, generate_series(1, 7) n where organization_id = 1 and slug = '${slug}'`)
    const { negative_keywords, total } = await read("keywords.list_negatives", { slug, limit: 100 })
    expect(total).toBe((await read("campaigns.get", { slug })).negative_keywords_count)
    expect(negative_keywords).toHaveLength(total)
    const created = negative_keywords.map(({ created_at }) => created_at)
    expect(created).toEqual(created.toSorted().toReversed())
    const texts = negative_keywords.map(({ text }) => text)
    expect(texts).toContain("term 1")
    expect(texts).not.toContain("term 7")
    expect(negative_keywords).toContainEqual({
      text: "term 1",
      match_type: "phrase",
      ad_id: null,
      source: "dashboard",
      action_id: null,
      created_at: expect.stringMatching(/Z$/)
    })
    const paged = await pages("keywords.list_negatives", slug, 2)
    expect(paged.flatMap((page) => page.negative_keywords)).toEqual(negative_keywords)
  })

  it("name the action that added them, which can be undone", async () => {
    const slug = "radiators-draft"
    const added = await demo.run(
      call("keywords.add_negatives", owner, { slug, keywords: ["radiator jobs"], dry_run: false })
    )
    const { action_id } = added.output as { action_id: string }
    const { negative_keywords } = await read("keywords.list_negatives", { slug })
    expect(negative_keywords).toContainEqual(
      expect.objectContaining({ text: "radiator jobs", action_id, source: "dashboard" })
    )
    expect((await demo.run(call("actions.undo", owner, { id: action_id }))).error).toBeNull()
    const after = await read("keywords.list_negatives", { slug })
    expect(after.negative_keywords.map(({ text }) => text)).not.toContain("radiator jobs")
  })
})

describe("an unknown campaign", () => {
  const reads = ["campaigns.get", "campaigns.list_ads", "keywords.list", "keywords.list_negatives"] as const

  it.each(reads)("%s suggests the slug if the name was sent", async (name) => {
    await query(
      "update campaigns set name = 'Kitchens & Taps' where organization_id = 1 and slug = 'bathroom-fitting'"
    )
    for (const slug of ["Kitchens & Taps", " kitchens  & taps "]) {
      expect(await refusal(name, { slug })).toEqual([
        "not_found",
        expect.stringContaining("That is a campaign's name; send its slug, bathroom-fitting.")
      ])
    }
    expect(await refusal(name, { slug: "Kitchens & Tap" })).toEqual([
      "not_found",
      expect.stringContaining("Did you mean bathroom-fitting?")
    ])
    // Names of another organization must not be disclosed.
    const foreign = await refusal(name, { slug: "Kitchens & Taps" }, demo.keys["contoso"]!.owner!)
    expect(foreign![1]).not.toContain("bathroom-fitting")
  })

  it("suggests the slugs of all campaigns with the same name", async () => {
    await query(`update campaigns set name = 'Twins' where organization_id = 1
      and slug in ('boiler-repair', 'northwind-brand')`)
    const [, message] = (await refusal("campaigns.get", { slug: "twins" }))!
    expect(message).toContain("That is the name of several campaigns; send the slug of one: ")
    expect(message).toContain("boiler-repair")
    expect(message).toContain("northwind-brand")
  })

  it("explains another kind of id, for writes and filters too", async () => {
    const wrong =
      "It is a recommendation's id, which {recommendations.apply} takes. Send a campaign's slug here."
    const slug = "rec_1234567890"
    for (const [name, values] of [
      ["campaigns.get", { slug }],
      ["campaigns.update", { slug, budget: 5 }],
      ["performance.get", { campaign: slug }],
      ["recommendations.list", { campaign: slug }],
      ["detectors.run", { slug, detector: "hipo" }]
    ] as const) {
      expect([name, await refusal(name, values)]).toEqual([
        name,
        ["not_found", expect.stringContaining(wrong)]
      ])
    }
  })
})

describe("an organization's headroom", () => {
  it.each([
    [null, 100, null],
    [12_000, 310, 90],
    [12_000, 400, 0],
    [12_000, 401, 0],
    [12_029, 400, 0],
    [12_030, 400, 1],
    [0, 0, 0]
  ])("under a cap of %j with %j committed per day is %j", (cap, committed, room) => {
    expect(dailyHeadroom(cap, { daily: committed, totals: 0 })).toBe(room)
  })

  it("is exactly the allowed raise of one budget, and the writes left decrease with each execution", async () => {
    await query(`update organizations set api_budget_change_limit_pct = 1000 where id = 1;
      update campaigns set name = slug where organization_id = 1`)
    const before = await read("organizations.get")
    const { budget } = await read("campaigns.get", { slug: "boiler-repair" })
    const raise = (by: number, dry_run: boolean) =>
      demo.run(call("campaigns.update", owner, { slug: "boiler-repair", budget: budget + by, dry_run }))
    expect((await raise(before.room_daily! + 1, false)).error?._tag).toBe("budget_cap_exceeded")
    expect((await raise(before.room_daily!, true)).output).toMatchObject({ within_limits: true })
    expect(await read("organizations.get")).toEqual(before)
    const done = await raise(before.room_daily!, false)
    expect(done.output).toMatchObject({ applied: true })
    const after = await read("organizations.get")
    expect(after).toMatchObject({ room_daily: 0, writes_left_today: before.writes_left_today! - 1 })
    expect(done.quota?.remaining).toBe(after.writes_left_today)
    await query("update organizations set max_spend = null where id = 1")
    expect((await read("organizations.get")).room_daily).toBeNull()
  })
})
