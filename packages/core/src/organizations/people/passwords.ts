import { Effect } from "effect"
import { Connections, MailedLinks, People, Sessions } from "../../access/index.ts"
import { isEmail, notAnEmail } from "../../access/person-fields.ts"
import { NotFound, ValidationError } from "../../contract/index.ts"
import type { Entrance } from "../../pipeline/entrance.ts"
import { replyOf } from "../../pipeline/handler.ts"
import { Mailer } from "../mail/mailer.ts"
import { by, makeRecorded } from "./recorded.ts"
import { makeThrottle } from "./throttle.ts"

/** A link that was used, is too old, or was never one of ours: nobody learns which. */
const spentLink = () =>
  new NotFound({
    what: "This address",
    next: "It works once and for a short time only: ask for a new one."
  })

const wrongPassword = () =>
  new ValidationError({ fields: [{ path: "current", message: "is not your present password" }] })

const samePassword = () =>
  new ValidationError({ fields: [{ path: "password", message: "must be another than the present one" }] })

/** Changing a password, and getting in again without one. */
export const passwordEntrances = Effect.gen(function* () {
  const people = yield* People
  const sessions = yield* Sessions
  const links = yield* MailedLinks
  const connections = yield* Connections
  const mailer = yield* Mailer
  const throttle = yield* makeThrottle
  const recorded = yield* makeRecorded

  const holderOf = (token: string) =>
    Effect.gen(function* () {
      const id = yield* links.person(token)
      const person = id === null ? null : yield* people.find({ id })
      return person ?? (yield* spentLink())
    })

  /** Whoever was in by the old password is out; whoever has just proved themselves goes on in a new session. */
  const startAfresh = (
    person: { readonly id: number; readonly email: string },
    from: Parameters<typeof sessions.open>[1]
  ) =>
    Effect.gen(function* () {
      yield* sessions.endAll(person.id)
      yield* mailer.post(person.email, { kind: "password_changed", user: person.id })
      return yield* sessions.open(person.id, from)
    })

  return {
    forgotPage: {
      name: "people.forgot_password_page",
      admits: "anyone",
      run: () => Effect.succeed(replyOf(null))
    } satisfies Entrance<null>,
    /**
     * Does the same for every address, at once and in the same time: whether it is anybody's is looked up when the
     * mail is about to leave.
     */
    forgot: (email: string): Entrance<null> => ({
      name: "people.forgot_password",
      admits: "anyone",
      limit: throttle("forgot_password", email, 3),
      run: ({ audit }) =>
        isEmail(email)
          ? recorded(audit, 200, Effect.as(mailer.post(email, { kind: "password_reset" }), { output: null }))
          : notAnEmail()
    }),
    /** Whose password the link would set. */
    resetPage: (token: string): Entrance<{ readonly email: string }> => ({
      name: "people.reset_password_page",
      admits: "anyone",
      run: () => Effect.map(holderOf(token), ({ email }) => replyOf({ email }))
    }),
    /** Answers the token of a new session. */
    reset: (token: string, password: string): Entrance<string> => ({
      name: "people.reset_password",
      admits: "anyone",
      success: 303,
      limit: { name: "reset_password", perMinute: 10 },
      run: ({ audit, request }) =>
        Effect.gen(function* () {
          const person = yield* holderOf(token)
          const kept = yield* people.prepare(person, password)
          return yield* recorded(
            by(audit, person),
            303,
            Effect.gen(function* () {
              if ((yield* links.redeem(token)) === null) return yield* spentLink()
              yield* people.setPassword(person.id, kept)
              // Who lost a password may have lost more: what somebody else connected by it must not outlive it.
              yield* connections.endAll(person.id, "the password was reset")
              return { output: yield* startAfresh(person, request) }
            })
          )
        })
    }),
    changePage: {
      name: "people.change_password_page",
      admits: "callers",
      kinds: ["person"],
      run: ({ caller }) => Effect.succeed(replyOf({ email: caller.email }))
    } satisfies Entrance<{ readonly email: string }>,
    /** Answers the token of a new session; the one in which it was asked for ends with all others. */
    change: (current: string, password: string): Entrance<string> => ({
      name: "people.change_password",
      admits: "callers",
      kinds: ["person"],
      success: 303,
      limit: { name: "change_password", perMinute: 5 },
      run: ({ audit, caller, request }) =>
        Effect.gen(function* () {
          const { matches, person } = yield* people.verify(caller.email, current)
          if (!matches || person === null) return yield* wrongPassword()
          if (current === password) return yield* samePassword()
          const kept = yield* people.prepare(person, password)
          return yield* recorded(
            audit,
            303,
            Effect.gen(function* () {
              yield* people.setPassword(person.id, kept)
              return { output: yield* startAfresh(person, request) }
            })
          )
        })
    })
  }
})
