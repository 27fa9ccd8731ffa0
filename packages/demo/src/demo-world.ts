import { Keys, type People as PeopleService, type PlatformLogins } from "@adwarden/core"
import type { Role } from "@adwarden/core/contract"
import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Schedule } from "effect"
import { organizations, people } from "./definition/organizations.ts"
import { type FinishNeeds, finish } from "./make/finish.ts"
import {
  type DemoKeys,
  linkAccounts,
  makeKeys,
  type People,
  writeOrganizations,
  writePeople,
  writeTeams
} from "./make/organizations.ts"
import { DemoUnfinished, isUnfinished } from "./make/unfinished.ts"
import { writeDrafts } from "./make/write-drafts.ts"

/**
 * Credentials of the demo world. They are only known when they are created, because the database stores
 * hashes.
 */
export interface DemoCredentials {
  readonly people: ReadonlyArray<{
    readonly email: string
    readonly password: string
    readonly organizations: Readonly<Record<string, Role>>
    readonly adops_team?: string
  }>
  readonly keys: DemoKeys
}

/** Options of `fill`. */
export interface DemoOptions<E, R> {
  /** URL of the emulator that serves the demo world's ad accounts and websites. */
  readonly emulatorUrl: string
  /** The database of the worker's queue. */
  readonly databaseUrl: string
  /**
   * Saves the credentials before the transaction commits, so a demo world without known credentials cannot
   * exist.
   */
  readonly saveCredentials: (credentials: DemoCredentials) => Effect.Effect<void, E, R>
  /** Loads the credentials that an earlier start saved for this database, or null. */
  readonly loadCredentials: Effect.Effect<DemoCredentials | null, E, R>
  /** Called when a part of the work starts or ends, for a person who waits. */
  readonly reportProgress?: (message: string) => Effect.Effect<void>
}

type Needs = PlatformLogins | FinishNeeds | PeopleService

const lock = "hashtext('adwarden demo world')"

/** Serialises concurrent starts: the second waits, then finds nothing left to do. */
const withLock = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const connection = yield* sql.reserve
    const select = (expression: string) =>
      connection.executeUnprepared(`select ${expression} as value`, [], undefined)
    yield* Effect.acquireRelease(
      Effect.repeat(select(`pg_try_advisory_lock(${lock})`), {
        until: ([row]) => row?.value === true,
        schedule: Schedule.spaced("500 millis")
      }),
      () => Effect.ignore(select(`pg_advisory_unlock(${lock})`))
    )
    return yield* work
  }).pipe(Effect.scoped)

const credentialsOf = (writtenPeople: People, keys: DemoKeys): DemoCredentials => ({
  people: people.map(({ adopsTeam, email }) => ({
    email,
    password: writtenPeople.get(email)!.password,
    organizations: Object.fromEntries(
      organizations.flatMap(({ members, slug }) =>
        members[email] === undefined ? [] : [[slug, members[email]]]
      )
    ),
    ...(adopsTeam === undefined ? {} : { adops_team: adopsTeam })
  })),
  keys
})

/** Creates everything that needs no platform, in one transaction. */
const createOrganizations = Effect.gen(function* () {
  const writtenPeople = yield* writePeople
  const ids = yield* writeOrganizations(writtenPeople, yield* writeTeams(writtenPeople))
  yield* linkAccounts(ids, writtenPeople)
  for (const plan of organizations) yield* writeDrafts(ids.get(plan.slug)!, plan)
  return credentialsOf(writtenPeople, yield* makeKeys)
}).pipe(Effect.provide(Keys.layer))

const isEmpty = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ empty: boolean }>`select not exists (select 1 from organizations) as empty`
  return row!.empty
})

/** Whether `fill` has anything to do. */
export const needsFilling: Effect.Effect<boolean, SqlError, SqlClient.SqlClient> = Effect.zipWith(
  isEmpty,
  isUnfinished,
  (empty, unfinished) => empty || unfinished
)

const createOnEmpty = <E, R>({ saveCredentials }: DemoOptions<E, R>) =>
  Effect.gen(function* () {
    if (!(yield* isEmpty)) return null
    const credentials = yield* createOrganizations
    yield* saveCredentials(credentials)
    return credentials
  }).pipe((all) => Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(all)))

const keysMissing = new DemoUnfinished({
  problem: "An interrupted start left an unfinished demo world, and its keys are missing.",
  next: "Start again with an empty database."
})

/**
 * Fills an empty database with the demo world. It writes what only the service knows, and syncs everything
 * else from the emulator or executes it through the service's operations. The next start resumes an
 * interrupted one. Returns the credentials if this call created them, and null if the people already existed.
 */
export const fill = <E = never, R = never>(
  options: DemoOptions<E, R>
): Effect.Effect<DemoCredentials | null, E | SqlError | DemoUnfinished, R | Needs> =>
  Effect.gen(function* () {
    const created = yield* createOnEmpty(options)
    if (yield* isUnfinished) {
      const credentials: DemoCredentials | null = created ?? (yield* options.loadCredentials)
      if (credentials === null) return yield* keysMissing
      yield* finish(options, credentials.keys)
    }
    return created
  }).pipe(withLock, Effect.withSpan("DemoWorld.fill"))
