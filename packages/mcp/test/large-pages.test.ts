import type { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { afterAll, describe, expect, it } from "vitest"
import { call } from "../../core/test/support/call.ts"
import { clientOf } from "./support/client.ts"
import { startOnPlatform } from "./support/service.ts"

const maxBytes = 64 * 1024

const service = await startOnPlatform()
const key = service.keys["northwind"]!.owner!
const client: Client = await clientOf(service.url, key)
afterAll(() => client.close())

/** Calls a tool and returns its output with the bytes that a model reads. */
const use = async (name: string, given: Readonly<Record<string, unknown>>) => {
  const result = await client.callTool({ name, arguments: given })
  const [first] = result.content as ReadonlyArray<{ readonly text: string }>
  return {
    bytes: Buffer.byteLength(first!.text),
    output: result.structuredContent as Record<string, unknown> & { readonly next_cursor: string | null }
  }
}

/** Reads a whole list page by page, as an agent does. */
const pagesOf = async (name: string, field: string, given: Readonly<Record<string, unknown>> = {}) => {
  const pages: Array<{
    readonly bytes: number
    readonly rows: ReadonlyArray<{ readonly [name: string]: unknown }>
  }> = []
  let cursor: string | null = null
  do {
    const { bytes, output } = await use(name, {
      limit: 100,
      ...given,
      ...(cursor === null ? {} : { cursor })
    })
    pages.push({ bytes, rows: output[field] as [] })
    cursor = output.next_cursor
  } while (cursor !== null)
  return pages
}

/** The same list without a size limit: every row, in its order. */
const restIds = async (name: "campaigns.list" | "actions.list", field: string, id: string) => {
  const ids: Array<unknown> = []
  const sizes: Array<number> = []
  let cursor: string | null = null
  do {
    const values = { limit: 100, ...(cursor === null ? {} : { cursor }) }
    const { output } = await service.run(call(name, key, values))
    const page = output as Record<string, unknown> & { readonly next_cursor: string | null }
    const rows = page[field] as ReadonlyArray<Readonly<Record<string, unknown>>>
    ids.push(...rows.map((row) => row[id]))
    sizes.push(rows.length)
    cursor = page.next_cursor
  } while (cursor !== null)
  return { ids, sizes }
}

describe("a page of a list", () => {
  it.each([
    [
      "campaigns",
      "svc_list_campaigns",
      "campaigns.list",
      "slug",
      // Three bytes a character, and one campaign in seven is short.
      `insert into campaigns (organization_id, slug, name, type)
       select id, 'large-' || n, n || repeat('電', case when n % 7 = 0 then 1 else 250 end), 'prospecting'
       from organizations, generate_series(1, 130) n where slug = 'northwind'`
    ],
    [
      "actions",
      "svc_get_action_log",
      "actions.list",
      "id",
      `insert into actions (organization_id, id, at, op, detail, source, actor_type, state, executed_at)
       select id, 'act_large' || lpad(n::text, 8, '0'), '2024-01-01T00:00:00Z'::timestamptz + n * interval '1 minute',
         'update_campaign', repeat('x', n * 20), 'dashboard', 'engine', 'executed', now()
       from organizations, generate_series(1, 130) n where slug = 'northwind'`
    ]
  ] as const)("of %s ends at 64 KiB, and its cursor continues with the next row", async (...given) => {
    const [field, tool, operation, id, insert] = given
    await service.query(insert)
    const pages = await pagesOf(tool, field)
    const whole = await restIds(operation, field, id)
    // Without the size limit a page has as many rows as asked for.
    expect(whole.sizes[0]).toBe(100)
    expect(pages[0]!.rows.length).toBeLessThan(100)
    for (const { bytes } of pages) expect(bytes).toBeLessThanOrEqual(maxBytes)
    // It ends no earlier than it must: one row more would not have fitted.
    const next = Buffer.byteLength(JSON.stringify(pages[1]!.rows[0]))
    expect(pages[0]!.bytes + next).toBeGreaterThan(maxBytes - 256)
    expect(pages.flatMap(({ rows }) => rows.map((row) => row[id]))).toEqual(whole.ids)
    // Who asks for no number of rows gets a short page.
    const first = await use(tool, {})
    expect(first.bytes).toBeLessThanOrEqual(8 * 1024)
    expect(first.output[field]).toHaveProperty("0")
  })

  it("has at least one row, however large it is", async () => {
    await service.query(
      `insert into strategies (organization_id, id, title, created_at)
       select id, 'str_large' || lpad(n::text, 8, '0'), repeat('x', 70000), now() + n * interval '1 minute'
       from organizations, generate_series(1, 3) n where slug = 'northwind'`
    )
    const pages = await pagesOf("svc_list_strategies", "strategies")
    expect(pages.slice(0, 3).map(({ rows }) => rows.map(({ id }) => id))).toEqual([
      ["str_large00000003"],
      ["str_large00000002"],
      ["str_large00000001"]
    ])
  })
})

describe("a document", () => {
  it("is whole in the structured content; its text is a summary, or the section that was asked for", async () => {
    const paragraph = "Clicks cost more than in the week before. ".repeat(100)
    const sections = ["Causes", "Budget"].map((heading) => `## ${heading}\n\n${paragraph.repeat(3)}\n`)
    const markdown = `# Your week\n\nSpend rose.\n\n${sections.join("\n")}`
    await service.query(
      `insert into reports (organization_id, id, type, period_from, period_to, generated_at, markdown, facts)
       select id, 'rpt_large00000000000000', 'performance', '2026-01-01', '2026-01-31', now(), '${markdown}', '{"version": 1}'
       from organizations where slug = 'northwind'`
    )
    const read = async (given: object) => {
      const result = await client.callTool({
        name: "svc_get_report",
        arguments: { type: "performance", ...given }
      })
      const texts = (result.content as ReadonlyArray<{ readonly text: string }>).map(({ text }) => text)
      return { texts, output: result.structuredContent as Readonly<Record<string, unknown>> }
    }
    const whole = await read({})
    expect(whole.output).toMatchObject({ markdown, sections: ["Causes", "Budget"] })
    expect(Buffer.byteLength(whole.texts.join(""))).toBeLessThanOrEqual(8 * 1024)
    expect(JSON.parse(whole.texts[0]!)).toEqual(expect.not.objectContaining({ markdown }))
    expect(JSON.parse(whole.texts[0]!)).toMatchObject({
      summary: "# Your week\n\nSpend rose.",
      sections: ["Causes", "Budget"]
    })
    expect(whole.texts[1]).toContain("section")
    const budget = await read({ section: "Budget" })
    expect(budget.texts).toHaveLength(1)
    expect(JSON.parse(budget.texts[0]!).markdown).toBe(sections[1]!.trim())
  })
})

it("a long result has all rows in the structured content, and those that fit into 8 KiB in its text", async () => {
  const given = { from: "2025-06-01", to: "2026-06-01", group_by: "day" }
  const { bytes, output } = await use("svc_get_performance", given)
  expect(output["by_day"]).toHaveLength(366)
  expect(bytes).toBeLessThanOrEqual(8 * 1024)
  expect(bytes).toBeGreaterThan(7 * 1024)
  const { content } = await client.callTool({ name: "svc_get_performance", arguments: given })
  const [text, note] = (content as ReadonlyArray<{ readonly text: string }>).map((part) => part.text)
  const { by_day } = JSON.parse(text!) as { readonly by_day: ReadonlyArray<object> }
  expect(by_day).toEqual((output["by_day"] as ReadonlyArray<object>).slice(0, by_day.length))
  expect(note).toContain(`the first ${by_day.length} of 366 rows of by_day`)
})

describe("a query of the ad platform", () => {
  const query = `SELECT search_term_view.search_term, campaign.name, ad_group.name, segments.date, metrics.clicks,
    metrics.impressions, metrics.cost_micros, metrics.conversions FROM search_term_view
    WHERE segments.date DURING LAST_30_DAYS`

  it("ends at 64 KiB, and says how to narrow it", async () => {
    const { bytes, output } = await use("svc_query", { query, limit: 1000 })
    expect(bytes).toBeLessThanOrEqual(maxBytes)
    expect(bytes).toBeGreaterThan(maxBytes - 2048)
    expect(output).toMatchObject({ truncated: true, note: expect.stringMatching(/64 KiB.*WHERE/) })
    const rows = output["rows"] as ReadonlyArray<object>
    const all = await service.run(call("performance.query", key, { query, limit: 1000 }))
    expect((all.output as { rows: ReadonlyArray<object> }).rows).toEqual(rows)
    const { bytes: short, output: first } = await use("svc_query", { query })
    expect(short).toBeLessThanOrEqual(8 * 1024)
    expect(first).toMatchObject({
      truncated: true,
      note: expect.stringContaining("8 KiB unless limit is sent")
    })
  })

  it("says how to narrow it if there are more rows than the limit", async () => {
    const { output } = await use("svc_query", { query, limit: 3 })
    expect(output).toMatchObject({ truncated: true, note: expect.stringMatching(/more than 3 rows.*limit/) })
    const { output: all } = await use("svc_query", { query: `${query} LIMIT 3`, limit: 3 })
    expect(all).not.toHaveProperty("note")
  })
})
