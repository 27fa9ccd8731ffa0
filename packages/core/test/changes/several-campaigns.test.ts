import { afterEach, describe, expect, it } from "vitest"
import { approve } from "../support/approvals.ts"
import { call } from "../support/call.ts"
import { changesNothing } from "../support/changes-nothing.ts"
import { runOnPlatform } from "../support/on-platform.ts"

const demo = await runOnPlatform()
const admin = demo.keys["northwind"]!.admin!
const [one, two] = ["boiler-repair", "emergency-plumber"]
const draft = "spring-offers"

type Values = Record<string, unknown>
const add = (keywords: ReadonlyArray<string>, values: Values = {}) =>
  demo.run(call("keywords.add_negatives", admin, { slug: one, campaigns: [two], keywords, ...values }))
const execute = async (keywords: ReadonlyArray<string>, values: Values = {}) => {
  const { error, output } = await add(keywords, { dry_run: false, ...values })
  expect(error).toBeNull()
  return output as unknown as { action_id: string; action_ids: [string, string]; added: number }
}
const undoAll = async (id: string) => {
  const { error, output } = await demo.run(call("actions.undo", admin, { id, all: true }))
  expect(error).toBeNull()
  return output as Values
}
const negatives = () =>
  demo.query<{ slug: string; text: string; ref: string | null }>(
    `select c.slug, n.text, n.platform_resource_name as ref from negative_keywords n
     join campaigns c on c.organization_id = n.organization_id and c.id = n.campaign_id
     where n.organization_id = 1 and n.removed_at is null order by n.id`
  )
const having = async (text: string) =>
  (await negatives()).filter((row) => row.text === text).map(({ slug }) => slug)
const inPlatform = async () => {
  const { resources } = (await demo.state()) as {
    resources: Record<string, { negative?: boolean; status?: string }>
  }
  return Object.entries(resources).flatMap(([name, { negative, status }]) =>
    negative === true && status !== "REMOVED" ? [name] : []
  )
}

afterEach(async () => {
  await demo.control("DELETE", "faults")
  await demo.query("update organizations set approvals_required = false where slug = 'northwind'")
})

describe("terms excluded from several campaigns in one call", () => {
  it("are previewed with what each campaign would get and lose, and nothing changes", async () => {
    await execute(["jobs only one"], { campaigns: [] })
    const single = (await add(["boiler repair"], { campaigns: [] })).output as Values
    expect(single).not.toHaveProperty("by_campaign")
    const { output } = await changesNothing(demo, () => add(["boiler repair", "jobs only one"]))
    expect(output).toMatchObject({
      campaign: one,
      would_apply: [
        { op: "add_negative_keyword", term: "boiler repair", match_type: "phrase" },
        { op: "add_negative_keyword", term: "jobs only one", match_type: "phrase" }
      ],
      already_there: [],
      by_campaign: [
        {
          campaign: one,
          terms: ["boiler repair"],
          already_there: ["jobs only one"],
          would_lose: single["would_lose"],
          blocked_keywords: single["blocked_keywords"]
        },
        { campaign: two, terms: ["boiler repair", "jobs only one"], already_there: [] }
      ],
      warnings: expect.arrayContaining([
        expect.stringMatching(new RegExp(`^${one}: \\d+ percent of the last 30 days' conversions`)),
        expect.stringMatching(new RegExp(`^${one}: Enabled keywords would be blocked`))
      ]),
      warning_codes: expect.arrayContaining(["conversions_lost", "keywords_blocked"]),
      platform_check: { verdict: "accepted" }
    })
    // A share of both campaigns is less than the same loss is of one.
    const [all, alone] = [output as Values, single].map(
      (preview) => preview["would_lose"] as { clicks: number; clicks_30d: number }
    )
    expect(all!.clicks).toBeLessThan(alone!.clicks)
    expect(all!.clicks_30d).toBeGreaterThanOrEqual(alone!.clicks_30d)
  })

  it("are one action of each campaign and one request, and one undo takes all back", async () => {
    const before = [await negatives(), (await inPlatform()).length]
    const done = await execute(["salary", "apprentice"])
    expect(done).toMatchObject({ added: 4, action_id: done.action_ids[0], already_there: [] })
    expect(done.action_ids).toHaveLength(2)
    expect(await having("salary")).toEqual([one, two])
    expect(await inPlatform()).toHaveLength((before[1] as number) + 4)
    const undone = await undoAll(done.action_ids[1])
    expect(undone).toMatchObject({ undone: true, not_undone: [] })
    expect(undone["undone_actions"]).toHaveLength(2)
    expect([await negatives(), (await inPlatform()).length]).toEqual(before)
  })

  it("are an action only where something changes", async () => {
    await execute(["vacancy"], { campaigns: [] })
    const done = await execute(["vacancy"])
    expect(done).toMatchObject({ added: 1 })
    expect(done).not.toHaveProperty("action_ids")
    const { output } = await add(["vacancy"], { dry_run: false })
    expect(output).toMatchObject({ action_id: null, added: 0, already_there: ["vacancy"] })
  })

  it("stay out of every campaign where the platform refuses one", async () => {
    const before = [await negatives(), await inPlatform()]
    await demo.control("POST", "faults", { kind: "refused", method: "mutate", times: 1, message: "Not now." })
    expect((await add(["refused there"], { dry_run: false })).error).toMatchObject({
      _tag: "validation_error"
    })
    expect([await negatives(), await inPlatform()]).toEqual(before)
  })

  it("are read back in each campaign when the answer of the platform is lost", async () => {
    await demo.control("POST", "faults", { kind: "lost", method: "mutate", times: 1 })
    expect(await execute(["lost there"])).toMatchObject({ added: 2 })
    expect(await having("lost there")).toEqual([one, two])
    expect(await inPlatform()).toEqual(
      expect.arrayContaining((await negatives()).flatMap(({ ref }) => ref ?? []))
    )
  })

  it("are held and approved as one change", async () => {
    await demo.query("update organizations set approvals_required = true where slug = 'northwind'")
    const { error } = await add(["held jobs"], { dry_run: false })
    const { queued_recommendation_id: id } = error as unknown as { readonly queued_recommendation_id: string }
    const { output } = await demo.run(call("queued_writes.get", admin, { queued_id: id }))
    expect(output).toMatchObject({ summary: expect.stringMatching(new RegExp(`${one}: .*${two}: `)) })
    await demo.run(approve({ organization: "northwind", id, by: "olivia@northwind.test" }))
    expect(await having("held jobs")).toEqual([one, two])
  })
})

