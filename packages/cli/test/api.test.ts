import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { approve } from "../../core/test/support/approvals.ts"
import { insertOldActions } from "../../core/test/support/many-actions.ts"
import { startWorker } from "../../core/test/support/workers.ts"
import { Adwarden, bin, type ProcessResult } from "./adwarden.ts"
import { commandOnDemo, data } from "./command-on-demo.ts"
import { runInTerminal } from "./pty.ts"

const { demo, envOf, owner, rest, run, runAlone } = await commandOnDemo()

describe("reading", () => {
  it("lists as a table for people, and as the service's own response for programs", async () => {
    const shown = await runAlone("campaigns list --state live")
    expect(shown).toMatchObject({ code: 0, err: "" })
    expect(shown.out.split("\n")[0]).toMatch(
      /^SLUG +NAME +TYPE +STATE +BUDGET +CHANNEL +AI MAX +BUDGET TYPE /
    )
    expect(shown.out).toContain("boiler-repair")
    expect(shown.out).not.toContain("\u001b")
    const json = await run("campaigns list --state live --json")
    expect(json).toMatchObject({ code: 0, err: "" })
    expect(data(json)).toMatchObject({
      campaigns: expect.any(Array),
      total: expect.any(Number),
      next_cursor: null
    })
  })

  it("prints only the named fields, and names those there are", async () => {
    const { campaigns, total } = data(await run("campaigns list --state live --fields slug,budget"))
    expect(Object.keys(campaigns[0])).toEqual(["slug", "budget"])
    expect(total).toBe(campaigns.length)
    const overview = data(await run("organizations get --fields slug,ad_accounts.id"))
    expect(overview).toEqual({ slug: "northwind", ad_accounts: [{ id: expect.any(String) }] })
    const paths = "ad_accounts[].id,ad_accounts[].status"
    expect(data(await run(`organizations get --fields ${paths}`))).toEqual({
      ad_accounts: [{ id: expect.any(String), status: "linked" }]
    })
    const fromTheTop = "campaigns list --limit 2 --fields campaigns[].slug,total"
    const { campaigns: two, ...rest } = data(await run(fromTheTop))
    expect([two.map(Object.keys), Object.keys(rest)]).toEqual([[["slug"], ["slug"]], ["total"]])
    const noList = await run("organizations get --fields slug[].id")
    expect(JSON.parse(noList.err).error.message).toMatch(/^The output has no field slug\[\]\.id\. /)
    const unknown = await run("campaigns list --fields slug,spent")
    expect(unknown).toMatchObject({ code: 2, out: "" })
    expect(JSON.parse(unknown.err).error.message).toMatch(
      /^The output has no field spent\. Its fields are slug, /
    )
  })

  it("prints no notes with --quiet, errors all the same, and each request with --verbose", async () => {
    const quiet = await run("campaigns list --limit 2 -q")
    expect(quiet).toMatchObject({ code: 0, err: "" })
    expect(quiet.out).toMatch(/^SLUG /)
    expect((await run("campaigns get nowhere --quiet")).err).toMatch(/^✗ /)
    const verbose = await run("campaigns list --limit 2 -v")
    expect(verbose.err).toMatch(/^GET http:\/\/\S+\/campaigns\?limit=2 200, req_\w+, in \d+ ms$/m)
    expect(verbose.err).not.toContain("svc_live_")
  })

  it("sends any request with adwarden api, page by page, with the same exit codes", async () => {
    const all = data(await run("api GET organizations/{org}/campaigns -f limit=2 --all"))
    expect(all.campaigns.length).toBe(all.total)
    const slugs = data(await run("api GET /v1/organizations/_/campaigns -F limit=1 --fields slug"))
    expect(slugs.campaigns).toEqual([{ slug: expect.any(String) }])
    const path = "organizations/{org}/campaigns/boiler-repair"
    const preview = data(await run(`api PATCH ${path} -F budget=101 -H X-Test:yes`))
    expect(preview.would_change.budget).toMatchObject({ to: 101 })
    const file = join(mkdtempSync(join(tmpdir(), "adwarden-body-")), "body.json")
    writeFileSync(file, '{"budget": 102}')
    const body = await run(`api patch ${path} --input ${file}`)
    expect(data(body).would_change.budget).toMatchObject({ to: 102 })
    const piped = await runAlone(`api patch ${path} --input -`, '{"budget": 103}')
    expect(data(piped).would_change.budget).toMatchObject({ to: 103 })
    const refused = await run(`api patch ${path} -F budget=900 -F dry_run=false --json`)
    expect(refused).toMatchObject({ code: 5, out: "" })
    expect(JSON.parse(refused.err).error).toMatchObject({
      code: "budget_cap_exceeded",
      message: expect.stringMatching(/Send a budget between \$75 and \$125\.$/)
    })
    expect(await run("api GET organizations/{org}/campaigns/nowhere")).toMatchObject({
      code: 4,
      out: "",
      err: expect.stringMatching(/^✗ .*\(not_found\)\n$/)
    })
    for (const wrong of [
      "GET http://127.0.0.1:1/x",
      "GET ../../x",
      "FETCH x",
      "GET x -H Host:y",
      "GET x -f y"
    ])
      expect(await run(`api ${wrong}`)).toMatchObject({ code: 2, out: "" })
  })

  it("reads page by page, or all pages", async () => {
    const first = await run("campaigns list --limit 2")
    const next = /of (\d+)\. All: (.*) --all\. The next: --cursor (\S+)/.exec(first.err)!
    expect(first.out.trim().split("\n")).toHaveLength(3)
    expect(next[2]).toBe("adwarden campaigns list --limit 2")
    const second = data(await run(`campaigns list --limit 2 --cursor ${next[3]} --json`))
    expect(second.campaigns).toHaveLength(2)
    const all = data(await run("campaigns list --limit 2 --all --json"))
    expect(all.campaigns).toHaveLength(Number(next[1]))
    expect(all.next_cursor).toBeNull()
    expect(first.out).not.toContain(second.campaigns[0].slug)
  })

  it("states the exact size of a long list", async () => {
    await demo.run(insertOldActions(1040))
    expect((await run("actions list --limit 1 --to 2024-12-31")).err).toMatch(/^1 of 1040\. All: /)
    const all = data(await run("actions list --all --to 2024-12-31 --json"))
    expect([all.actions.length, all.total]).toEqual([1040, 1040])
  })

  it("draws figures: sparklines for days, bars for campaigns", async () => {
    const days = await run("performance get --group-by day")
    expect(days.out).toMatch(/^spend +[▁▂▃▄▅▆▇█]{7} +[\d,.]+ to [\d,.]+$/m)
    const campaigns = await run("performance get")
    expect(campaigns.out).toMatch(/boiler-repair .* █{16}$/m)
  })

  it("draws no decline after the last day with data, and marks incomplete weeks", async () => {
    const { data_until } = data(await run("performance get --json"))
    const on = (days: number) =>
      new Date(Date.parse(data_until) + days * 86_400_000).toISOString().slice(0, 10)
    const days = await run(`performance get --from ${on(-6)} --to ${on(3)} --group-by day`)
    expect(days.out).toMatch(new RegExp(`^data until +${data_until}$`, "m"))
    expect(days.out).toMatch(/^spend +[▁▂▃▄▅▆▇█]{7} /m)
    const weeks = await run(`performance get --from ${on(-30)} --to ${on(8)} --group-by week`)
    expect(weeks.out).toMatch(/^WEEK START .* PARTIAL$/m)
  })

  it("says what a period is compared with, and that one is in the future", async () => {
    const week = await run("performance get")
    expect(week.out).toMatch(/^data from +\d{4}-\d\d-\d\d$/m)
    expect(week.out).toMatch(/^previous period +\d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d$/m)
    const future = await run("performance get --from 2999-01-01 --to 2999-01-07")
    expect(future.out.replace(/\s+/g, " ")).toContain(
      "note This period is in the future, so it has no figures."
    )
  })

  it("streams an export in the requested format", async () => {
    const csv = await runAlone("audit export --format csv")
    expect(csv.out.split("\n")[0]).toMatch(/^id,at,request_id,/)
    expect(data(await run("audit export"))).toMatchObject({ events: expect.any(Array) })
  })

  it("accepts values with dashes, options of objects as flags, and the organization by name", async () => {
    const found = await run("detectors run boiler-repair negative-keywords --days 30 --org northwind --json")
    expect(data(found)).toMatchObject({ detector: "negative_keywords" })
  })
})

