import { defaultSettings } from "@adwarden/core"
import { describe, expect, it } from "vitest"
import { makeNeighbourCheck } from "../src/neighbours.ts"

const asked = (host: string, origin?: string) =>
  new Request("http://ignored/mcp", { headers: { host, ...(origin === undefined ? {} : { origin }) } })

describe("on loopback", () => {
  const stranger = makeNeighbourCheck(defaultSettings("http://localhost:4280"))

  it.each(["localhost:4280", "LOCALHOST:4280", "127.0.0.1:9", "[::1]:4280", "localhost"])(
    "the host %s is ours",
    (host) => expect(stranger(asked(host))).toBeNull()
  )
  it.each([
    "evil.example",
    "localhost.evil.example:4280",
    "evil.example#localhost",
    "user@localhost",
    "",
    "127.0.0.1.nip.io"
  ])("the host %j is not", (host) => expect(stranger(asked(host))).toBe("Host"))
  it.each(["http://localhost:4280", "http://localhost:6274", "http://127.0.0.1:3000", "http://[::1]:3000"])(
    "pages of %s may speak",
    (origin) => expect(stranger(asked("localhost:4280", origin))).toBeNull()
  )
  it.each([
    "https://evil.example",
    "null",
    "",
    "http://localhost.evil.example",
    "http://localhost@evil.example"
  ])("pages of %j may not", (origin) => expect(stranger(asked("localhost:4280", origin))).toBe("Origin"))
})

describe("in public", () => {
  const stranger = makeNeighbourCheck(defaultSettings("https://ads.example"))

  it("only its own name and origin are ours", () => {
    expect(stranger(asked("ads.example"))).toBeNull()
    expect(stranger(asked("ads.example", "https://ads.example"))).toBeNull()
    expect(stranger(asked("localhost:4280"))).toBe("Host")
    expect(stranger(asked("ads.example", "http://localhost:3000"))).toBe("Origin")
    expect(stranger(asked("ads.example", "http://ads.example"))).toBe("Origin")
    expect(stranger(asked("ads.example", "https://evil-ads.example"))).toBe("Origin")
  })
})
