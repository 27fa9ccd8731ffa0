import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Exit, Scope } from "effect"
import { afterAll, expect, it } from "vitest"
import { campaignFoundBefore } from "../../../src/campaigns/index.ts"
import type { PlanContext } from "../../../src/changes/edit.ts"
import { randomId } from "../../../src/contract/index.ts"
import { recommendationReads } from "../../../src/insight/recommendations/rows.ts"
import { makePlanningReader } from "../../../src/storage/index.ts"
import { onCitus } from "../../citus/cluster.ts"
import { queryOn } from "../../support/executed-writes.ts"
import { type CountedDatabase, countingRoundTrips } from "../../support/round-trips.ts"
import { runCore } from "../../support/run-core.ts"

const scope = Effect.runSync(Scope.make())
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
let database: CountedDatabase
const demo = await runCore({}, {}, async (url) => {
  database = await Effect.runPromise(Scope.extend(countingRoundTrips(url), scope))
  return database.url
})
const query = queryOn(demo)

const recommend = async (slug: string) => {
  const id = randomId("rec")
  const details = JSON.stringify({ version: 1, findings: [], operations: [] })
  await query(`delete from recommendations where organization_id = 1 and type = 'budget' returning id`)
  const [row] = await query<{ campaign: number }>(
    `insert into recommendations (organization_id, id, campaign_id, type, summary, details)
      select 1, '${id}', id, 'budget', 'Made by a test', '${details}'
      from campaigns where organization_id = 1 and slug = '${slug}' returning campaign_id as campaign`
  )
  return { id, campaign: row!.campaign }
}

/** Reads a campaign behind a recommendation, and returns its slug and the round trips that this took. */
const readBehind = (recommendation: string, campaign: number) =>
  demo.run(
    Effect.flatMap(SqlClient.SqlClient, (sql) =>
      sql.withTransaction(
        Effect.gen(function* () {
          const reader = makePlanningReader()
          const context = { clearance: { organization: { id: 1 } }, ...reader } as unknown as PlanContext
          yield* reader.read(...recommendationReads(1, { id: recommendation }))
          let slug = ""
          const trips = yield* database.roundTripsOf(
            Effect.map(campaignFoundBefore(context, campaign), (found) => {
              slug = found.slug
            })
          )
          return { slug, trips }
        })
      )
    )
  )

// On a cluster, the statement that finds the campaign runs on another node than the next one.
it.skipIf(onCitus)("a recommendation and its campaign are read in one round trip", async () => {
  const { campaign, id } = await recommend("boiler-repair")
  expect(await readBehind(id, campaign)).toEqual({ slug: "boiler-repair", trips: 0 })
})

it("another campaign is read for itself, also behind a recommendation that does not exist", async () => {
  const { campaign } = await recommend("bathroom-fitting")
  const { id } = await recommend("boiler-repair")
  expect((await readBehind(id, campaign)).slug).toBe("bathroom-fitting")
  expect((await readBehind("rec_none", campaign)).slug).toBe("bathroom-fitting")
})
