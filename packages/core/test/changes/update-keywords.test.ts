import { describe, expect, it } from "vitest"
import { call } from "../support/call.ts"
import { changesNothing } from "../support/changes-nothing.ts"
import { runOnPlatform } from "../support/on-platform.ts"

const demo = await runOnPlatform()
const admin = demo.keys["northwind"]!.admin!

type Values = Record<string, unknown>
type Op = "add" | "pause" | "enable" | "remove"
/** Keywords by what to do with them. */
type Changes = Partial<Record<Op, ReadonlyArray<Values>>> & { readonly dry_run?: false }
const update = ({ dry_run, ...lists }: Changes, slug = "boiler-repair") => {
  const keywords = Object.entries(lists).flatMap(([op, list]) => (list ?? []).map((one) => ({ op, ...one })))
  return demo.run(
    call("keywords.update", admin, { slug, keywords, ...(dry_run === undefined ? {} : { dry_run }) })
  )
}
const execute = async (values: Changes, slug?: string) => {
  const { error, output } = await update({ ...values, dry_run: false }, slug)
  expect(error).toBeNull()
  return output as unknown as { action_id: string; changed: Values }
}
const undo = async ({ action_id: id }: { readonly action_id: string }) =>
  (await demo.run(call("actions.undo", admin, { id }))).output

const keywords = (slug = "boiler-repair") =>
  demo.query<{ text: string; match_type: string; state: string; ref: string | null; ad: number }>(
    `select k.text, k.match_type, k.state, k.platform_resource_name as ref, k.ad_id::int as ad from keywords k
     join campaigns c on c.organization_id = k.organization_id and c.id = k.campaign_id
     where c.organization_id = 1 and c.slug = '${slug}' and k.removed_at is null order by k.text, k.match_type, k.ad_id`
  )
const local = async (slug?: string) => (await keywords(slug)).map(({ ref: _, ...keyword }) => keyword)

/** The keywords of the platform by their resource names, with their status. */
const inPlatform = async () => {
  const { resources } = (await demo.state()) as {
    resources: Record<string, { negative?: boolean; status?: string; keyword?: { text: string } }>
  }
  return new Map(
    Object.entries(resources).flatMap(([name, { keyword, negative, status }]) =>
      name.includes("/adGroupCriteria/") && negative !== true && status !== "REMOVED"
        ? [[name, { text: keyword?.text, status }] as const]
        : []
    )
  )
}
const statusOf = async (text: string) => {
  const found = (await keywords()).find((one) => one.text === text)
  return found?.ref == null ? null : (await inPlatform()).get(found.ref)?.status
}

const [first, second, third] = (await keywords()).filter(({ state }) => state === "enabled")
const named = ({ match_type, text }: { text: string; match_type: string }) => ({ text, match_type })

