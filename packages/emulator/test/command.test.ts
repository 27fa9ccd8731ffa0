import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"

it("the command starts, answers the README's first query and stops when told", async () => {
  const bin = fileURLToPath(new URL("../src/bin.ts", import.meta.url))
  const child = spawn(process.execPath, [bin, "--port", "0", "--now", "2026-11-15T18:00:00Z", "--frozen"])
  let output = ""
  child.stdout.on("data", (text: Buffer) => {
    output += text.toString()
  })
  while (!output.includes("sites")) await once(child.stdout, "data")
  const url = /token +(\S+)\/token/.exec(output)![1]!
  const form = new URLSearchParams({
    grant_type: "refresh_token",
    client_id: "any",
    refresh_token: "demo-refresh-northwind"
  })
  const { access_token } = (await (await fetch(`${url}/token`, { method: "POST", body: form })).json()) as {
    access_token: string
  }
  const query =
    "SELECT campaign.name, metrics.cost_micros FROM campaign WHERE segments.date DURING LAST_30_DAYS"
  const response = await fetch(`${url}/v25/customers/5550000001/googleAds:search`, {
    method: "POST",
    headers: { authorization: `Bearer ${access_token}` },
    body: JSON.stringify({ query })
  })
  expect(((await response.json()) as { results: unknown[] }).results).toHaveLength(7)
  child.kill("SIGTERM")
  const [code] = await once(child, "exit")
  expect(code).toBe(0)
})
