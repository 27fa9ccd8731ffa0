import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Brand, Context, Effect, Layer } from "effect"
import { ValidationError } from "../contract/index.ts"
import { passwordProblem } from "./password-rules.ts"
import { checkPassword, hashPassword, needsRehash } from "./passwords.ts"
import { isEmail } from "./person-fields.ts"

export interface Person {
  readonly id: number
  readonly email: string
  readonly name: string
  readonly hasPassword: boolean
}

type PersonFields = Pick<Person, "email" | "name">

/** A password that may be somebody's, as the hash that is kept of it. */
export type HashedPassword = string & Brand.Brand<"PreparedPassword">
const hashedPassword = Brand.nominal<HashedPassword>()

/** What came of looking at somebody's password: whose it would be, and whether it is right. */
interface PasswordCheck {
  readonly person: Person | null
  readonly matches: boolean
}

export interface PeopleShape {
  readonly find: (
    by: { readonly email: string } | { readonly id: number }
  ) => Effect.Effect<Person | null, SqlError>
  /** Somebody new, or who was removed before: without a password. Null where somebody has the address already. */
  readonly add: (person: PersonFields) => Effect.Effect<Person | null, SqlError>
  /** Takes as long for an address that nobody has as for one that somebody has. */
  readonly verify: (email: string, password: string) => Effect.Effect<PasswordCheck, SqlError>
  /** What a password will be kept as, if it will do. Dear, so it is done before any transaction. */
  readonly hashNewPassword: (
    owner: PersonFields,
    password: string
  ) => Effect.Effect<HashedPassword, ValidationError>
  /** Sets a password and voids every link with which the person could choose another one. Within a transaction. */
  readonly setPassword: (id: number, password: HashedPassword) => Effect.Effect<void, SqlError>
}

interface Row extends Omit<Person, "hasPassword"> {
  readonly password_hash: string | null
}

const personOf = ({ email, id, name, password_hash }: Row): Person => ({
  id,
  email,
  name,
  hasPassword: password_hash !== null
})

const make: Effect.Effect<PeopleShape, never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const findRows = (by: { readonly email: string } | { readonly id: number }) => {
    if ("email" in by && !isEmail(by.email)) return Effect.succeed([])
    const condition = "id" in by ? sql`id = ${by.id}` : sql`lower(email) = lower(${by.email})`
    return sql<Row>`select id, email, name, password_hash from users where ${condition} and disabled_at is null`
  }

  /** Parameters grow with the years: whoever signs in has their password kept as it would be today. */
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
          returning id, email, name, password_hash`,
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
    setPassword: (id, password) =>
      sql`update users set password_hash = ${password}, password_changed_at = now(), updated_at = now()
        where id = ${id}`.pipe(
        Effect.zipRight(
          sql`update mailed_links set used_at = now() where user_id = ${id} and used_at is null`
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
