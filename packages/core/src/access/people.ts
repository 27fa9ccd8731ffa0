import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Brand, Context, Effect, Layer } from "effect"
import {
  emailRequirement,
  isEmail,
  personNameRequirement,
  type Role,
  ValidationError
} from "../contract/index.ts"
import { runSql } from "../storage/index.ts"
import { checkPassword, hashPassword, needsRehash, passwordProblem } from "./passwords.ts"

export const invalidEmailError = (path = "email"): ValidationError =>
  new ValidationError({ fields: [{ path, message: emailRequirement }] })

export const invalidNameError = (): ValidationError =>
  new ValidationError({ fields: [{ path: "name", message: personNameRequirement }] })

/**
 * Changes a person's email address and voids all of their links, which went to the old one. Returns false if
 * another person has the address. Requires an open transaction.
 */
export const changeEmail = (
  user: number,
  email: string
): Effect.Effect<boolean, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    // A removed person's row can still have the address. That person gives way; their history goes by the id.
    yield* runSql`update users set email = 'removed-' || id || '@removed.invalid', updated_at = now()
      where lower(email) = lower(${email}) and disabled_at is not null`
    const changed = yield* runSql`update users set former_emails = former_emails || email, email = ${email},
        updated_at = now()
      where id = ${user} and not exists (select 1 from users where lower(email) = lower(${email}) and id <> ${user})
      returning 1`
    if (changed.length === 0) return false
    yield* runSql`update mailed_links set used_at = now() where user_id = ${user} and used_at is null`
    return true
  })

/** The address of a deleted person in all records: it names the same person everywhere, and nobody. */
export const deletedEmail = (user: number): string => `deleted-${user}@deleted.invalid`

/**
 * Removes the name and all addresses of a person, and returns the addresses. Requires the open transaction that ended
 * the person's access: it holds their row, so the addresses stay as read.
 */
export const removePersonalData = (
  user: number
): Effect.Effect<ReadonlyArray<string>, SqlError, SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const [person] = yield* runSql<{ emails: ReadonlyArray<string> }>`
      select array_append(former_emails, email) as emails from users where id = ${user}`
    const emails = person?.emails ?? []
    yield* runSql`delete from dashboard_sessions where user_id = ${user}`
    const addresses = emails.map((email) => email.toLowerCase())
    yield* runSql`update invitations set withdrawn_at = now()
      where lower(email) = any(${addresses}::text[]) and accepted_at is null and withdrawn_at is null`
    yield* runSql`update invitations set email = ${deletedEmail(user)}
      where lower(email) = any(${addresses}::text[])`
    yield* runSql`update users set email = ${deletedEmail(user)}, name = 'Deleted person', former_emails = '{}',
        time_zone = null, muted_notices = '{}', last_signed_in_at = null, updated_at = now() where id = ${user}`
    return emails
  })

type PersonEffect<A> = Effect.Effect<A, SqlError, SqlClient.SqlClient>

/** Reads the kinds of notice that a person does not want by email. */
export const readMutedNotices = (user: number): PersonEffect<ReadonlyArray<string>> =>
  Effect.map(
    runSql<{ muted: ReadonlyArray<string> }>`select muted_notices as muted from users where id = ${user}`,
    ([row]) => row?.muted ?? []
  )

export const setMutedNotices = (user: number, kinds: ReadonlyArray<string>): PersonEffect<void> =>
  Effect.asVoid(
    runSql`update users set muted_notices = ${kinds}::text[], updated_at = now() where id = ${user}`
  )

/** Sets the time zone of the clock times that a person sees; null for UTC. */
export const setTimeZone = (user: number, zone: string | null): PersonEffect<void> =>
  Effect.asVoid(runSql`update users set time_zone = ${zone}, updated_at = now() where id = ${user}`)

export interface Person {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly hasPassword: boolean
  /** Of the clock times that the person sees; null for UTC. */
  readonly timeZone: string | null
}

type PersonFields = Pick<Person, "email" | "name">

/** An acceptable password, as the hash that is stored. */
export type HashedPassword = string & Brand.Brand<"PreparedPassword">
const hashedPassword = Brand.nominal<HashedPassword>()

/** The result of checking a password: the person, and whether it is correct. */
interface PasswordCheck {
  readonly person: Person | null
  readonly matches: boolean
}

