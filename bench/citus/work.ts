import { startService } from "../growth/service.ts"
import type { Tenant } from "../world.ts"

/** What every organization does in turn. */
export type Work = "reads" | "writes"

/** Requests at the same time, each of another organization. */
const concurrency = 6

let turns = 0

/** Returns what sends the requests of a kind of work to the service on a database. */
export const workOf = async (url: string, work: Work) => {
  const service = startService(url)

  const request = async (tenant: Tenant): Promise<void> => {
    const { error } =
      work === "reads"
        ? await service.call("campaigns.list", tenant, { org: tenant.slug, limit: 20 })
        : await service.call("campaigns.update", tenant, {
            org: tenant.slug,
            slug: "campaign-1",
            name: `Campaign in turn ${++turns}`,
            dry_run: false
          })
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
