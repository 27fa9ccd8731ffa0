import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { complete } from "../src/completion/complete.ts"
import { fishCompletions, home, isInstalled, type Shell, typeInShell } from "./shells.ts"

writeFileSync(join(home, "goals.md"), "")
fishCompletions()
afterAll(() => rmSync(home, { recursive: true, force: true }))

const words = async (...typed: ReadonlyArray<string>) => (await complete(typed)).map(([word]) => word)

describe("completion", () => {
  it("offers a group, a command, a flag, or a value that is accepted there", async () => {
    expect(await words("camp")).toEqual(["campaigns"])
    expect(await words("campaigns", "")).toEqual(expect.arrayContaining(["list", "update", "set-state"]))
    expect(await words("campaigns", "update", "x", "--bud")).toEqual(["--budget"])
    expect(await words("campaigns", "set-state", "x", "")).toEqual(["live", "paused", "draft"])
    expect(await words("users", "create", "--role", "")).toEqual(["member", "admin", "owner"])
    expect(await words("strategy", "generate", "--documents", "")).toEqual(["files"])
    expect(await words("nothing", "")).toEqual([])
  })

  it("completes a flag's value after the equals sign, in one word or as bash splits it", async () => {
    expect(await words("users", "create", "--role=o")).toEqual(["--role=owner"])
    expect(await words("users", "create", "--role", "=", "o")).toEqual(["owner"])
    expect(await words("users", "create", "--role", "=")).toEqual(["member", "admin", "owner"])
    expect(await words("strategy", "generate", "--documents=go")).toEqual(["files"])
    expect(await words("users", "create", "--no-such=o")).toEqual([])
  })
})

/** The keys that a person types, including Tab, and the resulting command line. */
const lines: ReadonlyArray<readonly [keys: string, ran: string]> = [
  ["adwarden camp\tupd\tx --bud\t110", "campaigns update x --budget 110"],
  ["adwarden users create --role=ow\t", "users create --role=owner"],
  ["adwarden strategy generate --documents go\t", "strategy generate --documents goals.md"],
  ["adwarden strategy generate --documents=go\t", "strategy generate --documents=goals.md"]
]

/** What Tab shows if several words fit. */
const lists: ReadonlyArray<readonly [Shell, RegExp]> = [
  ["bash", /draft +live +paused/],
  ["zsh", /paused .*-- The state to set/],
  ["fish", /paused +\(The state to set\)/]
]

describe.each(lists)("at the prompt of %s", (shell, list) => {
  const missing = [shell, "script"].find((program) => !isInstalled(program))

  it.for(lines)("completes %j", async ([keys, ran], { skip }) => {
    skip(missing !== undefined, `There is no ${missing} on this machine.`)
    expect(await typeInShell(shell, `${keys}\r`, /ran: .*\n/)).toContain(`ran: ${ran}\n`)
  })

  it("shows candidates, with their descriptions if the shell supports that", async ({ skip }) => {
    skip(missing !== undefined, `There is no ${missing} on this machine.`)
    expect(await typeInShell(shell, "adwarden campaigns set-state x \t\t", list)).toMatch(list)
  })
})
