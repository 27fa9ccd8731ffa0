import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Exit } from "effect"
import { afterAll, describe, expect, it, vi } from "vitest"
import { allCommands } from "../../cli/scripts/generator/index.ts"
import { findCommand, matchedCommand } from "../../cli/src/find-command.ts"
import { parse } from "../../cli/src/parse.ts"
import { connectionDefaults } from "../../core/src/storage/connection.ts"
import { asFile, chainOf } from "../../core/test/audit/chain.ts"
import { call } from "../../core/test/support/call.ts"
import { runOnPlatform } from "../../core/test/support/on-platform.ts"
import { longDatabaseTimeouts } from "../../core/test/support/timeouts.ts"
import { startWorker } from "../../core/test/support/workers.ts"
import { commandGroups } from "../src/commands/index.ts"
import { run } from "../src/main.ts"
import { runProcess } from "./adwarden.ts"
import { platformEnv } from "./platform-env.ts"

/** Commands whose standard output is not a result. */
const without: Readonly<Record<string, string>> = {
  dev: "runs until it is stopped, with the log of its requests on standard output",
  serve: "runs until it is stopped, with its log on standard output",
  worker: "runs until it is stopped, with its log on standard output",
  mcp: "speaks MCP on standard output, which is JSON of its own",
  completion: "prints a shell script"
}

const lineOf = ({ words }: { readonly words: ReadonlyArray<string> }): string => words.join(" ")
const knowsJson = allCommands.filter(({ flags }) => flags.some(({ name }) => name === "json"))

it("every command has --json, except for those with a reason", () => {
  const others = allCommands.filter((command) => !knowsJson.includes(command))
  expect(others.map(lineOf).sort()).toEqual(Object.keys(without).sort())
})

const demo = await runOnPlatform()
const stopWorker = await startWorker(demo)
// Each command connects anew, which a busy machine may delay by more than the usual timeout.
const usualTimeouts = { ...connectionDefaults }
Object.assign(connectionDefaults, longDatabaseTimeouts)
const directory = await mkdtemp(join(tmpdir(), "adwarden-json-"))
afterAll(async () => {
  vi.unstubAllEnvs()
  Object.assign(connectionDefaults, usualTimeouts)
  await stopWorker()
  await rm(directory, { recursive: true, force: true })
})
const given = {
  ...platformEnv(demo),
  GOOGLE_ADS_REFRESH_TOKEN: "granted"
}
for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value)
await demo.control("PUT", "logins", {
  refreshToken: "granted",
  email: "ads@wingtip.test",
  customerIds: ["5550000004"]
})

const captureOutput = (stream: NodeJS.WriteStream) => {
  let heard = ""
  const spy = vi.spyOn(stream, "write").mockImplementation((text) => {
    heard += String(text)
    return true
  })
  return () => {
    spy.mockRestore()
    return heard
  }
}

/**
 * Runs a command in this process, since forty processes would take a minute to load. Returns its output and whether it
 * succeeded.
 */
const answered = async (line: string) => {
  const [out, err] = [captureOutput(process.stdout), captureOutput(process.stderr)]
  const words = line.match(/'[^']*'|\S+/g)!.map((word) => word.replaceAll("'", ""))
  const match = findCommand(words)
  if (match.kind !== "command") throw new Error(`${line} is no command`)
  const given = parse(match.rest, await matchedCommand(match))
  const exit = await Effect.runPromiseExit(run(commandGroups, given, match.words))
  return { exit, out: out(), err: err() }
}

const namesIn = (value: unknown): ReadonlyArray<string> =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([name, inside]) => [
        ...(Array.isArray(value) ? [] : [name]),
        ...namesIn(inside)
      ])

const held = async (budget: number) => {
  const input = { slug: "boiler-repair", dry_run: false, budget }
  const { error } = await demo.run(call("campaigns.update", demo.keys["fabrikam"]!.admin!, input))
  return (error as unknown as { queued_recommendation_id: string }).queued_recommendation_id
}
const found = async (text: string) => (await demo.query<{ id: string }>(text))[0]!.id

const here = "--org northwind"
const olivia = "--as olivia@northwind.test"
const nora = "nora@example.test"
const adOf = (
  slug: string
) => `select a.id from ads a join campaigns c on c.organization_id = a.organization_id
  and c.id = a.campaign_id where c.slug = '${slug}' and a.organization_id = 1 limit 1`

