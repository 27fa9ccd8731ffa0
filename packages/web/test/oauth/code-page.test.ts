import { expect, it } from "vitest"
import { startEverything } from "./support/everything.ts"

const service = await startEverything()
const code = `svc_ac_${"a".repeat(43)}`
const state = "b".repeat(43)
const open = async (sent: Readonly<Record<string, string>>) => {
  const response = await fetch(`${service.origin}/oauth/code?${new URLSearchParams(sent)}`)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

it("the page for codes shows one that comes from here, with its state behind it", async () => {
  const page = await open({ code, state, iss: service.origin })
  expect(page.status).toBe(200)
  expect(page.text).toContain(`<code>${code}.${state}</code>`)
  expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'")
  expect(page.headers.get("cache-control")).toBe("no-store")
})

it.each([
  ["without a sender", { code, state }],
  ["of another sender", { code, state, iss: "https://elsewhere.example.com" }],
  ["without a state", { code, iss: service.origin }],
  ["that is markup", { code: "<script>alert(1)</script>", state, iss: service.origin }],
  ["that is a sentence", { code: "call this number now", state, iss: service.origin }]
])("it shows no code %s", async (_, sent) => {
  const page = await open(sent)
  expect(page.status).toBe(400)
  expect(page.text).toContain("There is no code")
  expect(page.text).not.toContain("svc_ac_")
  expect(page.text).not.toContain("<script>")
})

it("it says what the service said against it, as text", async () => {
  const page = await open({
    error: "invalid_scope",
    error_description: "There is no scope <b>x</b>.",
    iss: service.origin
  })
  expect(page.text).toContain("There is no scope &lt;b&gt;x&lt;/b&gt;.")
  const strange = await open({
    error: "x",
    error_description: "Call this number",
    iss: "https://elsewhere.test"
  })
  expect(strange.text).not.toContain("Call this number")
})
