import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import type { Sync } from "../campaigns/sync/index.ts"
import type { Role } from "../contract/index.ts"
import type { PlatformLogins } from "../platform/index.ts"
import { organizations } from "./definition/organizations.ts"
import { type DemoUnfinished, finishThrough, isUnfinished } from "./through/finish.ts"
import type { DemoPlatform } from "./through/platform.ts"
import { dayOf } from "./traffic/days.ts"
import { credentialsOf, customerOf, writeAlone, writeLinked, writePeopleAndKeys } from "./write.ts"
import type { DemoKeys } from "./writer/keys.ts"
import { writeQueuedWrites } from "./writer/queued-writes.ts"
import { writeTasks } from "./writer/tasks.ts"

export interface DemoOptions {
  /** The day on which the world is seen: its history ends the day before. */
  readonly today: Date | string
  /** The origin that serves the organizations' websites, each under /sites/{slug}/. */
  readonly siteUrl: string
  /** Where the dashboard is, for links to it. */
  readonly appUrl?: string
}

/** Keeps the credentials before anything is committed, so that there is never a world that nobody can enter. */
export type Keep<E, R> = (credentials: DemoCredentials) => Effect.Effect<void, E, R>

/** Known at this moment only: what is stored of them does not tell them. */
export interface DemoCredentials {
  readonly people: ReadonlyArray<{
    readonly email: string
    readonly password: string
    readonly organizations: Readonly<Record<string, Role>>
    readonly adops_team?: string
  }>
  readonly keys: DemoKeys
}

const lock = "hashtext('adwarden demo world')"

/** Fresh statistics, so that the first questions are answered as quickly as later ones. */
const analyze = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql`analyze organizations, memberships, campaigns, ads, keywords, campaign_days, keyword_days,
      search_term_days`
)

/** Runs in one transaction on a database that has no organization yet; null on any other. */
const onEmpty = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // Two that start together: the second waits, and then finds that there is nothing to do.
    yield* sql.unsafe(`select pg_advisory_xact_lock(${lock})`)
    const [found] = yield* sql<{ empty: boolean }>`select not exists (select from organizations) as empty`
    return found?.empty === true ? yield* work : null
  }).pipe((all) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(all)))

/** Nobody but us can make a key or a person impossible here, so a refusal is a defect of the definition. */
const peopleAndKeys = (today: string, siteUrl: string) =>
  writePeopleAndKeys(today, siteUrl).pipe(
    Effect.catchTags({ not_found: Effect.die, role_denied: Effect.die, validation_error: Effect.die })
  )

const appOf = ({ appUrl, siteUrl }: DemoOptions): string =>
  (appUrl ?? new URL(siteUrl).origin).replace(/\/+$/, "")

/**
 * Fill an empty database with the demo world, whole or not at all, without a platform: everything that would come
 * from one is made up. Null if there is anything in the database already.
 */
export const seed = <E = never, R = never>(
  options: DemoOptions,
  keep: Keep<E, R> = () => Effect.void
): Effect.Effect<DemoCredentials | null, E | SqlError, R | SqlClient.SqlClient> =>
  onEmpty(
    Effect.gen(function* () {
      const today = dayOf(options.today)
      const made = yield* peopleAndKeys(today, options.siteUrl)
      const campaigns = new Map<string, ReadonlyMap<string, number>>()
      for (const plan of organizations) {
        campaigns.set(plan.slug, yield* writeAlone(plan, made, options.siteUrl, today))
      }
      const written = { today, appUrl: appOf(options), ...made, campaigns }
      yield* writeTasks(written)
      yield* writeQueuedWrites(written)
      yield* analyze
      const credentials = { people: credentialsOf(made.people), keys: made.keys }
      yield* keep(credentials)
      return credentials
    })
  ).pipe(Effect.withSpan("DemoWorld.seed"))

/**
 * The same through a platform: only what is ours is written, the rest is synced from there. A start that was cut
 * short is taken up by the next one. Null where the people were there already.
 */
export const seedThrough = <E = never, R = never>(
  platform: DemoPlatform,
  options: DemoOptions,
  keep: Keep<E, R> = () => Effect.void
): Effect.Effect<
  DemoCredentials | null,
  E | SqlError | DemoUnfinished,
  R | SqlClient.SqlClient | PlatformLogins | Sync
> =>
  Effect.gen(function* () {
    const today = dayOf(options.today)
    const made = yield* onEmpty(
      Effect.gen(function* () {
        const made = yield* peopleAndKeys(today, options.siteUrl)
        for (const plan of organizations) {
          const customer = customerOf(platform, plan)
          yield* customer === undefined
            ? writeAlone(plan, made, options.siteUrl, today)
            : writeLinked(plan, customer, made, options.siteUrl, today)
        }
        const credentials = { people: credentialsOf(made.people), keys: made.keys }
        yield* keep(credentials)
        return credentials
      })
    )
    if (yield* isUnfinished) {
      yield* finishThrough(platform, { today, siteUrl: options.siteUrl, appUrl: appOf(options) })
      yield* analyze
    }
    return made
  }).pipe(Effect.withSpan("DemoWorld.seedThrough"))