/** A command line for each command, in an order in which each finds its resources. */
const lines: Readonly<Record<string, () => string | Promise<string>>> = {
  migrate: () => "",
  doctor: () => "",
  "organizations list": () => "--local",
  "organizations create": () => "harbour --name Harbour --currency EUR",
  "organizations get": () => `--local ${here}`,
  "organizations set": () => "--org northwind --max-spend 13000",
  "audit export": () => `--local ${here}`,
  "organizations suspend": () => "--org harbour",
  "organizations lift-suspension": () => "--org harbour",
  "users create": () => `${here} ${nora} --name Nora --role member`,
  "users invite": () => `${here} pia@example.test --role admin ${olivia}`,
  "users list": () => here,
  "users set-role": () => `${here} ${nora} admin`,
  "users reset-password": () => nora,
  "users reset-second-factor": () => nora,
  "users remove": () => `${here} ${nora}`,
  "teams create": () => "'Green Team'",
  "teams add": () => "'Green Team' ada@adops.test",
  "teams assign": () => "'Green Team' --org northwind",
  "teams list": () => "",
  "teams remove": () => "'Green Team' ada@adops.test",
  "accounts list": () => here,
  "accounts reconnect": () => "--org wingtip --login ads@wingtip.test",
  "accounts link": () => "5550000004 --org wingtip --login ads@wingtip.test",
  "accounts select": () => "5550000004 --org wingtip",
  "accounts unlink": async () => {
    // It is refused while a campaign can spend or has changes that wait.
    await demo.query(`update campaigns set unpushed = '{}', active_push_ids = '{}', wanted_state = null, state = 'paused',
      platform_state = 'paused'
      where ad_account_id = '5550000004'`)
    return "5550000004 --org wingtip"
  },
  "accounts disconnect": () => "ads@wingtip.test --org wingtip",
  "keys create": () => `${here} ${olivia} --name Nightly --scopes member`,
  "keys list": () => here,
  "keys rotate": async () => `${here} ${olivia} ${await found(newestKey)}`,
  "keys revoke": async () => `${here} ${olivia} ${await found(newestKey)}`,
  "secrets rotate": () => "",
  "queued-writes list": () => "--local --org fabrikam",
  "queued-writes get": async () => `--local --org fabrikam ${await held(101)}`,
  "queued-writes approve": async () => `--org fabrikam ${olivia} ${await held(102)}`,
  "queued-writes reject": async () => `--org fabrikam ${olivia} ${await held(103)}`,
  "organizations analyse-website": () => `http://northwind.test/ ${here}`,
  "organizations business-profile": () => `--local ${here}`,
  "reports generate": () => `weekly --wait --local ${here}`,
  "reports latest": () => `weekly --local ${here}`,
  "recommendations dismiss": async () =>
    `${here} ${olivia} ${await found(recommended(await found(boilerRepair)))} --execute`,
  "recommendations savings": () => here,
  "drafts get": () => `${here} spring-offers`,
  "drafts checks": () => `${here} ${olivia} radiators-draft`,
  "drafts use-account": () => `${here} ${olivia} radiators-draft`,
  "drafts set-locations": () => `${here} ${olivia} spring-offers Boston`,
  "drafts set-language": () => `${here} ${olivia} radiators-draft en`,
  "drafts read-pages": () => `${here} ${olivia} radiators-draft`,
  "drafts confirm-category": () => `${here} ${olivia} radiators-draft credit licensed`,
  "campaigns set-budget": () => `${here} ${olivia} radiators-draft 20`,
  "campaigns revert-change": async () => {
    await demo.query(`insert into platform_changes (organization_id, ad_account_id, id, campaign_id, at, what, resource, detail)
      select organization_id, ad_account_id, 'renamed', id, last_synced_at, 'Campaign renamed', platform_resource_name,
        '{"previous": {"name": "Boilers"}}' from campaigns where organization_id = 1 and slug = 'boiler-repair'`)
    return `${here} ${olivia} boiler-repair renamed`
  },
  "drafts locations": () => `${here} ${olivia} spring-offers Portland`,
  "drafts competitors": () => `${here} ${olivia}`,
  "drafts create-competitor": () => `${here} ${olivia} 'Rocket Home Heroes' --execute`,
  "ads remove": async () => `${here} ${olivia} ${await found(adOf("spring-offers"))} --execute`,
  "drafts discard": () => `${here} ${olivia} spring-offers --execute`,
  sync: () => "--all",
  "mail list": () => "",
  "mail get": async () => `${await found("select id from emails limit 1")}`,
  "audit verify": async () => {
    const path = join(directory, "export.csv")
    await writeFile(path, asFile.csv(chainOf([{}, {}, {}])))
    return path
  }
}
const boilerRepair = "select id from campaigns where organization_id = 1 and slug = 'boiler-repair'"
const recommended = (
  campaign: string
) => `insert into recommendations (organization_id, campaign_id, id, type, summary,
    details, status)
  values (1, ${campaign}, 'rec_0000000000000000000001', 'high_cpc', 'Pause 1 keyword', '{"version": 1,
    "findings": [], "operations": [{"op": "set_budget", "from": 1, "to": 2}]}'::jsonb, 'pending')
  returning id`
const newestKey = "select id from api_keys where revoked_at is null order by id desc limit 1"

describe("a server command with --json prints only data", () => {
  it.each(Object.entries(lines))("%s", async (command, line) => {
    const { err, exit, out } = await answered(`${command} ${await line()} --json`)
    // Only a command that waits for a worker prints its progress on standard error.
    if (command !== "reports generate") expect(err).toBe("")
    // One of the demo's accounts is broken, so the doctor exits with a failure after its report.
    if (command !== "doctor") expect(exit).toEqual(Exit.void)
    expect(namesIn(JSON.parse(out)).filter((name) => !/^[a-z][a-z0-9_]*$/.test(name))).toEqual([])
  })

  it("covers every command", () => {
    const operators = knowsJson.filter(({ where }) => where === "operator").map(lineOf)
    // A key is read from stdin, so its check runs as a process below. A consent needs a browser (accounts.test.ts).
    expect([...Object.keys(lines), "accounts connect", "keys check"].sort()).toEqual(operators.sort())
  })

  it("an error is JSON too, on standard error, with a code, the command to try and an exit reason", async () => {
    const result = async (line: string, input = "") => {
      const { code, err, out } = await Effect.runPromise(
        runProcess(`${line} --json`.split(" "), given, input)
      )
      expect(out).toBe("")
      return { exit: code, ...JSON.parse(err).error }
    }
    expect(await result("organizations get --local --org nowhere")).toMatchObject({
      exit: 4,
      code: "not_found",
      request_id: expect.stringMatching(/^req_/),
      next: "adwarden organizations list --local"
    })
    expect(await result("keys list")).toMatchObject({
      exit: 2,
      code: "refused_here",
      message: expect.stringContaining("--org"),
      next: "adwarden keys list --help"
    })
    expect(await result("keys check", "svc_live_x")).toMatchObject({
      exit: 1,
      message: "This is not a well-formed key."
    })
  })
})
