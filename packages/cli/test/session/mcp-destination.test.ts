import { tmpdir } from "node:os"
import { describe, expect, it } from "vitest"
import { mcpDestination } from "../../src/session/mcp-destination.ts"

/** A folder without logins. */
const nobody = { XDG_CONFIG_HOME: `${tmpdir()}/adwarden-nobody` }
const key = { ...nobody, ADWARDEN_API_KEY: "svc_live_x" }
const result = (url: string | undefined, env: Record<string, string | undefined> = {}) =>
  mcpDestination({ url }, { ...key, ...env })({}).catch((error: Error) => error.message)
const urlOf = async (url: string | undefined, env: Record<string, string> = {}) => {
  const to = await result(url, env)
  return typeof to === "string" ? to : to.url
}

describe("the destination of messages over stdio", () => {
  it.each<[string | undefined, Record<string, string>, string]>([
    [undefined, {}, "http://localhost:4280/mcp"],
    [undefined, { PORT: "5000" }, "http://localhost:5000/mcp"],
    [undefined, { PUBLIC_URL: "https://ads.example.com" }, "https://ads.example.com/mcp"],
    [
      undefined,
      { PUBLIC_URL: "https://a.example", ADWARDEN_URL: "https://b.example/" },
      "https://b.example/mcp"
    ],
    ["https://c.example/mcp", { ADWARDEN_URL: "https://b.example" }, "https://c.example/mcp"],
    ["https://c.example/ads/", {}, "https://c.example/ads/mcp"],
    ["https://c.example/?token=x#y", {}, "https://c.example/mcp"]
  ])("--url %s with %j is %s", async (url, env, expected) => expect(await urlOf(url, env)).toBe(expected))

  it.each(["ads.example.com", "ftp://a.example", "http://", "https://me:secret@a.example", "javascript:x"])(
    "rejects %s as a URL, and does not repeat it",
    async (url) => {
      expect(await urlOf(url)).toMatch(/^Adwarden's URL must look like/)
      expect(await urlOf(url)).not.toContain("secret")
    }
  )

  it("uses the key of the environment, or states what is missing", async () => {
    expect(await result(undefined, { ADWARDEN_API_KEY: " svc_live_x\n" })).toMatchObject({
      token: "svc_live_x"
    })
    for (const wrong of [undefined, "", "  "]) {
      const none = await result(undefined, { ADWARDEN_API_KEY: wrong })
      expect(none).toMatch(/^Not signed in for MCP: .*ADWARDEN_API_KEY.* Run: adwarden login --mcp$/)
    }
    expect(await result(undefined, { ADWARDEN_API_KEY: "a\r\nx-other: b" })).toContain("one API key")
  })

  it("warns about a key that would be sent unencrypted", async () => {
    const warning = async (url: string) => {
      const to = await result(url)
      return typeof to === "string" ? to : to.warning
    }
    expect(await warning("http://ads.example.com")).toContain("unencrypted")
    for (const url of ["https://ads.example.com", "http://localhost:1", "http://127.0.0.1", "http://[::1]"]) {
      expect(await warning(url)).toBeNull()
    }
  })
})
