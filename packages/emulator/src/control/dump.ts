import type { World } from "../world.ts"

/** Returns the planted waste that has had traffic, by campaign. No report contains these labels. */
export const readLabels = ({ database }: World, customerId: string | undefined) =>
  database.sql
    .prepare(
      `SELECT l.customer_id AS customerId, l.campaign_id AS campaignId, t.text AS term, l.label AS label
       FROM label l JOIN term t ON t.id = l.term_id WHERE ?1 IS NULL OR l.customer_id = ?1
       ORDER BY 1, 2, 3`
    )
    .all(customerId === undefined ? null : Number(customerId))
    .map((row) => ({ ...row, customerId: String(row["customerId"]), campaignId: String(row["campaignId"]) }))

/** Returns all resources by name. Sums of traffic, which `dumpState` adds, read every fact. */
export const dumpResources = (world: World) => {
  world.settle()
  return Object.fromEntries(
    [...world.store.all()]
      .map(({ name, body }) => [name, body] as const)
      .sort(([left], [right]) => (left < right ? -1 : 1))
  )
}

/** Returns the whole state in a form that makes two runs comparable. */
export const dumpState = (world: World) => {
  const resources = dumpResources(world)
  const traffic = world.database.sql
    .prepare(
      `SELECT customer_id AS customerId, campaign_id AS campaignId, count(*) AS facts, sum(impressions) AS impressions,
       sum(clicks) AS clicks, sum(cost_micros) AS costMicros, sum(conversions) AS conversions
       FROM fact GROUP BY 1, 2 ORDER BY 1, 2`
    )
    .all()
  const changes = world.database.sql.prepare("SELECT count(*) AS n FROM change_event").get()
  return {
    clock: world.clock.state,
    seed: world.seed,
    resources,
    traffic,
    changeEvents: Number(changes?.["n"] ?? 0)
  }
}
