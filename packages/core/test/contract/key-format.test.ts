import { crc32 } from "node:zlib"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  isWellFormedKey,
  keyChecksum,
  keyLastFour,
  keyPrefix,
  newAccessToken,
  newKey
} from "../../src/contract/index.ts"

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const random = fc.string({ unit: fc.constantFrom(...base62), minLength: 30, maxLength: 30 })

/** An independent computation of the checksum: zlib's CRC32 and BigInt division. */
const independent = (text: string): string => {
  let rest = BigInt(crc32(text))
  let out = ""
  for (; rest > 0n; rest /= 62n) out = base62[Number(rest % 62n)] + out
  return out.padStart(6, "0")
}

describe("an API key", () => {
  it("has the same checksum as zlib's CRC32", () => {
    fc.assert(fc.property(random, (text) => keyChecksum(text) === independent(text)))
  })

  it("is well formed when created, and shows only its ends", () => {
    const key = newKey()
    expect(key).toMatch(/^svc_live_[0-9A-Za-z]{36}$/)
    expect(isWellFormedKey(key)).toBe(true)
    expect(keyPrefix(key)).toBe(key.slice(0, 13))
    expect(keyLastFour(key)).toBe(key.slice(-4))
  })

  it("is shorter than an access token, which has 43 random characters", () => {
    expect(newAccessToken()).toMatch(/^svc_at_[0-9A-Za-z]{43}$/)
  })

  it("is rejected if one character differs", () => {
    fc.assert(
      fc.property(random, fc.nat(35), fc.constantFrom(...base62), (text, at, other) => {
        const whole = text + keyChecksum(text)
        const changed = whole.slice(0, at) + other + whole.slice(at + 1)
        expect(isWellFormedKey(`svc_live_${changed}`)).toBe(changed === whole)
      })
    )
  })

  it.each(["", "svc_live_", "Bearer x", "svc_live_short", `${newKey()}x`, ` ${newKey()}`, `${newKey()}\n`])(
    "is not %j",
    (text) => expect(isWellFormedKey(text)).toBe(false)
  )

  it("uses the whole alphabet evenly", () => {
    const counts = new Map<string, number>()
    for (let n = 0; n < 2000; n++)
      for (const c of newKey().slice(9, 39)) counts.set(c, (counts.get(c) ?? 0) + 1)
    const expected = (2000 * 30) / 62
    for (const c of base62) expect(Math.abs((counts.get(c) ?? 0) - expected)).toBeLessThan(expected * 0.25)
  })
})