describe("a call", () => {
  it.each([
    ["an unknown campaign", ["nowhere"], /is no campaign of the organization/],
    ["its own campaign", [one], /twice/],
    ["a campaign twice", [two, two], /twice/],
    ["a campaign of another channel", ["all-services"], /only search campaigns/],
    ["a draft beside a running campaign", [draft], /spring-offers is not; send a call for each kind/]
  ])("that names %s is refused by field", async (_, campaigns, message) => {
    const { error } = await add(["anything"], { campaigns, dry_run: false })
    expect(error).toMatchObject({
      _tag: "validation_error",
      fields: [{ path: `campaigns.${campaigns.length - 1}`, message: expect.stringMatching(message) }]
    })
  })

  it("with too many campaigns is refused", async () => {
    const campaigns = Array.from({ length: 51 }, (_, n) => `c${n}`)
    expect((await add(["anything"], { campaigns })).error?._tag).toBe("validation_error")
  })

  it("for campaigns of different accounts is refused, and an undo of both leaves one for itself", async () => {
    const done = await execute(["two accounts"])
    const move = (slug: string, account: string) =>
      demo.query(
        `update campaigns set ad_account_id = ${account} where organization_id = 1 and slug = '${slug}'`
      )
    const [{ account }] = (await demo.query<{ account: string }>(
      `select ad_account_id as account from campaigns where organization_id = 1 and slug = '${two}'`
    )) as [{ account: string }]
    await demo.query(`insert into ad_accounts select (jsonb_populate_record(a, '{"id": "9990000009", "customer_id": "9990000009", "selected": false}')).*
      from ad_accounts a where organization_id = 1 and id = '${account}'`)
    await move(two, "'9990000009'")
    const { error } = await add(["anything"], { dry_run: false })
    expect(error).toMatchObject({
      _tag: "validation_error",
      fields: [{ path: "campaigns.0", message: expect.stringContaining("another ad account") }]
    })
    const [first, second] = done.action_ids
    expect(await undoAll(first)).toMatchObject({
      undone_actions: [{ action_id: first }],
      not_undone: [{ action_id: second, reason: expect.stringContaining("another ad account") }]
    })
    await move(two, `'${account}'`)
    expect(await undoAll(first)).toMatchObject({ not_undone: [] })
    expect(await having("two accounts")).toEqual([])
  })

  it("can name several drafts, which change here alone", async () => {
    const drafts = await demo.query<{ slug: string }>(
      `select slug from campaigns where organization_id = 1 and state = 'draft' and removed_at is null
       and channel = 'search' and platform_resource_name is null and generated_at is not null order by slug limit 2`
    )
    const [slug, other] = drafts.map((row) => row.slug)
    const done = await execute(["draft jobs"], { slug, campaigns: [other] })
    expect(done.added).toBe(2)
    expect(await undoAll(done.action_id)).toMatchObject({ undone: true, not_undone: [] })
    expect(await having("draft jobs")).toEqual([])
  })
})
