import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect, Layer } from "effect"
import { checkPassword, hashPassword, isOutdated } from "./passwords.ts"

export interface Person {
  readonly id: number
  readonly email: string
  readonly name: string
}

/** What came of looking at somebody's password: whose it would be, and whether it is right. */
interface Looked {
  readonly person: Person | null
  readonly matches: boolean
}

export interface PeopleShape {
  readonly find: (email: string) => Effect.Effect<Person | null, SqlError>
  /** Takes as long for an address that nobody has as for one that somebody has. */
  readonly verify: (email: string, password: string) => Effect.Effect<Looked, SqlError>
}

/** What could be somebody's address; everything else is nobody's, and never reaches the database. */
const address = /^[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}]{1,190}$/u
export const isEmail = (text: string): boolean => address.test(text)

const make: Effect.Effect<PeopleShape, never, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  const look = (email: string) =>
    isEmail(email)
      ? sql<Person & { password_hash: string | null }>`
          select id, email, name, password_hash from users
          where lower(email) = lower(${email}) and disabled_at is null`
      : Effect.succeed([])

  /** Parameters grow with the years: whoever signs in has their password kept as it would be today. */
  const renew = (id: number, password: string, stored: string) =>
    isOutdated(stored)
      ? Effect.flatMap(
          hashPassword(password),
          (made) =>
            sql`update users set password_hash = ${made} where id = ${id} and password_hash = ${stored}`
        )
      : Effect.void

  return {
    find: (email) => Effect.map(look(email), ([row]) => (row === undefined ? null : personOf(row))),
    verify: (email, password) =>
      Effect.gen(function* () {
        const [row] = yield* look(email)
        const stored = row?.password_hash ?? null
        const matches = yield* checkPassword(password, stored)
        if (matches && stored !== null) yield* renew(row!.id, password, stored)
        return { person: row === undefined ? null : personOf(row), matches }
      }).pipe(Effect.withSpan("People.verify"))
  }
})

const personOf = ({ email, id, name }: Person): Person => ({ id, email, name })

/** People and their passwords. */
export class People extends Context.Tag("@adwarden/People")<People, PeopleShape>() {
  static readonly layer: Layer.Layer<People, never, SqlClient.SqlClient> = Layer.effect(People, make)
}
