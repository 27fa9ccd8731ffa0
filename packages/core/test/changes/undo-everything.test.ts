import { beforeAll, describe, expect, it } from "vitest"
import type { OperationName, Output } from "../../src/contract/index.ts"
import { call } from "../support/call.ts"
import { count } from "../support/counts.ts"
import { runOnPlatform } from "../support/on-platform.ts"
import { randomFrom } from "../support/random.ts"
import { jobsSettled, setAndFollow, startWorker } from "../support/workers.ts"

const demo = await runOnPlatform()
const admin = demo.keys["northwind"]!.admin!
const slugs = ["boiler-repair", "emergency-plumber", "bathroom-fitting", "northwind-brand"]

const here = async () => ({
  campaigns: await demo.query(
    `select to_jsonb(c) - array['updated_at', 'last_synced_at'] as row from campaigns c
     where organization_id = 1 order by id`
  ),
  negatives: await demo.query(
    `select campaign_id, ad_id, text, match_type from negative_keywords
     where organization_id = 1 and removed_at is null order by id`
  )
})

type Resource = Readonly<Record<string, unknown>> & { readonly status?: string; readonly negative?: boolean }
/** Reads the platform's resources, without removed ones and its own counters. */
const there = async () =>
  Object.fromEntries(
    Object.entries((await demo.state()).resources as Record<string, Resource>).filter(
      ([ref, { status }]) =>
        /\/(campaigns|campaignBudgets|campaignCriteria)\//.test(ref) && status !== "REMOVED"
    )
  )

/** Going live sends everything to the platform, so that both have the same parts. */
beforeAll(async () => {
  const stop = await startWorker(demo)
  const set = setAndFollow(demo, admin)
  for (const slug of slugs) {
    if (slug !== "bathroom-fitting") await set(slug, "paused")
    await set(slug, "live")
  }
  await stop()
})

const seeds = Array.from({ length: count("undoneSequences") }, (_, n) => n + 1)

describe("any sequence of changes of any kind", () => {
  it.each(seeds)(
    "is reverted by undoing all of it in reverse, here and in the platform (%i)",
    async (seed) => {
      const next = randomFrom(seed * 104_729)
      const pick = <A>(from: ReadonlyArray<A>): A => from[Math.floor(next() * from.length)]!
      const stop = await startWorker(demo)
      const before = { here: await here(), there: await there() }
      const ids: Array<string> = []
      const kinds = new Set<string>()
      for (let n = 0; n < 20; n++) {
        const slug = pick(slugs)
        const [name, values] = pick<[OperationName, object]>([
          ["campaigns.update", { budget: Math.round(5 + next() * 110) }],
          [
            "campaigns.update",
            { name: `${slug} ${seed} ${n}`, target_cpa: Math.round(next() * 5000) / 100 + 1 }
          ],
          ["campaigns.set_state", { state: pick(["live", "paused", "draft"]) }],
          ["keywords.add_negatives", { keywords: [`term ${Math.floor(next() * 6)}`, `own ${seed} ${n}`] }]
        ])
        const { output } = await demo.run(call(name, admin, { slug, ...values, dry_run: false }))
        const id = (output as { action_id?: string | null } | null)?.action_id
        if (!id) continue
        ids.push(id)
        kinds.add(name)
        // Sometimes waits for the platform, so that both orders occur.
        if (next() < 0.3) await jobsSettled(demo)
      }
      expect(kinds.size).toBe(3)
      await jobsSettled(demo)
      for (const id of ids.toReversed()) {
        const { error, output } = await demo.run(call("actions.undo", admin, { id }))
        expect(error).toBeNull()
        expect(output).toMatchObject({ undone: true })
        expect((output as Output<"actions.undo">).not_restored).toBeUndefined()
      }
      await jobsSettled(demo)
      expect(await here()).toEqual(before.here)
      expect(await there()).toEqual(before.there)
      await stop()
    }
  )
})
