import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { operations } from "@adwarden/client/operations"
import { renderMentions } from "@adwarden/core/contract"
import { describe, expect, it } from "vitest"
import { formatted } from "../../client/scripts/generator/format.ts"
import { allCommands, generatedFiles } from "../scripts/generator/index.ts"
import { commandWords, kebab } from "../src/api/command-line.ts"
import { nameWords } from "../src/command-info.ts"
import { complete } from "../src/completion/complete.ts"
import { findCommand, matchedCommand } from "../src/find-command.ts"
import { overview } from "../src/generated/overview.ts"
import { commandHelp, groupHelp, topHelp } from "../src/help.ts"
import { parse } from "../src/parse.ts"
import { plainPaint } from "../src/terminal/terminal.ts"
import { loadedBy } from "./loaded.ts"

const bin = new URL("../src/bin.ts", import.meta.url)
const directory = fileURLToPath(new URL("../src/generated/", import.meta.url))
const screen = { line: () => {}, write: () => {}, isTerminal: true, width: 80, paint: plainPaint }

const found = async (words: ReadonlyArray<string>) => {
  const one = findCommand(words)
  if (one.kind !== "command") throw new Error(`${words.join(" ")} is no command`)
  return matchedCommand(one)
}

describe("the data of help and completion", () => {
  it("is up to date with the contract and the commands (npm run generate)", () => {
    const files = formatted(generatedFiles())
    expect(readdirSync(directory).sort()).toEqual([...files.keys()].sort())
    for (const [path, text] of files) expect(readFileSync(`${directory}${path}`, "utf8"), path).toBe(text)
  })

  it("names every command once", () => {
    const lines = allCommands.map((command) => nameWords(command).join(" "))
    expect(new Set(lines).size).toBe(lines.length)
  })
})

describe.each(operations)("$name", (operation) => {
  const words = commandWords(operation.name)

  it("has a command that accepts every field", async () => {
    const command = await found(words)
    expect(command).toMatchObject({ where: "api", summary: operation.summary })
    const taken = [...command.arguments, ...command.flags].map(({ name }) => name)
    const fields = operation.fields.flatMap((field) => (field.kind === "object" ? field.fields! : [field]))
    for (const { default: usual, kind, name } of fields) {
      const flag = kind === "boolean" && usual === true ? `no-${kebab(name)}` : kebab(name)
      expect(taken).toContain(name === "dry_run" ? "execute" : flag)
    }
  })

  it("has help with a valid example, in lines that fit", async () => {
    const command = await found(words)
    const help = commandHelp(command, screen)
    expect(help).toContain(`${operation.summary}.`)
    expect(help).not.toMatch(/dry_run|\{[a-z_]+\.[a-z_]+\}/)
    const examples = help.split("\n").filter((line) => line.startsWith("  $ "))
    expect(examples).toHaveLength(1)
    for (const line of help.split("\n")) {
      if (!line.startsWith("  $ ")) expect(line.length, line).toBeLessThanOrEqual(80)
    }
    const args = command.examples[0]!.match(/'[^']*'|\S+/g)!.map((word) => word.replaceAll("'", ""))
    expect(args.slice(0, 3)).toEqual(["adwarden", ...words])
    expect(() => parse(args.slice(3), command)).not.toThrow()
  })

  it("has the name that the service itself uses for the command", () => {
    expect(renderMentions("cli", `{${operation.name}}`)).toBe(`adwarden ${words.join(" ")}`)
  })

  it("is completed, with its flags and their values", async () => {
    const [group, name] = words as [string, string]
    expect((await complete([group.slice(0, 4)])).map(([word]) => word)).toContain(group)
    expect((await complete([group, name.slice(0, 2)])).map(([word]) => word)).toContain(name)
    const flags = (await complete([...words, "--"])).map(([word]) => word)
    expect(flags).toEqual(expect.arrayContaining(["--json", "--help"]))
    for (const field of operation.fields) {
      if (field.words === undefined || field.required || field.place === "path") continue
      const offered = await complete([...words, `--${kebab(field.name)}`, ""])
      expect(offered.map(([word]) => word)).toEqual(field.words)
    }
  })
})

