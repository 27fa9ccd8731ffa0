import { describe, expect, it } from "vitest"
import { Adwarden, bin } from "./adwarden.ts"
import { commandOnDemo, data } from "./command-on-demo.ts"
import { runInTerminal } from "./pty.ts"

const { envOf, owner, rest, run, runAlone } = await commandOnDemo()

describe("at a terminal", () => {
  it("shows the difference, asks for confirmation, and executes only on yes", async () => {
    const args = ["campaigns", "update", "boiler-repair", "--budget", "104"]
    for (const answer of ["\r", "\u0004"]) {
      const no = await runInTerminal(bin, args, owner, { answer })
      expect(no.code).toBe(10)
      expect(no.text).toContain("Nothing was changed.")
    }
    expect(data(await run("campaigns get boiler-repair --json")).budget).toBe(100)
    const yes = await runInTerminal(bin, args, owner, { answer: "y\r" })
    expect(yes.code).toBe(0)
    expect(yes.raw).toContain("\u001b[31m100\u001b[39m → \u001b[32m104\u001b[39m")
    expect(yes.text).toMatch(/budget {2}100 → 104[\s\S]*Do it\? \[y\/N\][\s\S]*✓ Done\./)
    expect(data(await run("campaigns get boiler-repair --json")).budget).toBe(104)
  })

  it("never asks a program: --json previews there, too", async () => {
    const shown = await runInTerminal(
      bin,
      ["campaigns", "update", "boiler-repair", "--budget", "105", "--json"],
      owner
    )
    expect(shown.text).not.toContain("[y/N]")
    expect(shown.text).toContain('"outcome": "previewed"')
  })

  it("keeps tables within its columns, and has no colours with NO_COLOR", async () => {
    const { raw, text } = await runInTerminal(
      bin,
      ["campaigns", "list"],
      { ...owner, NO_COLOR: "1" },
      { columns: 60 }
    )
    expect(raw).not.toContain("\u001b[3")
    expect(text).toContain("emergency-plumber")
    for (const line of text.split("\n")) expect(line.length, line).toBeLessThanOrEqual(60)
  })
})

describe("errors", () => {
  const missing = { ADWARDEN_URL: rest.baseUrl }
  const nobody = { ...owner, ADWARDEN_API_KEY: "svc_live_000000000000000000000000000000000000" }
  const nowhere = { ...owner, ADWARDEN_URL: "http://127.0.0.1:1" }

  it.each([
    ["campains list", owner, 2, /no command campains\. Did you mean campaigns\?\n {2}Try: adwarden --help/],
    ["campaigns updat x", owner, 2, /campaigns has no command updat\. Did you mean update\?/],
    ["campaigns update x --budgt 3", owner, 2, /takes no --budgt\. Did you mean --budget\?/],
    ["campaigns update", owner, 2, /campaigns update needs <slug>/],
    ["campaigns update x --budget much", owner, 2, /--budget takes a number, and much is none/],
    [
      "campaigns set-state x lve",
      owner,
      2,
      /<state> takes live, paused, draft, and not lve\. Did you mean live\?/
    ],
    [
      "campaigns update boiler-repair",
      owner,
      2,
      /\(validation_error\)[\s\S]*Try: adwarden campaigns update --help/
    ],
    ["campaigns list --limit 1000", owner, 2, /--limit: .*100/],
    ["strategy generate --documents /no/such.md", owner, 2, /There is no file \/no\/such\.md/],
    ["campaigns list", missing, 3, /✗ .*\n? *Try: adwarden login/],
    ["campaigns list", nobody, 3, /\(unauthorized\)/],
    ["actions list", envOf("northwind", "member"), 3, /\(insufficient_scope\)/],
    ["campaigns list --org elsewhere", owner, 3, /adwarden organizations list/],
    [
      "campaigns get boiler-repiar",
      owner,
      4,
      /not found[\s\S]*boiler-repair|boiler-repiar[\s\S]*adwarden campaigns list/
    ],
    ["campaigns list", nowhere, 8, /\(connection_failed\)/]
  ])("%s", async (line, env, code, says) => {
    const ended = await run(line, env)
    expect(ended).toMatchObject({ code, out: "" })
    expect(ended.err).toMatch(says)
    expect(ended.err).not.toMatch(/\bGET \/|\bat .*\.ts:|svc_live_0/)
  })

  it("are data on stderr for programs", async () => {
    const ended = await runAlone("campaigns get nope --json")
    expect(ended).toMatchObject({ code: 4, out: "" })
    expect(JSON.parse(ended.err)).toMatchObject({
      error: { code: "not_found", request_id: expect.any(String) }
    })
    const here = await run("campaigns get --json")
    expect(JSON.parse(here.err)).toMatchObject({
      error: { message: expect.any(String), next: expect.any(String) }
    })
  })

  it("Ctrl-C exits with 130", async () => {
    const waiting = new Adwarden(["queued-writes", "get", "qw_x", "--wait"], owner)
    rest.injectFaults(() => waiting.signal("SIGINT"))
    expect(await waiting.ended).toMatchObject({ code: 130, out: "" })
  })
})