describe("writing", () => {
  it("only previews without a terminal, and states so", async () => {
    const shown = await runAlone("campaigns update boiler-repair --budget 101 --org northwind")
    expect(shown).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^boiler-repair\n {2}budget {2}100 → 101 {2}\(\+1, \+1 %\)\n/)
    })
    expect(shown.out).toMatch(/The ad platform would accept it|Not checked by the ad platform/)
    expect(shown.err).toBe(
      "This is a preview: nothing was changed. To execute it: adwarden campaigns update boiler-repair --budget 101 --org northwind --execute\n"
    )
    const json = await run("campaigns update boiler-repair --budget 101 --json")
    expect(data(json)).toMatchObject({
      outcome: "previewed",
      would_change: { budget: { from: 100, to: 101 } }
    })
    expect(data(await run("campaigns get boiler-repair --json")).budget).toBe(100)
  })

  it("executes exactly what it previewed, and prints the undo command", async () => {
    rest.seen.length = 0
    const done = await run("campaigns update boiler-repair --budget 102 --execute")
    expect(done.code).toBe(0)
    expect(done.out).toContain("✓ Done.")
    expect(rest.seen.map(({ method }) => method)).toEqual(["PATCH", "PATCH"])
    const undo = /To undo: adwarden (actions undo act_\w+)/.exec(done.err)![1]!
    const asked = await run(undo)
    expect(asked).toMatchObject({ code: 0, err: expect.stringContaining("Nothing was sent") })
    const undone = await run(`${undo} --execute --json`)
    expect(data(undone)).toMatchObject({ outcome: "executed", undone: true })
    expect(data(await run("campaigns get boiler-repair --json")).budget).toBe(100)
  })

  it("lets a program preview first and execute later by the preview's hash", async () => {
    const preview = data(await run("campaigns update boiler-repair --name Boilers --json"))
    await run("campaigns update boiler-repair --name Heating --execute")
    const stale = await run(
      `campaigns update boiler-repair --name Boilers --preview-hash ${preview.preview_hash} --execute`
    )
    expect(stale).toMatchObject({ code: 5, out: "" })
    expect(stale.err).toContain("(preview_stale)")
    await run("campaigns update boiler-repair --name 'Boiler repair' --execute")
  })

  it("reports what would be rejected, with the nearest valid command", async () => {
    const over = await run("campaigns update boiler-repair --budget 900")
    expect(over.code).toBe(5)
    expect(over.out).toMatch(/✗ One call may move this budget only to between \$75 and \$125/)
    expect(over.err.trim()).toBe("Try: adwarden campaigns update boiler-repair --budget 125")
    // An execution prints the refusal once.
    const executed = await run("campaigns update boiler-repair --budget 900 --execute")
    expect(executed).toMatchObject({ code: 5, out: "" })
    expect(executed.err.match(/only to between \$75 and \$125/g)).toHaveLength(1)
    const refused = await run("campaigns update boiler-repair --budget 10 --execute --json")
    expect(refused).toMatchObject({ code: 5, out: "" })
    expect(JSON.parse(refused.err).error).toMatchObject({ code: "budget_cap_exceeded", allowed_min: 75 })
  })

  it("reads long lists from a file or from standard input", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "adwarden-cli-")), "terms.txt")
    writeFileSync(file, "boiler jobs\r\n\n  spare parts \n")
    const terms = (ended: ProcessResult) => data(ended).would_apply.map(({ term }: { term: string }) => term)
    const line = "keywords add-negatives boiler-repair --json --keywords-file"
    expect(terms(await run(`${line} ${file}`))).toEqual(["boiler jobs", "spare parts"])
    expect(terms(await runAlone(`${line} -`, "one\ntwo\n"))).toEqual(["one", "two"])
    expect(terms(await run("keywords add-negatives boiler-repair three 'four five' --json"))).toEqual([
      "three",
      "four five"
    ])
  })

  it("waits for a background task to end", async () => {
    const stop = await startWorker(demo)
    try {
      const done = await run("campaigns set-state boiler-repair paused --execute --wait")
      expect(done.code).toBe(0)
      expect(done.out).toMatch(/✓ In progress as task \d+\.\nIt is completed\.\n/)
      const json = data(await run("campaigns set-state boiler-repair live --execute --wait --json"))
      expect(json).toMatchObject({ outcome: "executed", task: { status: "completed" } })
      const again = await run(`tasks get ${json.task_tracking_id} --wait`)
      expect(again).toMatchObject({ code: 0, out: expect.stringContaining("completed") })
    } finally {
      await stop()
    }
  })
})