export interface PeopleShape {
  readonly find: (
    by: { readonly email: string } | { readonly id: number }
  ) => Effect.Effect<Person | null, SqlError>
  /** Adds a new or previously removed person, without a password. Returns null if the address is in use. */
  readonly add: (person: PersonFields) => Effect.Effect<Person | null, SqlError>
  /** Takes the same time for known and unknown addresses. */
  readonly verify: (email: string, password: string) => Effect.Effect<PasswordCheck, SqlError>
  /** Validates and hashes a password. Hashing is expensive, so it runs before any transaction. */
  readonly hashNewPassword: (
    owner: PersonFields,
    password: string
  ) => Effect.Effect<HashedPassword, ValidationError>
  readonly recordSignIn: (id: number) => Effect.Effect<void, SqlError>
  /** Lists a person's organizations by name; the role is null where only their team has access. */
  readonly organizations: (
    id: number
  ) => Effect.Effect<ReadonlyArray<{ name: string; slug: string; role: Role | null }>, SqlError>
  /** Sets a password and voids the person's links for choosing another one and their sign-ins in progress. Requires an open transaction. */
  readonly setPassword: (id: number, password: HashedPassword) => Effect.Effect<void, SqlError>
}

/** Returns a person's email address, also of a disabled one; null if there is no such person. */
export const emailOf = (id: number): Effect.Effect<string | null, SqlError, SqlClient.SqlClient> =>
  Effect.map(
    runSql<{ email: string }>`select email from users where id = ${id}`,
    ([row]) => row?.email ?? null
  )

/** Returns the names and addresses of people, also of disabled ones. */
export const namesOf = (ids: ReadonlyArray<number>) =>
  Effect.map(
    runSql<PersonFields & { readonly id: number }>`select id, name, email from users where id = any(${ids})`,
    (rows) => new Map(rows.map((row) => [row.id, row]))
  )

interface Row extends Omit<Person, "hasPassword" | "timeZone"> {
  readonly password_hash: string | null
  readonly time_zone: string | null
}

const personOf = ({ email, id, name, password_hash, time_zone }: Row): Person => ({
  id,
  email,
  name,
  hasPassword: password_hash !== null,
  timeZone: time_zone
})

const make: Effect.Effect<PeopleShape, never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const findRows = (by: { readonly email: string } | { readonly id: number }) => {
    if ("email" in by && !isEmail(by.email)) return Effect.succeed([])
    const condition = "id" in by ? sql`id = ${by.id}` : sql`lower(email) = lower(${by.email})`
    return sql<Row>`select id, email, name, password_hash, time_zone from users where ${condition} and disabled_at is null`
  }

  /** The parameters become stronger over time: a sign-in rehashes an outdated hash. */
  const rehash = (id: number, password: string, stored: string) =>
    needsRehash(stored)
      ? Effect.flatMap(
          hashPassword(password),
          (hash) =>
            sql`update users set password_hash = ${hash} where id = ${id} and password_hash = ${stored}`
        )
      : Effect.void

  return {
    find: (by) => Effect.map(findRows(by), ([row]) => (row === undefined ? null : personOf(row))),
    add: ({ email, name }) =>
      Effect.map(
        sql<Row>`insert into users (email, name) values (${email}, ${name})
          on conflict (lower(email)) do update set
            name = excluded.name, password_hash = null, disabled_at = null, updated_at = excluded.updated_at
          where users.disabled_at is not null
          returning id, email, name, password_hash, time_zone`,
        ([row]) => (row === undefined ? null : personOf(row))
      ),
    verify: (email, password) =>
      Effect.gen(function* () {
        const [row] = yield* findRows({ email })
        const stored = row?.password_hash ?? null
        const matches = yield* checkPassword(password, stored)
        if (matches && stored !== null) yield* rehash(row!.id, password, stored)
        return { person: row === undefined ? null : personOf(row), matches }
      }).pipe(Effect.withSpan("People.verify")),
    hashNewPassword: (owner, password) => {
      const message = passwordProblem(password, owner)
      return message === null
        ? Effect.map(hashPassword(password), hashedPassword)
        : new ValidationError({ fields: [{ path: "password", message }] })
    },
    recordSignIn: (id) => Effect.asVoid(sql`update users set last_signed_in_at = now() where id = ${id}`),
    organizations: (id) => sql<{ name: string; slug: string; role: Role | null }>`
      select o.name, o.slug, m.role from organizations o
      left join memberships m on m.organization_id = o.id and m.user_id = ${id}
      where m.role is not null
        or o.adops_team_id in (select team_id from adops_team_members where user_id = ${id})
      order by o.name`,
    setPassword: (id, password) =>
      sql`update users set password_hash = ${password}, password_changed_at = now(), updated_at = now()
        where id = ${id}`.pipe(
        Effect.zipRight(
          sql`update mailed_links set used_at = now() where user_id = ${id} and used_at is null`
        ),
        Effect.zipRight(
          sql`update sign_in_challenges set used_at = now() where user_id = ${id} and used_at is null`
        ),
        Effect.asVoid,
        Effect.withSpan("People.setPassword")
      )
  }
})

/** People and their passwords. */
export class People extends Context.Tag("@adwarden/People")<People, PeopleShape>() {
  static readonly layer: Layer.Layer<People, never, SqlClient.SqlClient> = Layer.effect(People, make)
}
