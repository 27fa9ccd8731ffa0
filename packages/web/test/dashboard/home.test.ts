import type { Output } from "@adwarden/core/contract"
import { expect, it } from "vitest"
import { call } from "../../../core/test/support/call.ts"
import { signInOnce } from "../support/browser.ts"
import { startWebHostOnPlatform } from "../support/service.ts"

const service = await startWebHostOnPlatform()
const signedIn = signInOnce(service)

it("shows the figures of every organization of a person, as the API has them", async () => {
  const browser = await signedIn("olivia@northwind.test")
  const { text } = await browser.get("/?days=7")
  expect(text).toMatch(/<h1>\d of 2 organizations needs? you<\/h1>/)
  for (const [org, currency] of [
    ["northwind", "USD"],
    ["fabrikam", "EUR"]
  ] as const) {
    const { output } = await service.run(call("performance.get", service.keys[org]!.owner!, { org }))
    const { summary } = output as Output<"performance.get">
    expect(text).toContain(summary.spend.toLocaleString("en-US", { style: "currency", currency }))
    expect(text).toContain(`Cost, 1 organization in ${currency}`)
  }
})

it("finds organizations by name, and keeps the days", async () => {
  const browser = await signedIn("olivia@northwind.test")
  const { text } = await browser.get("/?days=28&q=fabri")
  expect(text).toContain('href="/o/fabrikam"')
  expect(text).not.toContain('href="/o/northwind"')
  expect(text).toContain("last 28 days with figures")
  const file = (await browser.get("/organizations.csv?days=28&q=fabri")).text.trim().split("\r\n")
  expect(file).toEqual([
    expect.stringMatching(/^organization,name,/),
    expect.stringMatching(/^fabrikam,.*,28,.*,EUR$/)
  ])
  expect((await browser.get("/?q=nobody")).text).toContain("No organization matches")
})
