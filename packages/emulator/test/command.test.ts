import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { program } from "../../core/test/support/programs.ts"
import { campaignNamed, clientOf } from "./support.ts"

const directory = mkdtempSync(join(tmpdir(), "emulator-command-"))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const run = async (
  ...flags: readonly string[]
): Promise<{ readonly child: ChildProcess; readonly url: string }> => {
  const bin = program(new URL("../src/bin.ts", import.meta.url))
  const child = spawn(process.execPath, [
    bin,
    "--port",
    "0",
    "--now",
    "2026-11-15T18:00:00Z",
    "--frozen",
    ...flags
  ])
  let output = ""
  child.stdout.on("data", (text: Buffer) => {
    output += text.toString()
  })
  while (!output.includes("sites")) await once(child.stdout, "data")
  return { child, url: /token +(\S+)\/token/.exec(output)![1]! }
}

const reach = (url: string) =>
  clientOf({ url, tokenUrl: `${url}/token`, port: 0, consentUrl: "", close: async () => undefined })

it("the command runs the README's first query, a confirmed write survives its crash, and a signal stops it", async () => {
  const first = await run("--directory", directory)
  const client = await reach(first.url)
  const rows = await client.rows(
    "SELECT campaign.name, metrics.cost_micros FROM campaign WHERE segments.date DURING LAST_30_DAYS"
  )
  expect(rows).toHaveLength(10)
  const { resourceName } = await campaignNamed(client, "Boiler repair")
  await client.mutate("campaigns", [{ update: { resourceName, status: "PAUSED" }, updateMask: "status" }])
  first.child.kill("SIGKILL")
  await once(first.child, "exit")
  const second = await run("--directory", directory)
  expect((await campaignNamed(await reach(second.url), "Boiler repair")).status).toBe("PAUSED")
  second.child.kill("SIGTERM")
  expect((await once(second.child, "exit"))[0]).toBe(0)
})
