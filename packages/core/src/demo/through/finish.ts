import * as SqlClient from "@effect/sql/SqlClient"
import { Data, Effect } from "effect"
import { Sync, type SyncReport } from "../../campaigns/sync/index.ts"
import { organizations } from "../definition/organizations.ts"
import { customerOf } from "../write.ts"
import { websiteOf } from "../writer/organizations.ts"
import { writeQueuedWrites } from "../writer/queued-writes.ts"
import { writeTasks } from "../writer/tasks.ts"
import { dress } from "./dress.ts"
import { type DemoPlatform, paired } from "./platform.ts"

/** The platform did not give what the demo world needs. */
export class DemoUnfinished extends Data.TaggedError("DemoUnfinished")<{ readonly report: SyncReport }> {
  override get message(): string {
    const { accountId, message, reason } = this.report
    return `The demo account ${accountId} could not be synced (${reason}). ${message ?? ""}`.trim()
  }
}

export interface FinishOptions {
  readonly today: string
  readonly siteUrl: string
  readonly appUrl: string
}

/** The history is written last, so a world without one is not finished. */
export const isUnfinished = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql<{ unfinished: boolean }>`
    select exists (select from organizations where slug = ${organizations[0]!.slug})
      and not exists (select from tasks) as unfinished`
  return found!.unfinished
})

const pull = (platform: DemoPlatform, ids: ReadonlyMap<string, number>) =>
  Effect.gen(function* () {
    const sync = yield* Sync
    yield* Effect.forEach(
      organizations,
      (plan) =>
        Effect.gen(function* () {
          const customer = customerOf(platform, plan)
          if (customer === undefined) return
          const report = yield* sync.account(ids.get(plan.slug)!, customer.customerId)
          if (report.outcome !== "synced") yield* new DemoUnfinished({ report })
        }),
      { concurrency: 2, discard: true }
    )
  })

/** Syncs every linked account, says of the campaigns what only we know, and writes the history. */
export const finishThrough = (platform: DemoPlatform, { appUrl, siteUrl, today }: FinishOptions) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ id: number; slug: string }>`select id, slug from organizations`
    const ids = new Map(rows.map(({ id, slug }) => [slug, id]))
    const known = yield* sql<{ id: number; email: string }>`select id, email from users`
    const people = new Map(known.map(({ email, id }) => [email, { id, email, password: "" }]))
    yield* pull(platform, ids)
    yield* sql.withTransaction(
      Effect.gen(function* () {
        const campaigns = new Map<string, ReadonlyMap<string, number>>()
        for (const plan of organizations) {
          const id = ids.get(plan.slug)!
          const customer = customerOf(platform, plan)
          const there =
            customer === undefined
              ? new Map<string, number>()
              : yield* dress(id, paired(plan.campaigns, customer), websiteOf(siteUrl, plan.slug), today)
          const own = yield* sql<{ id: number; slug: string }>`
            select id, slug from campaigns where organization_id = ${id}`
          campaigns.set(plan.slug, new Map([...own.map((row) => [row.slug, row.id] as const), ...there]))
        }
        const written = { today, appUrl, people, organizations: ids, campaigns }
        yield* writeTasks(written)
        yield* writeQueuedWrites(written)
      })
    )
  })
