import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { qrCode } from "../src/qr/qr-code.ts"

const rowsOf = (text: string) => qrCode(text)!.map((row) => row.map((dark) => (dark ? "#" : ".")).join(""))
const fingerprint = (text: string) =>
  createHash("sha256").update(rowsOf(text).join("\n")).digest("hex").slice(0, 16)

describe("a QR code", () => {
  // Made once with the library uqr 0.1.3 at the same mask, and read back with the decoder jsQR.
  it.each([
    [
      "otpauth://totp/Adwarden:olivia%40northwind.test?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Adwarden",
      41,
      "bb6243b07c4f8fef"
    ],
    ["x".repeat(300), 69, "2abaf9ed149140d4"]
  ])("of %s is what another encoder makes", (text, size, expected) => {
    expect([rowsOf(text).length, fingerprint(text)]).toEqual([size, expected])
  })

  it("has finder patterns in three corners, and grows with its text up to its limit", () => {
    const rows = rowsOf("short")
    expect(rows.length).toBe(21)
    for (const [x, y] of [[0, 0] as const, [14, 0] as const, [0, 14] as const])
      expect(rows.slice(y, y + 7).map((row) => row.slice(x, x + 7))).toEqual([
        "#######",
        "#.....#",
        "#.###.#",
        "#.###.#",
        "#.###.#",
        "#.....#",
        "#######"
      ])
    expect(rowsOf("x".repeat(450)).length).toBe(81)
    expect(qrCode("x".repeat(451))).toBeNull()
  })
})
