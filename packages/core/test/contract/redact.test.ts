import { describe, expect, it } from "vitest"
import { newAccessToken, newKey, operations, redactSecrets } from "../../src/contract/index.ts"

const key = newKey()
const token = newAccessToken()
const secretOf = (text: string) => text.slice(text.indexOf("_", 4) + 5, -4)
const encoded = (text: string) =>
  [...text].map((letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, "0")}`).join("")

describe("a redacted text", () => {
  it.each([
    key,
    `/v1/organizations/${key}/campaigns`,
    `curl/8 (${key})`,
    `${key}${key}`,
    `Bearer ${token}, Bearer ${key}`,
    key.slice(0, -5),
    key.replace("live", "test"),
    encodeURIComponent(`/${key}?`),
    key.replaceAll("_", "%5F"),
    encoded(key),
    encoded(encoded(key)),
    encodeURIComponent(encodeURIComponent(encoded(key))),
    key.slice(0, 18),
    `%00%zz${encoded(token)}`
  ])("shows no more than the ends of a key or token: %s", (text) => {
    const kept = redactSecrets(text)
    expect(kept).not.toContain(secretOf(key).slice(0, 12))
    expect(kept).not.toContain(secretOf(token).slice(0, 12))
    expect(kept).not.toContain(encoded(key))
    expect(kept).not.toMatch(/\p{Cc}/u)
    expect(kept).toContain("…")
    expect(redactSecrets(kept)).toBe(kept)
  })

  it("shows the same parts as lists do", () => {
    expect(redactSecrets("with whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD.")).toBe("with whsec_C2FV…b7oD.")
    expect(redactSecrets(`with ${key}.`)).toBe(`with ${key.slice(0, 13)}…${key.slice(-4)}.`)
    expect(redactSecrets(token)).toBe(`${token.slice(0, 11)}…${token.slice(-4)}`)
    const linked = "svc_at_abcdefghijkl"
    expect(redactSecrets(linked)).toBe("svc_at_abcd…ijkl")
  })

  it("shows a control character that was encoded as a question mark", () => {
    expect(redactSecrets(`a%00b ${encoded(key)}`)).toBe(`a?b ${key.slice(0, 13)}…${key.slice(-4)}`)
  })

  it("is otherwise unchanged", () => {
    const tools = operations.map(({ tool }) => tool ?? "").join(" ")
    for (const text of [tools, "50% off%2", "svc_live_ab12…wxyz", "/v1/a%20b", "%00%ff"]) {
      expect(redactSecrets(text)).toBe(text)
    }
  })
})
