import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import type { Role } from "../contract/index.ts"
import { organizations } from "./definition/organizations.ts"
import { people } from "./definition/people.ts"
import { dayOf } from "./traffic/days.ts"
import { writeAds } from "./writer/ads.ts"
import { writeCampaigns } from "./writer/campaigns.ts"
import { type DemoKeys, writeKeys } from "./writer/keys.ts"
import { writeKeywords, writeNegatives } from "./writer/keywords.ts"
import { writeMetrics } from "./writer/metrics.ts"
import { websiteOf, writeAccount, writeOrganizations, writeProfile } from "./writer/organizations.ts"
import { type Person, writePeople } from "./writer/people.ts"
import { platformNames } from "./writer/platform-names.ts"
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

/**
 * Fill an empty database with the demo world, whole or not at all. Null if there is anything in it already.
 */
export const seed = <E = never, R = never>(
  options: DemoOptions,
  keep: Keep<E, R> = () => Effect.void
): Effect.Effect<DemoCredentials | null, E | SqlError, R | SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // Two that start together: the second waits, and then finds that there is nothing to do.
    yield* sql.unsafe(`select pg_advisory_xact_lock(${lock})`)
    const [found] = yield* sql<{ empty: boolean }>`select not exists (select from organizations) as empty`
    if (found?.empty !== true) return null
    // Nobody but us can make a key or a person impossible here, so a refusal is a defect of the definition.
    const credentials = yield* write(options).pipe(
      Effect.catchTags({ not_found: Effect.die, role_denied: Effect.die, validation_error: Effect.die })
    )
    // Fresh statistics, so that the first questions are answered as quickly as later ones.
    yield* sql`analyze organizations, memberships, campaigns, ads, keywords, campaign_days, keyword_days,
      search_term_days`
    yield* keep(credentials)
    return credentials
  }).pipe(
    (all) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(all)),
    Effect.withSpan("DemoWorld.seed")
  )

const write = ({ appUrl, siteUrl, today: now }: DemoOptions) =>
  Effect.gen(function* () {
    const today = dayOf(now)
    const { people: known, teams } = yield* writePeople(today)
    const ids = yield* writeOrganizations(today, known, teams)
    const campaigns = new Map<string, ReadonlyMap<string, number>>()
    for (const plan of organizations) {
      const id = ids.get(plan.slug)!
      yield* writeProfile(id, plan, today, siteUrl)
      yield* writeAccount(id, plan, known, today)
      const names = platformNames(plan.account?.customerId ?? "0")
      const written = yield* writeCampaigns(id, plan, names, websiteOf(siteUrl, plan.slug), today)
      campaigns.set(plan.slug, new Map(written.map((campaign) => [campaign.plan.slug, campaign.id])))
      for (const campaign of written) {
        const ads = yield* writeAds(id, campaign, names, today)
        const keywords = yield* writeKeywords(id, campaign, ads, names, today)
        yield* writeNegatives(id, campaign, ads, names, today)
        yield* writeMetrics(id, plan.slug, campaign, ads, keywords, today)
      }
    }
    const keys = yield* writeKeys
    const app = (appUrl ?? new URL(siteUrl).origin).replace(/\/+$/, "")
    const written = { today, appUrl: app, people: known, organizations: ids, campaigns }
    yield* writeTasks(written)
    yield* writeQueuedWrites(written)
    return { people: credentialsOf(known), keys }
  })

const credentialsOf = (known: ReadonlyMap<string, Person>): DemoCredentials["people"] =>
  people.map(({ adopsTeam, email }) => ({
    email,
    password: known.get(email)!.password,
    organizations: Object.fromEntries(
      organizations.flatMap(({ members, slug }) =>
        members[email] === undefined ? [] : [[slug, members[email]]]
      )
    ),
    ...(adopsTeam === undefined ? {} : { adops_team: adopsTeam })
  }))
