import { inspect } from "node:util"
import { describe, expect, it } from "vitest"
import { Adwarden, NotFoundError, responseOf } from "../src/index.ts"
import { callOperation, operations } from "../src/operations/index.ts"
import { respondWith, runRest } from "./support/host.ts"

const rest = await runRest()
const client = rest.clientOf("northwind", "owner")

describe("the client against the service", () => {
  it("reads resources", async () => {
    const campaign = await client.campaigns.get("boiler-repair")
    expect(campaign).toMatchObject({ slug: "boiler-repair", state: "live" })
    const organization = await client.organizations.get()
    expect(organization.slug).toBe("northwind")
  })

  it("iterates a list by row and by page, and reads all rows at once", async () => {
    const slugs: Array<string> = []
    for await (const campaign of client.campaigns.list({ limit: 4 })) slugs.push(campaign.slug)
    const page = await client.campaigns.list({ limit: 4 }).page()
    expect(slugs).toHaveLength(page.total)
    expect(new Set(slugs).size).toBe(page.total)
    expect(page.campaigns).toHaveLength(4)
    const sizes: Array<number> = []
    for await (const one of client.campaigns.list({ limit: 4 }).pages()) sizes.push(one.campaigns.length)
    expect(sizes).toEqual([4, 4, page.total - 8])
    expect((await client.campaigns.list({ limit: 4 }).all()).map(({ slug }) => slug)).toEqual(slugs)
  })

  it("starts a list at the given cursor", async () => {
    const all = (await client.campaigns.list({ limit: 100 }).all()).map(({ slug }) => slug)
    const { next_cursor } = await client.campaigns.list({ limit: 4 }).page()
    const rest = client.campaigns.list({ limit: 4, cursor: next_cursor! })
    expect((await rest.page()).campaigns.map(({ slug }) => slug)).toEqual(all.slice(4, 8))
    expect((await rest.all()).map(({ slug }) => slug)).toEqual(all.slice(4))
  })

  it("does not send parameters that are undefined", async () => {
    await client.campaigns.list({ state: "live", limit: undefined }).page()
    expect(rest.seen.at(-1)!.url).toMatch(/\/campaigns\?state=live$/)
  })

  it("requests the next page only when it is needed", async () => {
    const before = rest.seen.length
    for await (const _ of client.campaigns.list({ limit: 3 })) break
    expect(rest.seen.length - before).toBe(1)
  })

  it("returns request id, rate limit and write quota of a response without changing the value", async () => {
    const campaign = await client.campaigns.get("boiler-repair")
    const info = responseOf(campaign)
    expect(info.requestId).toMatch(/^req_/)
    expect(info.rateLimit).toMatchObject({ limit: 1_000_000, resetsAt: expect.any(Date) })
    expect(info).toMatchObject({ status: 200, writeQuota: null, replayed: false, attempts: 1 })
    expect(Object.keys(campaign)).not.toContain("response")
    expect(JSON.stringify(campaign)).not.toContain("req_")
    const page = await client.campaigns.list().page()
    expect(responseOf(page).requestId).not.toBe(info.requestId)
    expect(() => responseOf({})).toThrow(TypeError)
  })

  it("throws the service's error as a class with its fields", async () => {
    const error = await client.campaigns.get("no-such").catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(NotFoundError)
    expect(error).toMatchObject({
      name: "NotFoundError",
      code: "not_found",
      _tag: "not_found",
      status: 404,
      requestId: expect.stringMatching(/^req_/),
      doc_url: expect.stringContaining("#not_found"),
      message: expect.stringContaining("no-such")
    })
  })

  it("gets messages and sentences that name its own methods", async () => {
    const missing = await client.campaigns.get("no-such").catch((thrown: unknown) => thrown)
    expect(String(missing)).toContain("client.campaigns.list(")
    const blocked = await client.campaigns.setState("radiators-draft", { state: "live" })
    expect(blocked.blocked_reason).toMatch(/client\.campaigns\.update\(/)
    expect(`${missing} ${blocked.blocked_reason}`).not.toMatch(/(GET|POST|PATCH|PUT) \//)
  })

  it("calls the organization that it is bound to, or another one", async () => {
    const elsewhere = client.organization("fabrikam")
    await expect(elsewhere.organizations.get()).rejects.toMatchObject({ code: "org_access_denied" })
    expect((await client.organization("northwind").campaigns.get("boiler-repair")).slug).toBe("boiler-repair")
    const named = rest.clientOf("northwind", "owner", { organization: "northwind" })
    expect((await named.campaigns.list().page()).total).toBeGreaterThan(0)
    expect(rest.seen.at(-1)!.url).toContain("/organizations/northwind/campaigns")
  })

  it.each(["", "/", "/v1", "/v1/"])("accepts a base URL that ends with %j", async (ending) => {
    const baseUrl = rest.baseUrl.replace("/v1", ending)
    const there = new Adwarden({ baseUrl, apiKey: rest.keys["northwind"]!.owner! })
    expect((await there.organizations.get()).slug).toBe("northwind")
  })

  it.each(["..", ".", ""])("rejects %j as a slug and sends nothing", (slug) => {
    const before = rest.seen.length
    expect(() => client.campaigns.get(slug)).toThrow(TypeError)
    expect(rest.seen.length).toBe(before)
  })

  it("escapes a value that looks like a path into one segment", async () => {
    await expect(client.campaigns.get("../../organizations?x=1#y")).rejects.toMatchObject({
      code: "not_found"
    })
    expect(rest.seen.at(-1)!.url).toBe("/v1/organizations/_/campaigns/..%2F..%2Forganizations%3Fx%3D1%23y")
  })

  it("sends the User-Agent and the given headers", async () => {
    const named = rest.clientOf("northwind", "owner", {
      userAgent: "night-run/1.2",
      headers: { "x-team": "a" }
    })
    await named.organizations.get({ headers: { "x-run": "7" } })
    expect(rest.seen.at(-1)!.headers).toMatchObject({
      "user-agent": expect.stringMatching(/^night-run\/1\.2 adwarden-client\/\d/),
      "x-team": "a",
      "x-run": "7"
    })
  })

  it("does not reveal its key when inspected", () => {
    const key = rest.keys["northwind"]!.owner!
    expect(inspect(client, { depth: 12, showHidden: true })).not.toContain(key)
    expect(JSON.stringify(client)).not.toContain(key)
  })

  it("does not reveal a key that no header can carry, and accepts a trailing line break", async () => {
    const key = rest.keys["northwind"]!.owner!
    const broken = rest.clientOf("northwind", "owner", { apiKey: `${key}\n${key}` })
    const error = await broken.organizations.get().catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(TypeError)
    expect(inspect(error)).not.toContain(key)
    const fromFile = rest.clientOf("northwind", "owner", { apiKey: `${key}\n` })
    expect((await fromFile.organizations.get()).slug).toBe("northwind")
  })

  it("accepts unknown fields and enum values", async () => {
    const row = { slug: "a", state: "archived", colour: "green" }
    rest.injectFaults(respondWith(200, { campaigns: [row], total: 1, next_cursor: null, more: true }))
    expect(await client.campaigns.list().all()).toEqual([row])
  })

  it.each([undefined, ""])("requires a credential: %j", (text) => {
    expect(() => new Adwarden({ apiKey: text })).toThrow(/needs a credential/)
    expect(() => new Adwarden({ token: text })).toThrow(/needs a credential/)
  })
})

describe("callOperation", () => {
  const named = (name: string) => operations.find((operation) => operation.name === name)!

  it("sends the same request as the method", async () => {
    const input = { slug: "boiler-repair", budget: 101 }
    expect(await callOperation(client, named("campaigns.update"), input)).toMatchObject({
      outcome: "previewed"
    })
    expect(
      await callOperation(client, named("campaigns.get"), { slug: "boiler-repair", org: "northwind" })
    ).toMatchObject({
      slug: "boiler-repair"
    })
  })

  it("accepts every example", async () => {
    for (const operation of operations.filter(({ kind }) => kind === "read" || kind === "list")) {
      const called = callOperation(client, operation, operation.example as Record<string, unknown>)
      const response = await Promise.resolve(
        "page" in called ? (called as { page(): Promise<object> }).page() : called
      ).catch((error: unknown) => error)
      // The demo world lacks some of the examples' resources, but no example is malformed.
      expect(response, operation.name).not.toMatchObject({ code: "validation_error" })
      expect(response, operation.name).not.toMatchObject({ code: "unreadable_answer" })
    }
  })
})
