import { startService } from "../growth/service.ts"
import type { Tenant } from "../world.ts"

/** What every organization does in turn: it lists campaigns, sums the days of a year, or renames a campaign. */
export type Work = "reads" | "reports" | "writes"

/** Requests at the same time, each of another organization. */
const concurrency = 6

let turns = 0

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const lastYear = () => ({ from: daysAgo(364), to: daysAgo(1) })

/** Returns what sends the requests of a kind of work to the service on a database. */
export const workOf = async (url: string, work: Work) => {
  const service = startService(url)

  const send = (tenant: Tenant) => {
    const org = tenant.slug
    if (work === "reads") return service.call("campaigns.list", tenant, { org, limit: 20 })
    if (work === "reports")
      return service.call("performance.get", tenant, { org, ...lastYear(), compare: false })
    const name = `Campaign in turn ${++turns}`
    return service.call("campaigns.update", tenant, { org, slug: "campaign-1", name, dry_run: false })
  }

  const request = async (tenant: Tenant): Promise<void> => {
    const { error } = await send(tenant)
    if (error !== null) throw new Error(`${work} of ${tenant.slug} failed: ${JSON.stringify(error)}`)
  }

  /** Sends one request of each organization in each round, and returns how many. */
  const run = async (tenants: ReadonlyArray<Tenant>, rounds: number): Promise<number> => {
    for (let round = 0; round < rounds; round++) {
      const left = tenants.values()
      await Promise.all(
        Array.from({ length: concurrency }, async () => {
          for (const tenant of left) await request(tenant)
        })
      )
    }
    return rounds * tenants.length
  }

  return { run, stop: service.stop }
}
