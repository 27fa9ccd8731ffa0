import { Keys, type People as PeopleService, type PlatformLogins } from "@adwarden/core"
import type { Role } from "@adwarden/core/contract"
import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Schedule } from "effect"
import { organizations, people } from "./definition/organizations.ts"
import { linkAccounts } from "./make/accounts.ts"
import { type FinishNeeds, finish } from "./make/finish.ts"
import { type DemoKeys, makeKeys } from "./make/keys.ts"
import { writeOrganizations } from "./make/organizations.ts"
import { type People, writePeople, writeTeams } from "./make/people.ts"
import { DemoUnfinished, isUnfinished } from "./make/unfinished.ts"
import { writeDrafts } from "./make/write-drafts.ts"

/** Known when they are made and never again: what is stored of them does not tell them. */
export interface DemoCredentials {
  readonly people: ReadonlyArray<{
    readonly email: string
    readonly password: string
    readonly organizations: Readonly<Record<string, Role>>
    readonly adops_team?: string
  }>
  readonly keys: DemoKeys
}

export interface DemoOptions<E, R> {
  /** The emulator with its demo world: the platform behind the accounts, and the websites. */
  readonly emulatorUrl: string
  /** Where the worker finds its queue. */
  readonly databaseUrl: string
  /** Keeps the credentials before anything is committed, so that there is never a world that nobody can enter. */
  readonly saveCredentials: (credentials: DemoCredentials) => Effect.Effect<void, E, R>
  /** Those that an earlier start kept for this database; null where there are none. */
  readonly loadCredentials: Effect.Effect<DemoCredentials | null, E, R>
}

type Needs = PlatformLogins | FinishNeeds | PeopleService

const lock = "hashtext('adwarden demo world')"

/** Two that start together: the second waits, and then finds that there is nothing to do. */
const withLock = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const connection = yield* sql.reserve
    const ask = (what: string) => connection.executeUnprepared(`select ${what} as answer`, [], undefined)
    yield* Effect.acquireRelease(
      Effect.repeat(ask(`pg_try_advisory_lock(${lock})`), {
        until: ([row]) => row?.answer === true,
        schedule: Schedule.spaced("500 millis")
      }),
      () => Effect.ignore(ask(`pg_advisory_unlock(${lock})`))
    )
    return yield* work
  }).pipe(Effect.scoped)

const credentialsOf = (known: People, keys: DemoKeys): DemoCredentials => ({
  people: people.map(({ adopsTeam, email }) => ({
    email,
    password: known.get(email)!.password,
    organizations: Object.fromEntries(
      organizations.flatMap(({ members, slug }) =>
        members[email] === undefined ? [] : [[slug, members[email]]]
      )
    ),
    ...(adopsTeam === undefined ? {} : { adops_team: adopsTeam })
  })),
  keys
})

/** All that needs no platform, in one transaction. */
const createOrganizations = Effect.gen(function* () {
  const known = yield* writePeople
  const ids = yield* writeOrganizations(known, yield* writeTeams(known))
  yield* linkAccounts(ids, known)
  for (const plan of organizations) yield* writeDrafts(ids.get(plan.slug)!, plan)
  return credentialsOf(known, yield* makeKeys)
}).pipe(Effect.provide(Keys.layer))

const isEmpty = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const [found] = yield* sql<{ empty: boolean }>`select not exists (select from organizations) as empty`
  return found!.empty
})

/** Whether there is anything for `fill` to do. */
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
  problem: "The demo world was begun by a start that was cut short, and its keys are gone.",
  next: "Start again with an empty database."
})

/**
 * Fills an empty database with the demo world: what only the service knows is written, everything else is synced
 * from the emulator or done through the service's own operations. A start that was cut short is taken up by the
 * next. Answers the credentials where it made them, null where the people were there already.
 */
export const fill = <E = never, R = never>(
  options: DemoOptions<E, R>
): Effect.Effect<DemoCredentials | null, E | SqlError | DemoUnfinished, R | Needs> =>
  Effect.gen(function* () {
    const made = yield* createOnEmpty(options)
    if (yield* isUnfinished) {
      const credentials: DemoCredentials | null = made ?? (yield* options.loadCredentials)
      if (credentials === null) return yield* keysMissing
      yield* finish(options, credentials.keys)
    }
    return made
  }).pipe(withLock, Effect.withSpan("DemoWorld.fill"))
