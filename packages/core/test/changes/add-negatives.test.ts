import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { Finisher } from "../../src/changes/finish.ts"
import { call } from "../support/call.ts"
import { changesNothing } from "../support/changes-nothing.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { staggeredEffects } from "../support/staggered.ts"

const demo = await runOnPlatform({ writeQuota: 50 })
const admin = demo.keys["northwind"]!.admin!

type Values = Record<string, unknown>
const add = async (keywords: ReadonlyArray<string>, values: Values = {}, key = admin) =>
  demo.run(call("keywords.add_negatives", key, { slug: "spring-offers", keywords, ...values }))
const live = { slug: "boiler-repair", dry_run: false }

const rows = (slug = "boiler-repair") =>
  demo.query<{
    text: string
    match_type: string
    platform_resource_name: string | null
    action_id: string | null
  }>(
    `select n.text, n.match_type, n.platform_resource_name, n.action_id from negative_keywords n
     join campaigns c on c.organization_id = n.organization_id and c.id = n.campaign_id
     where c.organization_id = 1 and c.slug = '${slug}' and n.removed_at is null order by n.id`
  )
const platformTexts = async () => {
  const { resources } = (await demo.state()) as {
    resources: Record<string, { negative?: boolean; status?: string; keyword?: { text: string } }>
  }
  return Object.entries(resources).flatMap(([name, { keyword, negative, status }]) =>
    name.includes("/campaignCriteria/") && negative === true && status !== "REMOVED" ? [keyword!.text] : []
  )
}
const actionOf = async (id: string) =>
  (await demo.query<Values>(`select state, failure, steps, detail, op from actions where id = '${id}'`))[0]!

describe("negative keywords on a draft", () => {
  it("are previewed without any change, and wait for the campaign's launch", async () => {
    const preview = await changesNothing(demo, () => add(["Boiler jobs", "boiler  JOBS", "salary"]))
    expect(preview.output).toMatchObject({
      dry_run: true,
      match_type: "phrase",
      would_apply: [
        { op: "add_negative_keyword", term: "Boiler jobs", match_type: "phrase" },
        { op: "add_negative_keyword", term: "salary", match_type: "phrase" }
      ],
      already_there: ["boiler JOBS"],
      would_lose: expect.objectContaining({ clicks: 0, cost: 0, conversions: 0, clicks_30d: 0, cost_30d: 0 }),
      preview_hash: expect.any(String)
    })
    const { preview_hash } = preview.output as { preview_hash: string }
    const terms = ["Boiler jobs", "boiler  JOBS", "salary"]
    const { output, quota } = await add(terms, { dry_run: false, preview_hash })
    expect(output).toMatchObject({
      applied: true,
      added: 2,
      match_type: "phrase",
      already_there: ["boiler JOBS"]
    })
    expect(quota).toEqual({ limit: 50, remaining: preview.quota!.remaining - 1 })
    const { action_id } = output as { action_id: string }
    expect(await actionOf(action_id)).toMatchObject({
      state: "executed",
      op: "add_negative_keywords",
      detail: '2 negative keywords added (phrase): "Boiler jobs", "salary"',
      steps: [{ kind: "negatives.add", trace: { ids: [expect.any(Number), expect.any(Number)] } }]
    })
    expect((await rows("spring-offers")).filter((row) => row.action_id === action_id)).toHaveLength(2)
    expect(await platformTexts()).not.toContain("salary")
  })

  it("are not added twice: no action, no quota; another match type is a different exclusion", async () => {
    const { quota } = await add(["SALARY"])
    const again = await add(["SALARY"], { dry_run: false })
    expect(again.output).toEqual({
      applied: true,
      action_id: null,
      added: 0,
      match_type: "phrase",
      already_there: ["SALARY"]
    })
    expect(again.quota).toEqual(quota)
    const exact = await add(["salary"], { dry_run: false, match_type: "exact" })
    expect(exact.output).toMatchObject({ added: 1, match_type: "exact" })
  })

  it("report each invalid term with its index and character position", async () => {
    const { error } = await add(["fine", "free!", "a b c d e f g h i j k"], { dry_run: false })
    expect(error).toMatchObject({
      _tag: "validation_error",
      fields: [
        { path: "keywords.1", message: 'has a "!" at position 5, which the ad platform does not take' },
        { path: "keywords.2", message: "has 11 words; the ad platform takes at most 10" }
      ]
    })
    expect((await add([])).error?._tag).toBe("validation_error")
    expect((await add(Array.from({ length: 101 }, (_, n) => `t${n}`))).error?._tag).toBe("validation_error")
    expect((await add(["x"], { slug: "nowhere" })).error?._tag).toBe("not_found")
  })
})

