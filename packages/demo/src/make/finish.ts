import {
  type AdAccounts,
  type CampaignAdministration,
  type Events,
  type Pipeline,
  type SiteReader,
  Sync,
  Worker
} from "@adwarden/core"
import { demoWorld } from "@adwarden/google-ads-emulator"
import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Layer } from "effect"
import { executed, held, managedOrganizations, refusedByPlatform, revoked } from "../definition/history.ts"
import { type OrganizationPlan, organizations } from "../definition/organizations.ts"
import { execute, holdAndDecide } from "./history.ts"
import { customerOf, type DemoKeys } from "./organizations.ts"
import { changeOutside, pull, pullExpectingFailure, setLogin } from "./platform.ts"
import { analyseProfiles, readPagesOfDrafts, websiteOf } from "./profiles.ts"
import { daysAgo } from "./rows.ts"
import type { DemoUnfinished } from "./unfinished.ts"

/**
 * Adds the facts that the platform does not know to synced campaigns: origin, type, goal and creation date.
 * It also marks their negative keywords as the service's. Holds the organization's lock.
 */
const writeCampaignFacts = (id: number, { campaigns, slug }: OrganizationPlan) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql`select 1 from organization_locks where organization_id = ${id} for no key update`
    for (const facts of campaigns) {
      const created = daysAgo(facts.createdDaysAgo)
      yield* sql`
        update campaigns set type = ${facts.type}, goal = ${facts.goal}, website_url = ${websiteOf(slug)},
          origin = ${facts.imported ? "imported" : "created"}, created_at = ${created}, generated_at = ${created},
          first_launched_at = ${daysAgo(facts.launchedDaysAgo)}
        where organization_id = ${id} and slug = ${facts.slug}`
    }
    yield* sql`
      update negative_keywords n set source = 'dashboard' from campaigns c
      where n.organization_id = ${id} and c.organization_id = n.organization_id and c.id = n.campaign_id
        and n.source = 'imported' and c.origin = 'created'`
  }).pipe((work) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(work)))

/** The services that `finish` requires, including the worker's. */
export type FinishNeeds =
  | SqlClient.SqlClient
  | AdAccounts
  | Pipeline
  | Sync
  | CampaignAdministration
  | Events
  | SiteReader
  | Layer.Layer.Context<ReturnType<typeof Worker.layer>>

/** The default of `reportProgress`. */
const noProgress = (_: string) => Effect.void

interface FinishOptions {
  readonly emulatorUrl: string
  readonly databaseUrl: string
  readonly reportProgress?: (message: string) => Effect.Effect<void>
}

/** Syncs every account and adds the facts that only the service knows to its campaigns. */
const pullAll = (
  ids: ReadonlyMap<string, number>,
  emulatorUrl: string,
  reportProgress: (message: string) => Effect.Effect<void>
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // No other sync runs in this database, so any lease belongs to an interrupted start.
    yield* sql`update ad_accounts set sync_lease_until = null where sync_lease_until is not null`
    // A broken login was revoked after its account was synced, by a start that was interrupted later.
    const broken = yield* sql<{ slug: string }>`
      select o.slug from ad_platform_logins l join organizations o on o.id = l.organization_id
      where l.state = 'broken'`
    const isDone = (slug: string) => broken.some((row) => row.slug === slug)
    // The login must work until its account is synced.
    if (!isDone(revoked)) yield* setLogin(emulatorUrl, revoked, "restore")
    yield* reportProgress(`importing ${demoWorld.days} days of each ad account`)
    yield* Effect.forEach(
      organizations.filter(({ slug }) => customerOf(slug) !== undefined && !isDone(slug)),
      (plan) =>
        Effect.gen(function* () {
          const id = ids.get(plan.slug)!
          yield* pull(id, plan.slug)
          yield* writeCampaignFacts(id, plan)
          yield* reportProgress(`imported the ad account of ${plan.slug}`)
        }),
      { discard: true }
    )
  })

/**
 * Updates the planner's statistics, so the first queries are as fast as later ones. A tenth of the usual sample
 * is enough for that; autovacuum takes the whole one later.
 */
const analyze = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.zipRight(
    sql`set local default_statistics_target = 10`,
    sql`analyze campaigns, ads, keywords, campaign_days, keyword_days, search_terms, search_term_days,
      search_term_totals`
  ).pipe(sql.withTransaction)
)

/** Syncs all days of the emulator at once, because they have few rows. */
const wholeHistory = Sync.layer({
  historyDays: demoWorld.days,
  firstWindowDays: demoWorld.days,
  windowDays: demoWorld.days
})

/** Syncs campaigns alone, after a change in the platform: the days were just read. */
const campaignsOnly = Sync.layer({ lagDays: 0 })

/**
 * Adds everything that is not inserted directly: the platform's data, calls with people's keys, and changes
 * in the platform itself. Every step is idempotent, because the next start repeats an interrupted one.
 */
export const finish = (
  { databaseUrl, emulatorUrl, reportProgress = noProgress }: FinishOptions,
  keys: DemoKeys
): Effect.Effect<void, SqlError | DemoUnfinished, FinishNeeds> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* sql<{ id: number; slug: string }>`select id, slug from organizations`
    const ids = new Map(rows.map(({ id, slug }) => [slug, id]))
    yield* Effect.provide(pullAll(ids, emulatorUrl, reportProgress), wholeHistory)
    yield* reportProgress("analysing the websites")
    yield* analyseProfiles(ids)
    yield* readPagesOfDrafts(ids)
    yield* analyze
    yield* reportProgress("executing changes, in Adwarden and in the platform itself")
    // One job at a time: each further slot would ask the queue for jobs that there are not.
    yield* Layer.build(Worker.layer(databaseUrl, { schedules: false, concurrency: 1 }))
    for (const plan of executed) yield* execute(keys, plan)
    yield* setLogin(emulatorUrl, revoked, "revoke")
    yield* pullExpectingFailure(ids.get(revoked)!, revoked)
    yield* execute(keys, refusedByPlatform)
    for (const slug of managedOrganizations) {
      yield* changeOutside(emulatorUrl, ids.get(slug)!, slug)
      yield* Effect.provide(pull(ids.get(slug)!, slug), campaignsOnly)
    }
    yield* reportProgress("requesting approvals")
    for (const plan of held) yield* holdAndDecide(keys, plan)
  }).pipe(Effect.scoped)
