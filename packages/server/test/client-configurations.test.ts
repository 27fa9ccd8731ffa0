import { readFileSync } from "node:fs"
import { parse } from "toml"
import { describe, expect, it } from "vitest"
import { skippedCommands } from "./guides.ts"

const guide = readFileSync(new URL("../../../docs/guides/mcp-clients.md", import.meta.url), "utf8")

interface Server {
  readonly url?: string
  readonly httpUrl?: string
  readonly command?: string
  readonly args?: ReadonlyArray<string>
  readonly env?: Readonly<Record<string, string>>
  readonly env_vars?: ReadonlyArray<string>
  readonly headers?: Readonly<Record<string, string>>
}

/** Commands of third-party programs have no shown output. */
const isWhatWasPrinted = (before: RegExpExecArray | undefined): boolean =>
  before?.[1] === "sh" && !skippedCommands.has(before[2]!)

/** Each configuration with its client. A block after a command is its output. */
const configurations = [...guide.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].flatMap((block, at, blocks) => {
  const [, kind, text] = block
  if ((kind !== "json" && kind !== "toml") || isWhatWasPrinted(blocks[at - 1])) return []
  const client = guide
    .slice(0, block.index)
    .match(/^## (.*)$/gm)!
    .at(-1)!
    .slice(3)
  return [{ client, kind, text: text! }]
})

const serversIn = (kind: string, text: string): ReadonlyArray<Server> => {
  const { mcpServers, mcp_servers, servers } = kind === "toml" ? parse(text) : JSON.parse(text)
  return Object.values({ ...mcpServers, ...mcp_servers, ...servers })
}

describe("the configurations of clients", () => {
  it("exist for every client, by URL and by program", () => {
    for (const client of ["Claude Code", "Cursor", "VS Code", "Codex", "Gemini CLI"]) {
      const servers = configurations
        .filter((one) => one.client === client)
        .flatMap(({ kind, text }) => serversIn(kind, text))
      const byAddress = servers.some((one) => one.url !== undefined || one.httpUrl !== undefined)
      const byProgram = servers.some((one) => one.command !== undefined)
      expect([client, byAddress, byProgram]).toEqual([client, true, true])
    }
    expect(configurations.map(({ client }) => client)).toContain("Claude")
  })

  it.each(configurations)("$client: $kind is valid and uses our names", ({ kind, text }) => {
    const servers = serversIn(kind, text)
    expect(servers.length).toBeGreaterThan(0)
    for (const { args, command, env = {}, env_vars = [], headers, httpUrl, url } of servers) {
      if (command === undefined) {
        expect(url ?? httpUrl).toBe("https://ads.example.com/mcp")
        if (headers !== undefined) expect(headers["Authorization"]).toMatch(/^Bearer \$\{.*\}$/)
        continue
      }
      expect([command, args]).toEqual(["npx", ["-y", "@adwarden/cli", "mcp"]])
      expect(env["ADWARDEN_URL"]).toBe("https://ads.example.com")
      expect([...Object.keys(env), ...env_vars].toSorted()).toEqual(["ADWARDEN_API_KEY", "ADWARDEN_URL"])
    }
  })

  it("name the existing package and command", () => {
    const { bin, name } = JSON.parse(readFileSync(new URL("../../cli/package.json", import.meta.url), "utf8"))
    expect([name, Object.keys(bin)]).toEqual(["@adwarden/cli", ["adwarden"]])
  })
})