describe("negative keywords on a campaign in the platform", () => {
  it("preview the lost traffic and the blocked keywords", async () => {
    const { output } = await changesNothing(demo, () => add(["boiler repair"], { slug: "boiler-repair" }))
    const { blocked_keywords, would_lose } = output as {
      blocked_keywords: ReadonlyArray<string>
      would_lose: { clicks: number }
    }
    expect(blocked_keywords.length).toBeGreaterThan(0)
    expect(would_lose.clicks).toBeGreaterThan(0.05)
    expect(would_lose.clicks).toBeLessThanOrEqual(1)
  })

  it("are created in the platform first", async () => {
    const { output } = await add(["diy boiler", "boiler course"], live)
    expect(output).toMatchObject({ applied: true, added: 2, already_there: [] })
    const stored = (await rows()).filter(({ text }) => ["diy boiler", "boiler course"].includes(text))
    expect(stored.map((row) => row.platform_resource_name)).toEqual([
      expect.stringMatching(/campaignCriteria/),
      expect.stringMatching(/campaignCriteria/)
    ])
    expect(await platformTexts()).toEqual(expect.arrayContaining(["diy boiler", "boiler course"]))
    expect(await actionOf((output as { action_id: string }).action_id)).toMatchObject({ state: "executed" })
  })

  it("skip exclusions that others created in the platform", async () => {
    const { output } = await add(["commercial boiler", "boiler lease"], live)
    expect(output).toMatchObject({ added: 1, already_there: ["commercial boiler"] })
    const { detail, steps } = await actionOf((output as { action_id: string }).action_id)
    expect(detail).toBe('1 negative keyword added (phrase): "boiler lease"')
    expect((steps as [{ trace: { ids: Array<number> } }])[0].trace.ids).toHaveLength(1)
    const found = (await rows()).find(({ text }) => text === "commercial boiler")
    expect(found).toMatchObject({ action_id: null, platform_resource_name: expect.any(String) })
  })

  it("return the platform's refusal, store nothing and use no quota", async () => {
    const before = await rows()
    await demo.control("POST", "faults", {
      kind: "refused",
      method: "mutate",
      times: 1,
      message: "Not on a Sunday."
    })
    const used = await demo.query(
      "select coalesce(sum(used), 0)::int as used from write_quota where organization_id = 1"
    )
    const { error } = await add(["never on sunday"], { ...live, idempotency_key: "sunday" })
    expect(error).toMatchObject({
      _tag: "validation_error",
      fields: [{ path: "keywords", message: "the ad platform declined the change: Not on a Sunday" }]
    })
    expect(await rows()).toEqual(before)
    expect(
      await demo.query(
        "select coalesce(sum(used), 0)::int as used from write_quota where organization_id = 1"
      )
    ).toEqual(used)
    const [failed] = await demo.query("select state, failure from actions order by sequence desc limit 1")
    expect(failed).toEqual({ state: "failed", failure: "Not on a Sunday." })
    const again = await add(["never on sunday"], { ...live, idempotency_key: "sunday" })
    expect(again.output).toMatchObject({ added: 1 })
  })

  it("whose response is lost are read back before the call returns", async () => {
    await demo.control("POST", "faults", { kind: "lost", method: "mutate", times: 1 })
    expect((await add(["lost after"], live)).output).toMatchObject({ added: 1, already_there: [] })
    await demo.control("POST", "faults", { kind: "lost", method: "mutate", times: 1, when: "before" })
    expect((await add(["lost before"], live)).output).toMatchObject({ added: 1 })
    expect(await platformTexts()).toEqual(expect.arrayContaining(["lost after", "lost before"]))
  })

  it("stay open while the outcome is unknown, and finish later with the same response for their key", async () => {
    await demo.control("POST", "faults", { kind: "lost", method: "mutate", times: 1 })
    await demo.control("POST", "faults", { kind: "internal", method: "search", after: 1 })
    const keyed = { ...live, idempotency_key: "later" }
    const first = await add(["unknown outcome"], keyed)
    expect(first.error).toMatchObject({ _tag: "unavailable", because: expect.stringContaining("finished") })
    expect((await rows()).map(({ text }) => text)).not.toContain("unknown outcome")
    expect((await add(["unknown outcome"], keyed)).error?._tag).toBe("unavailable")
    expect((await add(["unknown outcome"], live)).error?._tag).toBe("unavailable")
    await demo.control("DELETE", "faults")
    const [left] = await demo.query<{ id: string }>("select id from executions where state = 'open'")
    await demo.run(Effect.flatMap(Finisher, (finisher) => finisher.finish(1, left!.id)))
    const settled = await add(["unknown outcome"], keyed)
    expect(settled).toMatchObject({ replayed: true, output: { added: 1 } })
    expect((await rows()).map(({ text }) => text)).toContain("unknown outcome")
  })

  it("fail without side effects while the platform is unavailable and nothing was sent", async () => {
    await demo.control("POST", "faults", { kind: "internal", method: "search", times: 3 })
    const { error } = await add(["away"], { ...live, idempotency_key: "away" })
    expect(error).toMatchObject({
      _tag: "unavailable",
      because: expect.stringContaining("nothing was changed")
    })
    expect((await add(["away"], { ...live, idempotency_key: "away" })).output).toMatchObject({ added: 1 })
  })

  it("require a working connection", async () => {
    const will = demo.keys["wingtip"]!.owner!
    const [own] = await demo.query<{ slug: string }>(
      `select c.slug from campaigns c join organizations o on o.id = c.organization_id
       where o.slug = 'wingtip' and c.platform_resource_name is not null`
    )
    const { error } = await add(["free"], { ...live, slug: own!.slug }, will)
    expect(error?._tag).toBe("ad_platform_connection_incomplete")
  })

  it("wait for approval if the organization requires it", async () => {
    const femi = demo.keys["fabrikam"]!.admin!
    const { error, status } = await add(["gratis"], live, femi)
    expect([status, error?._tag]).toEqual([202, "approval_required"])
  })

  it("from many concurrent callers are each added once", async () => {
    const answers = await demo.run(
      staggeredEffects(
        Array.from({ length: 12 }, (_, n) =>
          call("keywords.add_negatives", admin, {
            ...live,
            keywords: [`crowd ${n % 4}`, `own ${n}`],
            match_type: "exact"
          })
        )
      )
    )
    const counted = (await platformTexts()).filter((text) => text.startsWith("crowd"))
    expect(counted.length).toBe(new Set(counted).size)
    for (const { error, output } of answers) {
      if (error !== null) expect(error._tag).toBe("unavailable")
      else expect(output).toMatchObject({ applied: true })
    }
  })
})
