import { setTimeout as sleep } from "node:timers/promises"
import { Adwarden, AdwardenError } from "../../../client/src/index.ts"
import { callOperation, operations } from "../../../client/src/operations/index.ts"
import type { Cluster } from "./cluster.ts"

const [raised, stopped] = ["dental-implants", "teeth-whitening"] as const

interface Campaign {
  readonly slug: string
  readonly state: string
  readonly budget: number
  readonly ref: string
  readonly budget_ref: string
}

/** Contoso's campaigns: no other client changes them. */
const campaignOf = async ({ query }: Cluster, slug: string): Promise<Campaign> => {
  const [row] = await query<Campaign>(
    `select c.slug, c.state, c.budget::int as budget, c.platform_resource_name as ref,
       c.platform_budget_resource_name as budget_ref from campaigns c
     join organizations o on o.id = c.organization_id and o.slug = 'contoso' where c.slug = $1`,
    [slug]
  )
  return row!
}

const onPlatform = async ({ state }: Cluster, { budget_ref, ref }: Campaign) => {
  const resources = (await state()).resources as Record<string, { status?: string; amountMicros?: string }>
  return { status: resources[ref]!.status, budget: Number(resources[budget_ref]!.amountMicros) / 1_000_000 }
}

/** Sends a write to the hosts in turn until one answers. */
const write = async (
  { answers, credentials, hosts }: Cluster,
  name: string,
  values: Record<string, unknown>
) => {
  const operation = operations.find((one) => one.name === name)!
  const key = `outage-${Date.now()}-${Math.random()}`
  const clients = hosts.map(
    ({ origin }) =>
      new Adwarden({
        apiKey: credentials.keys["contoso"]!.owner!,
        baseUrl: origin,
        retries: 0,
        fetch: answers.fetch
      })
  )
  for (let turn = 0; ; turn++) {
    try {
      await callOperation(clients[turn % clients.length]!, operation, {
        ...values,
        dry_run: false,
        idempotency_key: key
      })
      return
    } catch (error) {
      const isFinal =
        error instanceof AdwardenError &&
        !["unavailable", "connection_failed", "timed_out"].includes(error.code)
      if (isFinal || turn > 120) throw error
      await sleep(500)
    }
  }
}

/** Waits for something that the service does by itself; false if it took too long. */
const happens = async (condition: () => Promise<boolean>, millis: number): Promise<boolean> => {
  for (const until = Date.now() + millis; Date.now() < until; await sleep(500)) {
    if (await condition().catch(() => false)) return true
  }
  return false
}

/**
 * The platform is down for a day. Somebody raises a budget, and later somebody lowers another and pauses its
 * campaign. All attempts are used up by the time the platform is back. The lower budget and the pause must arrive
 * by themselves, and before the raise.
 */
export const dayWithoutPlatform = async (cluster: Cluster): Promise<void> => {
  const { problems, query, toPlatform } = cluster
  const [raise, stop] = [await campaignOf(cluster, raised), await campaignOf(cluster, stopped)]
  toPlatform.become("refusing")
  try {
    await write(cluster, "campaigns.update", { slug: raised, budget: raise.budget + 1 })
    await write(cluster, "campaigns.update", { slug: stopped, budget: stop.budget - 1 })
    if (stop.state === "live") await write(cluster, "campaigns.set_state", { slug: stopped, state: "paused" })
    for (let hour = 0; hour < 24; hour++) {
      // Jobs that wait for their next try get it, as if the hours had passed.
      await sleep(1_000)
      await query(
        "update pgboss.job set start_after = start_after - interval '1 hour' where state in ('created', 'retry')"
      ).catch(() => [])
    }
    const usedUp = async () => {
      await query("update pgboss.job set start_after = now() where state = 'retry'")
      const open = await query(
        `select 1 from pgboss.job j join campaigns c on c.id = (j.data->>'campaign')::bigint and c.slug = $1
         where j.name = 'campaign-push' and j.state < 'completed'`,
        [raised]
      )
      return open.length === 0
    }
    if (!(await happens(usedUp, 120_000)))
      problems.push("the attempts of a raise did not end during an outage")
  } finally {
    toPlatform.become("up")
  }
  const stopArrived = async () => {
    const [raiseThere, stopThere] = [await onPlatform(cluster, raise), await onPlatform(cluster, stop)]
    const arrived = stopThere.budget === stop.budget - 1 && stopThere.status === "PAUSED"
    if (!arrived && raiseThere.budget === raise.budget + 1) problems.push("a raise arrived before a pause")
    return arrived
  }
  const from = Date.now()
  if (!(await happens(stopArrived, 300_000)))
    problems.push("a pause did not arrive within 5 minutes after an outage")
  cluster.recoveries.push(Date.now() - from)
  await write(cluster, "campaigns.set_state", { slug: stopped, state: "live" })
}
