import { Effect, Fiber } from "effect"
import { expect, it } from "vitest"
import { Sync } from "../../src/campaigns/sync/sync.ts"
import { call } from "../support/call.ts"
import { holdTransaction, untilBlocked } from "../support/hold-transaction.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { campaignInDatabase } from "../support/workers.ts"

const demo = await runOnPlatform()
const owner = demo.keys["northwind"]!.owner!

/** Changes stored figures, so that the next sync has rows of every table to write. */
const spoilFigures = () =>
  demo.query(
    ["campaign_days", "keyword_days", "search_term_days"]
      .map((table) => `update ${table} set clicks = clicks + 1`)
      .join("; ")
  )

it("pauses a campaign while a sync is in the middle of writing its figures", async () => {
  await spoilFigures()
  const [account] = await demo.query<{ organization: number; id: string }>(
    "select a.organization_id as organization, a.id from ad_accounts a join organizations o on o.id = a.organization_id where o.slug = 'northwind'"
  )
  const { id, organization } = account!
  // The sync writes the days of campaigns and keywords, and then waits for those of search terms.
  const release = await holdTransaction(
    demo,
    `select from search_term_days where organization_id = ${organization} for update`
  )
  const sync = Effect.flatMap(Sync, (sync) => sync.account(organization, id))
  const syncing = demo.runtime.runFork(sync)
  await untilBlocked(demo, 1)
  const [open] = await demo.query<{ locks: number }>(
    `select count(*)::int as locks from pg_locks l join pg_stat_activity a using (pid)
     where a.datname = current_database() and a.wait_event_type = 'Lock'
       and l.relation in ('campaign_days'::regclass, 'keyword_days'::regclass) and l.mode = 'RowExclusiveLock'`
  )
  expect(open!.locks).toBe(2)
  const pause = call("campaigns.set_state", owner, { slug: "boiler-repair", state: "paused", dry_run: false })
  expect(await demo.run(pause)).toMatchObject({ error: null })
  expect(await campaignInDatabase(demo, "boiler-repair")).toMatchObject({ state: "paused" })
  expect(syncing.unsafePoll()).toBeNull()
  await untilBlocked(demo, 1)
  await release()
  expect(await demo.run(Fiber.join(syncing))).toMatchObject({ outcome: "synced" })
  // The sync did not overwrite the pause with the platform's older state.
  expect(await campaignInDatabase(demo, "boiler-repair")).toMatchObject({ state: "paused" })
})
