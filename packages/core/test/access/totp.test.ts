import { describe, expect, it } from "vitest"
import {
  matchingStep,
  newRecoveryCode,
  newTotpSecret,
  otpauthUri,
  totpCode
} from "../../src/access/second-factors.ts"

/** The secret of RFC 6238's test vectors, "12345678901234567890", in base32. */
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

describe("time-based one-time passwords", () => {
  it.each([
    [59, "287082"],
    [1111111109, "081804"],
    [1111111111, "050471"],
    [1234567890, "005924"],
    [2000000000, "279037"],
    [20000000000, "353130"]
  ])("have the values of RFC 6238 at %i seconds", (seconds, code) => {
    expect(totpCode(secret, seconds * 1000)).toBe(code)
  })

  it("are accepted one step early or late, and in no other step", () => {
    const instant = 1_700_000_010_000
    const step = Math.floor(instant / 30_000)
    const accepted = [-2, -1, 0, 1, 2].map((away) =>
      matchingStep(secret, totpCode(secret, instant + away * 30_000), instant, 0)
    )
    expect(accepted).toEqual([null, step - 1, step, step + 1, null])
  })

  it("are accepted once, and never after a later one", () => {
    const instant = 1_700_000_010_000
    const step = Math.floor(instant / 30_000)
    const code = totpCode(secret, instant)
    expect(matchingStep(secret, code, instant, step - 1)).toBe(step)
    expect(matchingStep(secret, code, instant, step)).toBeNull()
    expect(matchingStep(secret, code, instant, step + 1)).toBeNull()
  })

  it("have secrets of 160 bits and recovery codes of 80 bits, each different", () => {
    expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/)
    expect(newRecoveryCode()).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/)
    expect(new Set(Array.from({ length: 50 }, newRecoveryCode)).size).toBe(50)
    expect(otpauthUri("ABC", "a+b@c.test")).toBe(
      "otpauth://totp/Adwarden:a%2Bb%40c.test?secret=ABC&issuer=Adwarden"
    )
  })
})