describe("help", () => {
  it("arranges every command under a title", () => {
    const help = topHelp(screen)
    for (const { groups } of overview)
      for (const group of groups) {
        expect(help).toMatch(new RegExp(`^  ${group.name} +\\S`, "m"))
        const commands = groupHelp(group, screen)
        for (const { name, summary } of group.commands)
          expect(commands).toContain(name ?? summary.slice(0, 20))
      }
  })

  it("of server commands matches their declarations", async () => {
    const command = await found(["queued-writes", "approve"])
    expect(command.arguments.map(({ name }) => name)).toEqual(["queued-id"])
    expect(command.flags.map(({ name, required }) => [name, required])).toEqual([
      ["org", undefined],
      ["as", true],
      ["json", undefined],
      ["fields", undefined],
      ["quiet", undefined],
      ["verbose", undefined]
    ])
    const role = (await found(["users", "create"])).flags.find(({ name }) => name === "role")
    expect(role?.words).toEqual(["member", "admin", "owner"])
  })

  it("offers no flag for a secret", () => {
    const names = allCommands.flatMap(({ arguments: places, flags }) =>
      [...places, ...flags].map(({ name }) => name)
    )
    const secret = /password|secret|token|api-key|credential/
    expect(new Set(names.filter((name) => secret.test(name)))).toEqual(new Set(["token-file"]))
  })

  it("for an invalid server command line is the same as for any other", async () => {
    const keys = await found(["keys", "list"])
    expect(() => parse(["--ogr", "northwind"], keys)).toThrow("keys list takes no --ogr. Did you mean --org?")
    const rotate = await found(["keys", "rotate"])
    expect(() => parse(["7"], rotate)).toThrow("keys rotate needs --as.")
    // An argument can be given by name, and a common flag by its letter.
    for (const args of [
      ["--key", "7", "--org", "northwind", "--json"],
      ["7", "-o", "northwind", "-j"],
      ["-onorthwind", "-j", "--", "7"],
      ["7", "-o=northwind", "--json"]
    ]) {
      const given = parse(["--as", "ann", ...args], rotate)
      expect([given.argument("key"), given.text("org"), given.json]).toEqual(["7", "northwind", true])
    }
    expect(() => parse(["-z"], rotate)).toThrow("keys rotate takes no -z.")
    expect(() => parse(["-jx"], rotate)).toThrow("keys rotate takes no -jx.")
  })

  it("takes a flag for itself, even if an argument has its name", async () => {
    const createAd = await found(["campaigns", "create-ad"])
    const given = parse(["boiler", "https://landing.example", "--url", "https://ads.example.com"], createAd)
    expect([given.argument("url"), given.text("url")]).toEqual([
      "https://landing.example",
      "https://ads.example.com"
    ])
    expect(() => parse(["boiler", "--url", "https://landing.example"], createAd)).toThrow("needs <url>.")
  })

  it("gives each letter to one flag of a command", () => {
    for (const { flags, words } of allCommands) {
      const letters = flags.flatMap(({ short }) => short ?? [])
      expect([words, new Set(letters).size]).toEqual([words, letters.length])
    }
  })

  it("shows both commands of a name that exists twice, and takes --local for the one on the own machine", async () => {
    const group = overview.flatMap(({ groups }) => groups).find(({ name }) => name === "organizations")!
    expect(groupHelp(group, screen)).toMatch(/^ {2}list +.*\n[\s\S]*^ {2}list --local /m)
    expect((await found(["organizations", "list"])).where).toBe("api")
    expect((await found(["organizations", "list", "--local"])).where).toBe("operator")
    expect((await found(["organizations", "list", "--", "--local"])).where).toBe("api")
    expect(commandHelp(await found(["organizations", "list", "--local"]), screen)).toContain(
      "adwarden organizations list --local [flags]"
    )
    expect(new Set((await complete(["organizations", "li"])).map(([word]) => word))).toEqual(
      new Set(["list", "lift-suspension"])
    )
  })

  it("uses only single-width characters, as its lines are measured", () => {
    expect(JSON.stringify(allCommands)).toMatch(/^[\x20-\x7e…–]*$/)
  })
})

describe("loaded modules", () => {
  const heavy = /\/node_modules\/|\/packages\/(core|rest|mcp|web|client|emulator|demo|http-host)\//

  it.each([
    ["--help"],
    ["campaigns update --help"],
    ["queued-writes approve --help"],
    ["__complete campaigns set-state x li"]
  ])("%s loads only a few files of its own", async (line) => {
    const loaded = await loadedBy(bin, line.split(" "))
    expect(loaded.filter((url) => heavy.test(url))).toEqual([])
    expect(loaded.length).toBeLessThan(20)
  })

  it("an API command loads the client and no Effect", async () => {
    const loaded = await loadedBy(bin, ["campaigns", "list"], {
      ADWARDEN_API_KEY: "svc_live_x",
      ADWARDEN_URL: "http://127.0.0.1:1"
    })
    expect(loaded.some((url) => url.includes("/packages/client/src/"))).toBe(true)
    const others = loaded.filter((url) => heavy.test(url) && !url.includes("/packages/client/src/"))
    expect(others.filter((url) => !/get-east-asian-width/.test(url))).toEqual([])
  })
})
