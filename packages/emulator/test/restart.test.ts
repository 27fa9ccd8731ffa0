import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { campaignNamed, clientOf, control, start } from "./support.ts"

const directory = mkdtempSync(join(tmpdir(), "emulator-test-"))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

it("restores everything after a restart: resources, traffic, clock, tokens, pages", async () => {
  const first = await start({ directory })
  const client = await clientOf(first)
  const campaign = await campaignNamed(client, "Boiler repair")
  await client.mutate("campaigns", [
    { update: { resourceName: campaign.resourceName, name: "Boilers, renamed" }, updateMask: "name" }
  ])
  await control(first, "POST", "clock", { advance: { days: 2 } })
  const before = await control(first, "GET", "state")
  const keywords = "SELECT ad_group_criterion.keyword.text FROM ad_group_criterion"
  const order = await client.rows(keywords)
  await first.close()

  const second = await start({ directory, clock: { now: "2030-01-01T00:00:00Z" }, seed: 9 })
  try {
    expect(await control(second, "GET", "state")).toEqual(before)
    expect(await control(second, "GET", "resources")).toEqual({ resources: before.resources })
    const sameToken = await clientOf(second, undefined, undefined, client.token)
    expect((await campaignNamed(sameToken, "Boilers, renamed")).id).toBe(campaign.id)
    expect(await sameToken.rows(keywords)).toEqual(order)
    await expect(start({ directory })).rejects.toThrow("Another emulator is using")
    expect((await control(second, "GET", "clock")).now).toBe("2026-11-17T18:00:00.000Z")
  } finally {
    await second.close()
  }
})

it("leaves the directory as it was if its port is in use", async () => {
  const other = join(directory, "other")
  const occupant = await start()
  await expect(start({ directory: other, port: occupant.port })).rejects.toMatchObject({ code: "EADDRINUSE" })
  await occupant.close()
  const emulator = await start({ directory: other })
  const client = await clientOf(emulator)
  expect((await campaignNamed(client, "Boiler repair")).id).toBeDefined()
  await emulator.close()
})