describe("keywords of a running campaign", () => {
  it("are previewed with what pauses and removals lose, and nothing changes", async () => {
    const { output } = await changesNothing(demo, () =>
      update({
        add: [{ text: "boiler breakdown", ad_id: first!.ad }],
        pause: [named(first!)],
        remove: [named(second!)]
      })
    )
    expect(output).toMatchObject({
      dry_run: true,
      campaign: "boiler-repair",
      would_apply: [
        { op: "remove", text: second!.text },
        { op: "pause", text: first!.text },
        { op: "add", text: "boiler breakdown", match_type: "phrase", ad_id: first!.ad }
      ],
      would_lose: { clicks: expect.any(Number), clicks_30d: expect.any(Number) },
      platform_check: { verdict: "accepted" },
      preview_hash: expect.any(String)
    })
    expect((output as { would_lose: { clicks_30d: number } }).would_lose.clicks_30d).toBeGreaterThan(0)
  })

  it("are changed in one action and one request, and come back as they were by its undo", async () => {
    const before = await local()
    const done = await execute({
      add: [{ text: "boiler breakdown", match_type: "exact", ad_id: first!.ad }],
      pause: [named(first!)],
      remove: [named(second!)]
    })
    expect(done.changed).toEqual({ added: 1, paused: 1, enabled: 0, removed: 1 })
    expect(await statusOf("boiler breakdown")).toBe("ENABLED")
    expect(await statusOf(first!.text)).toBe("PAUSED")
    expect(await statusOf(second!.text)).toBeNull()
    expect(await undo(done)).toMatchObject({ undone: true })
    expect(await local()).toEqual(before)
    expect(await statusOf(first!.text)).toBe("ENABLED")
    expect(await statusOf(second!.text)).toBe("ENABLED")
    expect(await statusOf("boiler breakdown")).toBeNull()
  })

  it("that are paused when they are removed come back paused", async () => {
    await execute({ pause: [named(third!)] })
    const removed = await execute({ remove: [named(third!)] })
    expect(await undo(removed)).toMatchObject({ undone: true })
    expect(await statusOf(third!.text)).toBe("PAUSED")
    expect((await local()).find(({ text }) => text === third!.text)).toMatchObject({ state: "paused" })
    expect((await execute({ enable: [named(third!)] })).changed).toMatchObject({ enabled: 1 })
  })

  it("stay as they were where the platform refuses one of them", async () => {
    const before = [await local(), await inPlatform()]
    const message = "Not this keyword."
    await demo.control("POST", "faults", { kind: "refused", method: "mutate", times: 1, message })
    const { error } = await update({
      add: [{ text: "boiler checkup", ad_id: first!.ad }],
      pause: [named(first!)],
      dry_run: false
    })
    expect(error).toMatchObject({
      _tag: "validation_error",
      fields: [{ message: expect.stringContaining("Not this keyword") }]
    })
    expect([await local(), await inPlatform()]).toEqual(before)
  })

  it("are read back when the answer of the platform is lost", async () => {
    await demo.control("POST", "faults", { kind: "lost", method: "mutate", times: 1 })
    const done = await execute({ add: [{ text: "boiler lost", ad_id: first!.ad }], pause: [named(first!)] })
    expect(done.changed).toMatchObject({ added: 1, paused: 1 })
    expect(await statusOf("boiler lost")).toBe("ENABLED")
    expect(await undo(done)).toMatchObject({ undone: true })
  })

  it("that exist or have that state already are no change", async () => {
    const { output } = await update({
      add: [{ ...named(first!), ad_id: first!.ad }],
      enable: [named(second!)]
    })
    expect(output).toMatchObject({ would_apply: [], already_there: [first!.text] })
    const { output: done } = await update({ enable: [named(second!)], dry_run: false })
    expect(done).toEqual({
      applied: true,
      action_id: null,
      changed: { added: 0, paused: 0, enabled: 0, removed: 0 }
    })
  })
})

describe("a call", () => {
  it.each([
    ["without keywords", {}, "keywords", /1 to 200 keywords/],
    [
      "for an unknown keyword",
      { pause: [{ text: "nobody" }] },
      "keywords.0",
      /is not a keyword of boiler-repair/
    ],
    [
      "that names a keyword twice",
      { pause: [named(first!)], remove: [{ text: first!.text }] },
      "keywords.1",
      /same keyword as keywords\.0/
    ],
    [
      "with a text that no platform takes",
      { add: [{ text: "a!b", ad_id: first!.ad }] },
      "keywords.0.text",
      /"!"/
    ],
    [
      "for an ad of another campaign",
      { add: [{ text: "boilers", ad_id: 999_999 }] },
      "keywords.0.ad_id",
      /one of the ads/
    ]
  ])("%s is refused by field", async (_, values, path, message) => {
    const { error } = await update({ ...values, dry_run: false })
    expect(error).toMatchObject({ _tag: "validation_error" })
    const [field] = (error as unknown as { fields: ReadonlyArray<{ path: string; message: string }> }).fields
    expect(field!.path).toContain(path)
    expect(field!.message).toMatch(message)
  })

  it("changes a draft here alone, and its undo restores it", async () => {
    const before = await local("spring-offers")
    const [one] = before
    const done = await execute({ remove: [named(one!)] }, "spring-offers")
    expect(await local("spring-offers")).toHaveLength(before.length - 1)
    expect(await undo(done)).toMatchObject({ undone: true })
    expect(await local("spring-offers")).toEqual(before)
  })

  it("is refused for a campaign of another channel", async () => {
    const { error } = await update({ add: [{ text: "boilers" }], dry_run: false }, "all-services")
    expect(error?._tag).toBe("channel_not_supported")
  })
})
