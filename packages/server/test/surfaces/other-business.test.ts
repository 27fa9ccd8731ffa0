import { type OperationName, operationByName } from "@adwarden/core/contract"
import { mcpApp } from "@adwarden/mcp"
import { restApp } from "@adwarden/rest"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { runOnPlatform } from "../../../core/test/support/on-platform.ts"
import { follow, startWorker } from "../../../core/test/support/workers.ts"
import { runInProcess } from "../in-process.ts"
import { restRequest, toolRequest } from "./surfaces.ts"

/** The first response warns about a website that plainly belongs to another business. */

const demo = await runOnPlatform()
const northwind = demo.keys["northwind"]!.admin!
const fabrikam = demo.keys["fabrikam"]!.admin!
const rest = await demo.run(restApp)
const mcp = await demo.run(mcpApp)

type Answer = Record<string, unknown> & {
  readonly task_tracking_id?: number
  readonly queued_recommendation_id?: string
  readonly error?: { readonly queued_recommendation_id: string }
}
type Ask = (name: OperationName, values: Record<string, unknown>, key?: string) => Promise<Answer>

const overRest: Ask = async (name, values, key = northwind) => {
  const response = await rest.fetch(restRequest(operationByName.get(name)!, values, key), {})
  return (await response.json()) as Answer
}
const asTool: Ask = async (name, values, key = northwind) => {
  const response = await mcp.fetch(toolRequest(operationByName.get(name)!.tool!, values, key), {})
  const { result } = (await response.json()) as { result: { structuredContent: Answer } }
  return result.structuredContent
}
const surfaces = [
  ["over REST", overRest],
  ["as a tool", asTool]
] as const

const website_url = "http://contoso.test/"
const ofOthers = (business: string, by: "draft" | "ad") =>
  expect.stringMatching(
    new RegExp(`^contoso\\.test .*another business than ${business}.*the ${by} would advertise it`)
  )

/** The last queued write of each kind. */
const queued = new Map<"draft" | "ad", string>()

let stop: () => Promise<void>
beforeAll(async () => {
  stop = await startWorker(demo)
})
afterAll(() => stop())

describe.each(surfaces)("%s", (surface, ask) => {
  it("the first response for a draft and for an ad warns, and so do their results", async () => {
    // A brand campaign bids on the name, so its ads may lead to pages whose searches another ad has.
    const created = await ask("campaigns.create", { website_url, type: "brand", name: `Contoso ${surface}` })
    expect(created).toMatchObject({ status: "queued", warnings: [ofOthers("Northwind", "draft")] })
    expect(await follow(demo, northwind, created.task_tracking_id!)).toMatchObject({
      result: { warnings: [ofOthers("Northwind", "draft")] }
    })
    const slug = created["campaign"]
    const ad = await ask("campaigns.create_ad", { slug, url: `${website_url}implants/` })
    expect(ad).toMatchObject({ status: "queued", warnings: [ofOthers("Northwind", "ad")] })
    expect(await follow(demo, northwind, ad.task_tracking_id!)).toMatchObject({
      status: "completed",
      result: { warnings: [ofOthers("Northwind", "ad")] }
    })
  })

  it("does not warn about the organization's own website", async () => {
    const own = await ask("campaigns.create", {
      website_url: "http://northwind.test/",
      name: `Own ${surface}`
    })
    expect(own).toMatchObject({ status: "queued" })
    expect(own).not.toHaveProperty("warnings")
    const task = await follow(demo, northwind, own.task_tracking_id!)
    expect(task).toMatchObject({ status: "completed" })
    // The result may name pages that got no ad because a live campaign has their searches.
    expect(JSON.stringify(task)).not.toContain("another business")
    const ad = await ask("campaigns.create_ad", {
      slug: own["campaign"],
      url: "http://northwind.test/boiler-repair/"
    })
    expect(ad).toMatchObject({ status: "queued" })
    expect(ad).not.toHaveProperty("warnings")
  })

  it("a queued draft and a queued ad have the warning", async () => {
    await demo.query(`update campaigns c set website_url = '${website_url}' from organizations o
      where o.id = c.organization_id and o.slug = 'fabrikam' and c.slug = 'spring-offers' returning c.id`)
    const values = {
      draft: ["campaigns.create", { website_url, name: `Queued ${surface}` }],
      ad: ["campaigns.create_ad", { slug: "spring-offers", url: website_url, name: `Queued ${surface}` }]
    } as const
    for (const by of ["draft", "ad"] as const) {
      const warning = ofOthers("Fabrikam", by)
      const [name, input] = values[by]
      const held = await ask(name, input, fabrikam)
      const id = held.queued_recommendation_id ?? held.error!.queued_recommendation_id
      expect(await ask("queued_writes.get", { queued_id: id }, fabrikam)).toMatchObject({
        warnings: [warning]
      })
      const { queued_writes } = (await ask("queued_writes.list", {}, fabrikam)) as {
        queued_writes?: ReadonlyArray<object>
      }
      expect(queued_writes).toContainEqual(expect.objectContaining({ id, warnings: [warning] }))
      queued.set(by, id)
    }
  })
})

it("so has the approver in the terminal", async () => {
  for (const [by, id] of queued) {
    const show = ["queued-writes", "get", "--local", "--org", "fabrikam", id]
    const terminal = await runInProcess(show, { DATABASE_URL: demo.url })
    expect(terminal).toMatchObject({ code: 0 })
    expect(terminal.out.replace(/\s+/g, " ")).toContain("looks like the website of another business")
    const json = await runInProcess([...show, "--json"], { DATABASE_URL: demo.url })
    expect(JSON.parse(json.out)).toMatchObject({ preview: { warnings: [ofOthers("Fabrikam", by)] } })
  }
  expect(queued.size).toBe(2)
})
