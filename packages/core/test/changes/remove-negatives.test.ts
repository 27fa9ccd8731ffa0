import { describe, expect, it } from "vitest"
import { call } from "../support/call.ts"
import { changesNothing } from "../support/changes-nothing.ts"
import { runOnPlatform } from "../support/on-platform.ts"

const demo = await runOnPlatform()
const admin = demo.keys["northwind"]!.admin!
const slug = "boiler-repair"

type Values = Record<string, unknown>
const add = async (keywords: ReadonlyArray<string>, values: Values = {}) => {
  const input = { slug, keywords, dry_run: false, ...values }
  const { error, output } = await demo.run(call("keywords.add_negatives", admin, input))
  expect(error).toBeNull()
  return output as unknown as { action_id: string }
}
const remove = (keywords: ReadonlyArray<string>, values: Values = {}) =>
  demo.run(call("keywords.remove_negatives", admin, { slug, keywords, ...values }))
const execute = async (keywords: ReadonlyArray<string>, values: Values = {}) => {
  const { error, output } = await remove(keywords, { dry_run: false, ...values })
  expect(error).toBeNull()
  return output as unknown as { action_id: string; removed: number }
}
const undo = async ({ action_id: id }: { readonly action_id: string }) =>
  (await demo.run(call("actions.undo", admin, { id }))).output

const idOf = `(select id from campaigns where organization_id = 1 and slug = '${slug}')`
const rows = (of = slug) =>
  demo.query<Values & { text: string; ref: string | null }>(
    `select n.id::int, n.text, n.match_type, n.ad_id::int, n.source, n.action_id, n.created_at, n.platform_resource_name as ref
     from negative_keywords n join campaigns c on c.organization_id = n.organization_id and c.id = n.campaign_id
     where c.organization_id = 1 and c.slug = '${of}' and n.removed_at is null order by n.id`
  )
/** The resource names of the negative keywords in the platform. */
const inPlatform = async () => {
  const { resources } = (await demo.state()) as {
    resources: Record<string, { negative?: boolean; status?: string }>
  }
  return Object.entries(resources).flatMap(([name, { negative, status }]) =>
    negative === true && status !== "REMOVED" ? [name] : []
  )
}
const refsOf = async () => (await rows()).flatMap(({ ref }) => ref ?? [])

/** Excludes a term on an ad of the campaign, in the platform too. Nothing but a sync creates one. */
const excludeOnAd = async (text: string) => {
  const [ad] = await demo.query<{ id: number; ref: string }>(
    `select id::int, platform_resource_name as ref from ads
     where organization_id = 1 and campaign_id = ${idOf} and removed_at is null order by id limit 1`
  )
  const create = { adGroup: ad!.ref, negative: true, keyword: { text, matchType: "EXACT" } }
  await demo.control("POST", "edits", {
    customerId: ad!.ref.split("/")[1],
    userEmail: "someone@northwind.test",
    mutateOperations: [{ adGroupCriterionOperation: { create } }]
  })
  const { resources } = (await demo.state()) as { resources: Record<string, { keyword?: { text: string } }> }
  const [ref] = Object.keys(resources).filter(
    (name) => name.includes("/adGroupCriteria/") && resources[name]!.keyword?.text === text
  )
  await demo.query(`insert into negative_keywords
    (organization_id, campaign_id, ad_id, text, match_type, source, platform_resource_name)
    values (1, ${idOf}, ${ad!.id}, '${text}', 'exact', 'imported', '${ref}')`)
  return ad!.id
}

