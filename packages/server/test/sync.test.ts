import { expect, it } from "vitest"
import { runInTerminal } from "../../cli/test/pty.ts"
import { call } from "../../core/test/support/call.ts"
import { runWithoutCheckLimit } from "../../core/test/support/no-check-limit.ts"
import { runOnPlatform } from "../../core/test/support/on-platform.ts"
import { campaignInEmulator, setAndFollow, startWorker } from "../../core/test/support/workers.ts"
import { Adwarden, bin } from "./adwarden.ts"
import { runInProcess } from "./in-process.ts"
import { platformEnv } from "./platform-env.ts"

const onPlatform = await runOnPlatform()
const demo = { ...onPlatform, run: runWithoutCheckLimit(onPlatform.runtime) }
const owner = demo.keys["northwind"]!.owner!
const env = platformEnv(demo)
const run = (...args: ReadonlyArray<string>) => runInProcess(["sync", ...args], env)
const launch = () =>
  demo.run(call("campaigns.set_state", owner, { slug: "old-sync", state: "live", dry_run: false }))

it("accepting the changes of others resolves a sync conflict", async () => {
  const conflict = await launch()
  expect(conflict.error).toMatchObject({
    _tag: "sync_conflict",
    changes: [{ what: "Daily budget changed from $10 to $14" }]
  })

  const synced = await new Adwarden(["sync", "--org", "northwind"], env).ended
  expect(synced).toMatchObject({ code: 0, err: "" })
  expect(synced.out).toMatch(/synced\. Campaigns: .*1 changed there by others/)
  expect(synced.out).toMatch(
    /old-sync was changed in the ad platform:\n {2}\S+ \S+Z {2}.+: Daily budget changed from \$10 to \$14\n/
  )
  expect(synced.out).toContain(
    "Accept the changes that you have checked: adwarden sync --org northwind --accept old-sync\n"
  )
  expect((await launch()).error).toMatchObject({ _tag: "sync_conflict" })

  const accepted = await run("--org", "northwind", "--accept", "old-sync")
  expect(accepted).toMatchObject({ code: 0, err: "" })
  expect(accepted.out).not.toContain("changed there by others")
  expect(accepted.out).not.toContain("--accept")
  const stop = await startWorker(demo)
  try {
    const { task } = await setAndFollow(demo, owner)("old-sync", "live")
    expect(task).toMatchObject({ status: "completed" })
  } finally {
    await stop()
  }
  expect(await campaignInEmulator(demo, "Old sync")).toMatchObject([{ status: "ENABLED" }])
})

it("reports unknown names, and why an account was not synced", async () => {
  const none = await run("--org", "nowhere")
  expect(none).toMatchObject({ code: 4, out: "" })
  expect(none.err).toContain('The organization "nowhere" was not found.')
  const slug = await run("--org", "northwind", "--accept", "no-such-campaign")
  expect(slug).toMatchObject({ code: 4, out: "" })
  expect(slug.err).toContain("The campaign no-such-campaign was not found.")
  const account = await run("--org", "northwind", "--account", "404")
  expect(account.err).toContain("The ad account 404 of northwind was not found.")
  const broken = await run("--org", "wingtip")
  expect(broken).toMatchObject({
    code: 1,
    err: "✗ Some accounts were not synced.\n  Try: adwarden accounts list --org wingtip\n"
  })
  expect(broken.out).toContain("connect it again in the dashboard")
})

it("syncs every organization with a progress bar, and accepts nothing", async () => {
  const seen = await runInTerminal(bin, ["sync", "--all"], env, { columns: 100 })
  // One organization's login is broken, which does not stop the others.
  expect(seen.code).toBe(1)
  expect(seen.text).toMatch(/█░.* 40 % {2}Syncing northwind 5550000001, 3 of 5/)
  expect(seen.text).toMatch(/Syncing northwind 5550000001, 3 of 5: 14 of 14 days/)
  expect(seen.text).toMatch(/wingtip 5550000004: not synced\./)
  expect(seen.text).toMatch(/contoso 5550000003: synced\./)
  for (const wrong of [[], ["--all", "--org", "northwind"], ["--all", "--accept", "old-sync"]]) {
    expect(await run(...wrong)).toMatchObject({ code: 2, out: "" })
  }
})