describe("with required approval", () => {
  const femi = envOf("fabrikam", "admin")

  it("reports that the change waits, with the command that follows it", async () => {
    const held = await run("campaigns update boiler-repair --budget 101 --execute", femi)
    expect(held.code).toBe(6)
    expect(held.out).toContain("! It requires approval before it is executed.")
    expect(held.err).toMatch(/Waiting for approval as qw_\w+\. Nothing has changed yet\./)
    const follow = /Follow it: adwarden (queued-writes get qw_\w+ --wait)/.exec(held.err)![1]!
    const following = new Adwarden(follow.split(" "), femi)
    await following.waitForOutput("is waiting for approval")
    await demo.run(
      approve({ organization: "fabrikam", id: follow.split(" ")[2]!, by: "olivia@northwind.test" })
    )
    const { code, out } = await following.ended
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/status +approved/) })
  })

  it("is an output and not an error of a raw call", async () => {
    const path = "organizations/{org}/campaigns/boiler-repair"
    const held = await run(`api PATCH ${path} -F budget=104 -F dry_run=false`, femi)
    expect(held).toMatchObject({ code: 6, err: "" })
    expect(data(held)).toMatchObject({ error: { code: "approval_required" } })
  })

  it("prints the same as data for programs", async () => {
    const held = await run("campaigns update boiler-repair --budget 103 --execute --json", femi)
    expect(held).toMatchObject({ code: 6, err: "" })
    expect(data(held)).toMatchObject({
      outcome: "held",
      queued_recommendation_id: expect.stringMatching(/^qw_/)
    })
  })
})

describe("at a terminal", () => {
  it("shows the difference, asks for confirmation, and executes only on yes", async () => {
    const args = ["campaigns", "update", "boiler-repair", "--budget", "104"]
    for (const answer of ["n\r", "\r", "\u0004"]) {
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
      { columns: 40 }
    )
    expect(raw).not.toContain("\u001b[3")
    expect(text).toContain("emergency-plumber")
    for (const line of text.split("\n")) expect(line.length, line).toBeLessThanOrEqual(40)
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