describe("exclusions of a running campaign", () => {
  it("are previewed with what removing them does, and nothing changes", async () => {
    await add(["boiler lease"])
    const { output } = await changesNothing(demo, () => remove(["Boiler  Lease"]))
    expect(output).toMatchObject({
      dry_run: true,
      campaign: slug,
      would_apply: [
        { op: "remove_negative_keyword", term: "boiler lease", match_type: "phrase", ad_id: null }
      ],
      note: expect.stringContaining("can show ads again"),
      platform_check: { verdict: "accepted" },
      preview_hash: expect.any(String)
    })
  })

  it("are removed in the platform, and come back exactly as they were by undo", async () => {
    await add(["boiler course"])
    await add(["boiler course"], { match_type: "exact" })
    const ad = await excludeOnAd("boiler course")
    const before = await rows()
    const platform = (await inPlatform()).length
    const done = await execute(["boiler course", "boiler lease"])
    expect(done.removed).toBe(4)
    expect(await rows()).toHaveLength(before.length - 4)
    expect(await inPlatform()).toHaveLength(platform - 4)
    expect(await undo(done)).toMatchObject({ undone: true })
    const after = await rows()
    expect(after.map(({ ref: _, ...row }) => row)).toEqual(before.map(({ ref: _, ...row }) => row))
    expect(after).toContainEqual(expect.objectContaining({ text: "boiler course", ad_id: ad }))
    expect(await inPlatform()).toHaveLength(platform)
    expect(await inPlatform()).toEqual(expect.arrayContaining(await refsOf()))
  })

  it("are removed by match type where one is given", async () => {
    const done = await execute(["boiler course"], { match_type: "phrase" })
    expect(done.removed).toBe(1)
    const left = (await rows()).filter(({ text }) => text === "boiler course")
    expect(left.map(({ match_type }) => match_type)).toEqual(["exact", "exact"])
    expect((await remove(["boiler course"], { match_type: "broad" })).error).toMatchObject({
      _tag: "validation_error",
      fields: [{ path: "keywords.0", message: expect.stringContaining("as exact, not as broad") }]
    })
    expect(await undo(done)).toMatchObject({ undone: true })
  })

  it("stay as they were where the platform refuses it, also when it refuses the undo", async () => {
    const refuse = () =>
      demo.control("POST", "faults", { kind: "refused", method: "mutate", times: 1, message: "Not now." })
    const before = [await rows(), await inPlatform()]
    await refuse()
    const { error } = await remove(["boiler course"], { dry_run: false })
    expect(error).toMatchObject({ _tag: "validation_error" })
    expect([await rows(), await inPlatform()]).toEqual(before)
    const done = await execute(["boiler course"])
    await refuse()
    expect(await undo(done)).toMatchObject({ undone: false, not_restored: [{ reason: "Not now." }] })
    expect(await undo(done)).toMatchObject({ undone: true })
    expect((await rows()).map(({ ref: _, ...row }) => row)).toEqual(
      (before[0] as ReadonlyArray<Values>).map(({ ref: _, ...row }) => row)
    )
  })

  it("are read back when the answer of the platform is lost", async () => {
    const lose = () => demo.control("POST", "faults", { kind: "lost", method: "mutate", times: 1 })
    await lose()
    const done = await execute(["boiler course"])
    await lose()
    expect(await undo(done)).toMatchObject({ undone: true })
    expect(await inPlatform()).toEqual(expect.arrayContaining(await refsOf()))
  })

  it("of an ad that was removed meanwhile stay away, and the undo says so", async () => {
    const ad = await excludeOnAd("boiler scrap")
    const done = await execute(["boiler scrap"])
    await demo.query(`update ads set removed_at = now() where organization_id = 1 and id = ${ad}`)
    expect(await undo(done)).toMatchObject({
      undone: false,
      not_restored: [{ what: expect.stringContaining("boiler scrap"), reason: "Its ad was removed." }]
    })
    await demo.query(`update ads set removed_at = null where organization_id = 1 and id = ${ad}`)
  })

  it("that were excluded again are not added twice by undo", async () => {
    const done = await execute(["boiler lease"])
    await add(["boiler lease"])
    const { error } = await demo.run(call("actions.undo", admin, { id: done.action_id }))
    expect(error?._tag).toBe("undo_conflict")
    expect((await rows()).filter(({ text }) => text === "boiler lease")).toHaveLength(1)
  })

  it("still undo the addition that a removal took back and an undo restored", async () => {
    const added = await add(["boiler auction"])
    await undo(await execute(["boiler auction"]))
    expect(await undo(added)).toMatchObject({ undone: true })
    expect((await rows()).map(({ text }) => text)).not.toContain("boiler auction")
  })
})

describe("a call", () => {
  it("for a term that is not there, or that comes from a list, is refused by field", async () => {
    await demo.query(`insert into negative_lists (organization_id, ad_account_id, platform_resource_name, name, campaign_ids, texts, match_types)
      select 1, ad_account_id, 'customers/1/sharedSets/99', 'Never', null, '{"free boiler"}', '{phrase}'
      from campaigns where id = ${idOf}`)
    const { error } = await remove(["nobody excluded", "free boiler"], { dry_run: false })
    expect(error).toMatchObject({
      _tag: "validation_error",
      fields: [
        { path: "keywords.0", message: expect.stringContaining(`is not excluded in ${slug}`) },
        { path: "keywords.1", message: expect.stringContaining('comes from the shared list "Never"') }
      ]
    })
  })

  it.each([
    ["without terms", { keywords: [] }, "validation_error"],
    ["for an unknown campaign", { slug: "nowhere" }, "not_found"],
    ["for a campaign of another channel", { slug: "all-services" }, "channel_not_supported"]
  ])("%s is refused", async (_, values, code) => {
    expect((await remove(["boiler lease"], { dry_run: false, ...values })).error?._tag).toBe(code)
  })

  it("changes a draft here alone, and its undo restores it", async () => {
    const draft = { slug: "spring-offers" }
    await add(["salary"], draft)
    const before = await rows(draft.slug)
    const done = await execute(["salary"], draft)
    expect(await rows(draft.slug)).toHaveLength(before.length - 1)
    expect(await undo(done)).toMatchObject({ undone: true })
    expect(await rows(draft.slug)).toEqual(before)
  })
})
