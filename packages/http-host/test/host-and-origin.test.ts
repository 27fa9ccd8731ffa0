import { defaultSettings } from "@adwarden/core"
import { describe, expect, it } from "vitest"
import { makeHostAndOriginCheck } from "../src/cross-origin.ts"

const requestTo = (host: string, origin?: string) =>
  new Request("http://ignored/mcp", { headers: { host, ...(origin === undefined ? {} : { origin }) } })

describe("on loopback", () => {
  const foreign = makeHostAndOriginCheck(defaultSettings("http://localhost:4280"))

  it.each(["localhost:4280", "LOCALHOST:4280", "127.0.0.1:9", "[::1]:4280", "localhost"])(
    "accepts the host %s",
    (host) => expect(foreign(requestTo(host))).toBeNull()
  )
  it.each([
    "evil.example",
    "localhost.evil.example:4280",
    "evil.example#localhost",
    "user@localhost",
    "",
    "127.0.0.1.nip.io"
  ])("rejects the host %j", (host) => expect(foreign(requestTo(host))).toBe("Host"))
  it.each(["http://localhost:4280", "http://localhost:6274", "http://127.0.0.1:3000", "http://[::1]:3000"])(
    "accepts the origin %s",
    (origin) => expect(foreign(requestTo("localhost:4280", origin))).toBeNull()
  )
  it.each([
    "https://evil.example",
    "null",
    "",
    "http://localhost.evil.example",
    "http://localhost@evil.example"
  ])("rejects the origin %j", (origin) => expect(foreign(requestTo("localhost:4280", origin))).toBe("Origin"))
})

describe("on a public host", () => {
  const foreign = makeHostAndOriginCheck(defaultSettings("https://ads.example"))

  it("accepts only its own host and origin", () => {
    expect(foreign(requestTo("ads.example"))).toBeNull()
    expect(foreign(requestTo("ads.example", "https://ads.example"))).toBeNull()
    expect(foreign(requestTo("localhost:4280"))).toBe("Host")
    expect(foreign(requestTo("ads.example", "http://localhost:3000"))).toBe("Origin")
    expect(foreign(requestTo("ads.example", "http://ads.example"))).toBe("Origin")
    expect(foreign(requestTo("ads.example", "https://evil-ads.example"))).toBe("Origin")
  })
})
