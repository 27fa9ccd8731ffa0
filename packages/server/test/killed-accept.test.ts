import { Effect, Exit, Scope } from "effect"
import { afterAll, expect, it } from "vitest"
import { call } from "../../core/test/support/call.ts"
import { runWithoutCheckLimit } from "../../core/test/support/no-check-limit.ts"
import { runOnPlatform } from "../../core/test/support/on-platform.ts"
import { until } from "../../core/test/support/until.ts"
import { startWorkerProcess } from "../../core/test/support/worker-process.ts"
import {
  campaignInDatabase,
  follow,
  missHeartbeats,
  startWorker,
  withoutRetryDelays
} from "../../core/test/support/workers.ts"
import { runInProcess } from "./in-process.ts"
import { platformEnv } from "./platform-env.ts"
import { recordingProxy } from "./telemetry.ts"

const platform = await runOnPlatform()
const demo = { ...platform, run: runWithoutCheckLimit(platform.runtime) }
const owner = demo.keys["northwind"]!.owner!
const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
const slug = "old-sync"
const execute = (name: "campaigns.set_state" | "campaigns.accept_changes", more: object = {}) =>
  demo.run(call(name, owner, { slug, dry_run: false, ...more }))
const account = async () =>
  (
    await demo.query<{ synced: string; leased: boolean }>(
      `select last_synced_at as synced, sync_lease_until > now() as leased from ad_accounts
       where organization_id = 1`
    )
  )[0]!

it("an accepted change of others survives the worker that is killed before the rest is synced", async () => {
  expect((await execute("campaigns.set_state", { state: "live" })).error).toMatchObject({
    _tag: "sync_conflict"
  })
  // The campaigns are read and stored before the lists of negative keywords.
  const proxy = await Effect.runPromise(
    Scope.extend(
      recordingProxy(demo.emulator.url, (body) => body.includes("FROM shared_criterion")),
      scope
    )
  )
  const before = await account()
  const { output } = await execute("campaigns.accept_changes")
  const { task_tracking_id } = output as { task_tracking_id: number }
  const kill = await startWorkerProcess(demo.url, proxy.url)
  await until("the sync waits for the rest", () => proxy.held.length > 0)
  await kill()

  // The values are accepted, and the account is not taken for synced.
  expect(await campaignInDatabase(demo, slug)).toMatchObject({ budget: 14, unpushed: [] })
  expect(await account()).toEqual({ synced: before.synced, leased: true })
  const busy = await runInProcess(["sync", "--org", "northwind"], platformEnv(demo))
  expect(`${busy.out}${busy.err}`).toMatch(/another sync/i)
  await demo.query("update ad_accounts set sync_lease_until = now() where organization_id = 1")

  await missHeartbeats(demo)
  const stop = await startWorker(demo)
  const task = await withoutRetryDelays(demo, () => follow(demo, owner, task_tracking_id))
  await stop()
  expect(task).toMatchObject({ status: "completed", result: { campaign: slug } })
  expect(await campaignInDatabase(demo, slug)).toMatchObject({ budget: 14, unpushed: [], conflict: null })
  const after = await account()
  expect([after.synced > before.synced, after.leased]).toEqual([true, null])
  expect((await execute("campaigns.set_state", { state: "live" })).error).toBeNull()
})
