import { expect, it } from "vitest"
import { startAllSurfaces } from "./support/all-surfaces.ts"

const service = await startAllSurfaces()
const code = `svc_ac_${"a".repeat(43)}`
const state = "b".repeat(43)
const open = async (sent: Readonly<Record<string, string>>) => {
  const response = await fetch(`${service.origin}/oauth/code?${new URLSearchParams(sent)}`)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

it("the manual code page shows a code from this server, followed by its state", async () => {
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
  expect(page.text).toContain("No code to show")
  expect(page.text).not.toContain("svc_ac_")
  expect(page.text).not.toContain("<script>")
})

it.each([
  ["invalid_scope", "The program asked for a permission that does not exist."],
  ["invalid_target", "The program asked for access to another service."],
  ["unsupported_response_type", "The program asked for a kind of answer that is not offered here."],
  ["access_denied", "You declined."],
  ["made_up", "The program could not be connected."],
  ["constructor", "The program could not be connected."],
  ["Call_this_number", "The program could not be connected."]
])("it explains %s in its own words and ignores error_description", async (error, sentence) => {
  const stranger = "Your account is locked. Call +1 555 0100."
  for (const iss of [service.origin, "https://elsewhere.test"]) {
    const { status, text } = await open({ error, error_description: stranger, iss })
    expect(status).toBe(400)
    expect(text).not.toContain("555")
    expect(text).not.toContain("Call")
    if (iss === service.origin) expect(text).toContain(sentence)
  }
})

it("it shows no description without an error", async () => {
  const { text } = await open({ error_description: "Call +1 555 0100", iss: service.origin })
  expect(text).not.toContain("555")
})
