import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import {
  Connections,
  type HashedPassword,
  MailedLinks,
  People,
  type Person,
  Sessions
} from "../../access/index.ts"
import { invalidEmailError } from "../../access/people.ts"
import { isEmail, NotFound, ValidationError } from "../../contract/index.ts"
import { administer } from "../../pipeline/administer.ts"
import type { Endpoint } from "../../request/endpoint.ts"
import { respondWith } from "../../request/handler.ts"
import { Mailer } from "../mail/mailer.ts"
import { makeAuditedTransaction, withPersonActor } from "./audited-transaction.ts"
import { makeSessionOpening, makeThrottle, type SignedIn } from "./sign-in.ts"

/** The same error for a used, expired or unknown link, so that it reveals nothing. */
const expiredLinkError = () =>
  new NotFound({
    what: "This address",
    next: "It works once and for a short time only: ask for a new one."
  })

const wrongPasswordError = () =>
  new ValidationError({ fields: [{ path: "current", message: "is not your present password" }] })

const samePasswordError = () =>
  new ValidationError({ fields: [{ path: "password", message: "must be another than the present one" }] })

/** A new password, and whether connected apps stay connected. */
export interface NewPassword {
  readonly password: string
  readonly keepApps: boolean
}

/** The session or the second step that follows a new password, and the number of disconnected apps. */
export interface PasswordChanged {
  readonly signedIn: SignedIn
  readonly disconnected: number
}

/** Makes the function that sets a password. */
const makeSetPassword = Effect.gen(function* () {
  const people = yield* People
  const sessions = yield* Sessions
  const connections = yield* Connections
  const mailer = yield* Mailer

  /**
   * Sets a password and ends everything that the old one could have opened: all sessions, all reset links
   * and, unless the person keeps them, the connected apps. Then continues with `open`.
   */
  return <E>(
    person: Pick<Person, "id" | "email">,
    hashed: HashedPassword,
    {
      keepApps,
      open
    }: { readonly keepApps: boolean; readonly open: Effect.Effect<SignedIn, E, SqlClient.SqlClient> }
  ): Effect.Effect<PasswordChanged, E | SqlError, SqlClient.SqlClient> =>
    Effect.gen(function* () {
      yield* people.setPassword(person.id, hashed)
      yield* sessions.endAll(person.id)
      const disconnected = keepApps ? 0 : yield* connections.endAll(person.id, "the password was changed")
      yield* mailer.dropPasswordResets(person.email)
      yield* mailer.enqueue(person.email, { kind: "password_changed", user: person.id })
      return { signedIn: yield* open, disconnected }
    })
})

/** Changing one's own password. */
export const passwordAdministration = Effect.gen(function* () {
  const people = yield* People
  const sessions = yield* Sessions
  const setPassword = yield* makeSetPassword
  const auditedTransaction = yield* makeAuditedTransaction

  return {
    /** Ends all sessions including the current one, and opens a new one. */
    "people.change_password": administer(
      "people.change_password",
      ({ audit, caller, request }, { current, keep_apps: keepApps, password }) =>
        Effect.gen(function* () {
          const { matches, person } = yield* people.verify(caller.email, current)
          if (!matches || person === null) return yield* wrongPasswordError()
          if (current === password) return yield* samePasswordError()
          const hashed = yield* people.hashNewPassword(person, password)
          const open = Effect.map(sessions.open(person.id, request), (session) => ({ session }))
          return yield* auditedTransaction(
            audit,
            303,
            Effect.map(setPassword(person, hashed, { keepApps, open }), (output) => ({ output }))
          )
        })
    )
  }
})

/** The endpoints for resetting a forgotten password. */
export const passwordEndpoints = Effect.gen(function* () {
  const people = yield* People
  const links = yield* MailedLinks
  const mailer = yield* Mailer
  const openSession = yield* makeSessionOpening
  const throttle = yield* makeThrottle
  const setPassword = yield* makeSetPassword
  const auditedTransaction = yield* makeAuditedTransaction

  const personOfLink = (token: string) =>
    Effect.gen(function* () {
      const id = yield* links.person(token)
      const person = id === null ? null : yield* people.find({ id })
      return person ?? (yield* expiredLinkError())
    })

  return {
    forgotPage: {
      name: "people.forgot_password_page",
      admits: "anyone",
      run: () => Effect.succeed(respondWith(null))
    } satisfies Endpoint<null>,
    /**
     * Does the same for every address, in the same time. Whether the address has a person is checked when the
     * email is sent.
     */
    forgot: (email: string): Endpoint<null> => ({
      name: "people.forgot_password",
      admits: "anyone",
      limit: throttle("forgot_password", email, 3),
      run: ({ audit }) =>
        isEmail(email)
          ? auditedTransaction(
              audit,
              200,
              Effect.as(mailer.enqueue(email, { kind: "password_reset" }), { output: null })
            )
          : invalidEmailError()
    }),
    /** The email of the link's person. */
    resetPage: (token: string): Endpoint<{ readonly email: string }> => ({
      name: "people.reset_password_page",
      admits: "anyone",
      run: () => Effect.map(personOfLink(token), ({ email }) => respondWith({ email }))
    }),
    reset: (token: string, { keepApps, password }: NewPassword): Endpoint<PasswordChanged> => ({
      name: "people.reset_password",
      admits: "anyone",
      successStatus: 303,
      limit: { name: "reset_password", perMinute: 10 },
      run: ({ audit, request }) =>
        Effect.gen(function* () {
          const person = yield* personOfLink(token)
          const hashed = yield* people.hashNewPassword(person, password)
          return yield* auditedTransaction(
            withPersonActor(audit, person),
            303,
            Effect.gen(function* () {
              if ((yield* links.redeem(token)) === null) return yield* expiredLinkError()
              // A link proves no more than a password, so a second factor is asked for.
              return {
                output: yield* setPassword(person, hashed, { keepApps, open: openSession(person, request) })
              }
            })
          )
        })
    }),
    changePage: {
      name: "people.change_password_page",
      admits: "callers",
      kinds: ["person"],
      run: ({ caller }) => Effect.succeed(respondWith({ email: caller.email }))
    } satisfies Endpoint<{ readonly email: string }>
  }
})
