import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { destinationOf, readArguments } from "../src/stdio/options.ts"

const key = { ADWARDEN_API_KEY: "svc_live_x" }
const urlOf = (url: string | null, env: Record<string, string> = {}) => {
  const to = destinationOf({ url }, { ...key, ...env })
  return "problem" in to ? to.problem : to.url
}

describe("where messages go over stdio", () => {
  it.each<[string | null, Record<string, string>, string]>([
    [null, {}, "http://localhost:4280/mcp"],
    [null, { PORT: "5000" }, "http://localhost:5000/mcp"],
    [null, { PUBLIC_URL: "https://ads.example.com" }, "https://ads.example.com/mcp"],
    [null, { PUBLIC_URL: "https://a.example", ADWARDEN_URL: "https://b.example/" }, "https://b.example/mcp"],
    ["https://c.example/mcp", { ADWARDEN_URL: "https://b.example" }, "https://c.example/mcp"],
    ["https://c.example/ads/", {}, "https://c.example/ads/mcp"],
    ["https://c.example/?token=x#y", {}, "https://c.example/mcp"]
  ])("--url %s with %j: %s", (url, env, expected) => expect(urlOf(url, env)).toBe(expected))

  it.each(["ads.example.com", "ftp://a.example", "http://", "https://me:secret@a.example", "javascript:x"])(
    "%s is no address, and is not repeated",
    (url) => {
      expect(urlOf(url)).toMatch(/^The address of Adwarden must be/)
      expect(urlOf(url)).not.toContain("secret")
    }
  )

  it("with the key of the environment, asked for before each message", async () => {
    const to = destinationOf({ url: null }, { ADWARDEN_API_KEY: " svc_live_x\n" })
    expect("credential" in to && (await to.credential())).toBe("svc_live_x")
    for (const wrong of [undefined, "", "  "]) {
      const none = destinationOf({ url: null }, { ADWARDEN_API_KEY: wrong })
      expect("problem" in none && none.problem).toContain("ADWARDEN_API_KEY")
    }
    const two = destinationOf({ url: null }, { ADWARDEN_API_KEY: "a\r\nx-other: b" })
    expect("problem" in two && two.problem).toContain("one API key")
  })

  it("says so where a key would travel in the clear", () => {
    const warning = (url: string) => {
      const to = destinationOf({ url }, key)
      return "warning" in to ? to.warning : "no destination"
    }
    expect(warning("http://ads.example.com")).toContain("unencrypted")
    for (const url of ["https://ads.example.com", "http://localhost:1", "http://127.0.0.1", "http://[::1]"]) {
      expect(warning(url)).toBeNull()
    }
  })

  it("reads its own few arguments, and leaves all others to the command", () => {
    expect(readArguments([])).toEqual({ url: null })
    expect(readArguments(["--url", "x"])).toEqual({ url: "x" })
    expect(readArguments(["--url=x"])).toEqual({ url: "x" })
    for (const args of [["--url"], ["--help"], ["x"], ["--url", "x", "y"]]) {
      expect(readArguments(args)).toBeNull()
    }
  })
})

it("the bridge loads nothing but Node's own: a desktop client waits for it", () => {
  const folder = join(import.meta.dirname, "../src/stdio")
  const imported = readdirSync(folder).flatMap((name) =>
    [...readFileSync(join(folder, name), "utf8").matchAll(/from "([^"]+)"/g)].map((match) => match[1]!)
  )
  expect(imported.length).toBeGreaterThan(4)
  expect(imported.filter((module) => !/^(node:|\.\/)/.test(module))).toEqual([])
})
