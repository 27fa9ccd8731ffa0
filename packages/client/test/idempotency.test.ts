import { afterEach, describe, expect, it, vi } from "vitest"
import { newIdempotencyKey } from "../src/runtime/idempotency.ts"

afterEach(() => void vi.unstubAllGlobals())

const many = () => new Set(Array.from({ length: 500 }, newIdempotencyKey))

describe("a new idempotency key", () => {
  it("is a UUID where the runtime makes one", () => {
    expect(newIdempotencyKey()).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  })

  it("comes from random bytes on a page without HTTPS", () => {
    const getRandomValues = vi.fn((bytes: Uint8Array) => bytes.fill(10))
    vi.stubGlobal("crypto", { getRandomValues })
    expect(newIdempotencyKey()).toBe("0a".repeat(16))
    expect(getRandomValues).toHaveBeenCalledOnce()
  })

  it("is unique in a runtime without crypto", () => {
    vi.stubGlobal("crypto", undefined)
    expect(many().size).toBe(500)
    for (const key of many()) expect(key).toMatch(/^[0-9a-f]{32}$/)
    expect([...many()].filter((key) => key.endsWith("00")).length).toBeLessThan(100)
  })
})
