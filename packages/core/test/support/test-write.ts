import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { Writes } from "../../src/changes/registries.ts"
import type { ActionPlan, QueuedSteps, Write } from "../../src/changes/write.ts"
import { randomId } from "../../src/contract/index.ts"
import type { Pipeline } from "../../src/pipeline/pipeline.ts"
import { call } from "./call.ts"

type Services = Pipeline | SqlClient.SqlClient | Writes

interface TestRuntime {
  readonly run: <A, E>(work: Effect.Effect<A, E, Services>) => Promise<A>
}

/** Plans the write; `queued` is the plan that was approved. */
type MakePlans = (queued?: QueuedSteps) => ReadonlyArray<ActionPlan>

/**
 * Registers a write for tests, in place of the one that applies recommendations. It creates any actions on
 * any campaigns, and runs through the pipeline like any other.
 */
export const registerTestWrite = async ({ run }: TestRuntime, { readsPlatform = false } = {}) => {
  const plans = new Map<string, MakePlans>()
  const write: Write<"recommendations.apply"> = {
    readsPlatform,
    actions: (_context, { id }, _read, queued) => Effect.sync(() => plans.get(id)!(queued)),
    preview: () => ({ would_apply: [], estimated_monthly_saving: null }),
    unchanged: () => ({ applied: true, action_id: null, action_ids: [] }),
    output: ({ actions }) => ({
      applied: true,
      action_id: actions[0]!.action,
      action_ids: actions.map(({ action }) => action)
    })
  }
  await run(Effect.map(Writes, (writes) => writes.add("recommendations.apply", write)))

  return {
    /** Creates a recommendation with these actions, and returns its id. */
    recommend: (organization: string, actions: MakePlans): Promise<string> => {
      const id = randomId("rec")
      plans.set(id, actions)
      return run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`
            insert into recommendations (organization_id, id, campaign_id, type, status, summary, details)
            select o.id, ${id}, min(c.id), 'budget', 'dismissed', 'Created by a test', '{"version": 1}'
            from organizations o join campaigns c on c.organization_id = o.id
            where o.slug = ${organization} group by o.id`
        ).pipe(Effect.as(id))
      )
    },
    apply: (id: string, key: string, values: Readonly<Record<string, unknown>> = {}) =>
      call("recommendations.apply", key, { id, dry_run: false, ...values })
  }
}
