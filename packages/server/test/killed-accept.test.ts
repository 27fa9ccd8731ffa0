import { Effect, Exit, Scope } from "effect"
import { afterAll, expect, it } from "vitest"
import { call } from "../../core/test/support/call.ts"
import { runOnPlatform } from "../../core/test/support/on-platform.ts"
import { until } from "../../core/test/support/until.ts"
import { campaignInDatabase } from "../../core/test/support/workers.ts"
import { makeBrowser } from "../../web/test/support/browser.ts"
import { startServer } from "./adwarden.ts"
import { runInProcess } from "./in-process.ts"
import { platformEnv } from "./platform-env.ts"
import { recordingProxy } from "./telemetry.ts"

const demo = await runOnPlatform()
const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
const slug = "old-sync"
const activity = "/o/northwind/activity"
const launch = () =>
  demo.run(
    call("campaigns.set_state", demo.keys["northwind"]!.owner!, { slug, state: "live", dry_run: false })
  )
const account = async () =>
  (
    await demo.query<{ synced: string; leased: boolean }>(
      `select last_synced_at as synced, sync_lease_until > now() as leased from ad_accounts
       where organization_id = 1`
    )
  )[0]!

it("an accepted change of others survives the host that is killed before the rest is synced", async () => {
  expect((await launch()).error).toMatchObject({ _tag: "sync_conflict" })
  // The campaigns are read and stored before the lists of negative keywords.
  const proxy = await Effect.runPromise(
    Scope.extend(
      recordingProxy(demo.emulator.url, (body) => body.includes("FROM shared_criterion")),
      scope
    )
  )
  const { host, port } = await Effect.runPromise(
    Scope.extend(startServer(demo.url, { ...platformEnv(demo), GOOGLE_ADS_URL: proxy.url }), scope)
  )
  const browser = makeBrowser(`http://127.0.0.1:${port}`)
  const { password } = demo.people.find(({ email }) => email === "adam@northwind.test")!
  await browser.submit("/sign-in", { email: "adam@northwind.test", password })
  const { text } = await browser.get(`${activity}?accept=${slug}`)
  const [, hash] = /name="preview_hash" value="([^"]+)"/.exec(text)!
  const before = await account()
  const accepting = browser.submit(activity, { campaign: slug, preview_hash: hash! }, `${activity}/accept`)
  const unanswered = accepting.then(
    () => "answered",
    () => "no answer"
  )
  await until("the sync waits for the rest", () => proxy.held.length > 0)
  host.signal("SIGKILL")
  await host.ended
  expect(await unanswered).toBe("no answer")

  // The values are accepted, and the account is not taken for synced.
  expect(await campaignInDatabase(demo, slug)).toMatchObject({ budget: 14, unpushed: [] })
  expect(await account()).toEqual({ synced: before.synced, leased: true })
  const busy = await runInProcess(["sync", "--org", "northwind"], platformEnv(demo))
  expect(`${busy.out}${busy.err}`).toMatch(/another sync/i)
  await demo.query("update ad_accounts set sync_lease_until = now() where organization_id = 1")

  const synced = await runInProcess(["sync", "--org", "northwind"], platformEnv(demo))
  expect(synced).toMatchObject({ code: 0, err: "" })
  expect(synced.out).not.toContain("changed there by others")
  expect(await campaignInDatabase(demo, slug)).toMatchObject({ budget: 14, unpushed: [] })
  const after = await account()
  expect([after.synced > before.synced, after.leased]).toEqual([true, null])
  expect((await launch()).error).toBeNull()
})
