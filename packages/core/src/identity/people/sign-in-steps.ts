import { Effect } from "effect"
import { People, type Person, Sessions, type SignInOrigin } from "../../access/index.ts"
import { closeChallenge, factorState, findChallenge, openChallenge } from "../../access/second-factors.ts"
import { NotFound } from "../../contract/index.ts"
import type { Endpoint } from "../../request/endpoint.ts"
import { respondWith } from "../../request/handler.ts"
import { makeAuditedTransaction, withPersonActor } from "./audited-transaction.ts"
import { codeAttempts } from "./second-factor-endpoints.ts"
import { type Enrolment, makeSecondFactors, wrongCodeError } from "./second-factors.ts"

/** The result of proving a first factor: a session, or a challenge for the second step. */
export type SignedIn =
  | { readonly session: string }
  /** `enrolment` is set for a person who must set up a second factor first. */
  | { readonly challenge: string; readonly enrolment: Enrolment | null }

/** The session of a person who set up a second factor while signing in, with the recovery codes. */
export interface Enrolled {
  readonly session: string
  readonly recoveryCodes: ReadonlyArray<string>
}

const challengeExpiredError = () =>
  new NotFound({ what: "This sign-in", next: "It has expired. Sign in again with your password." })

/**
 * Makes the function that ends every first step of a sign-in: password, reset link or invitation. A person with
 * a second factor, or who must have one, gets no session yet. It runs in the transaction of its caller.
 */
export const makeSessionOpening = Effect.gen(function* () {
  const sessions = yield* Sessions
  const factors = yield* makeSecondFactors
  return (person: Pick<Person, "id" | "email">, origin: SignInOrigin) =>
    Effect.gen(function* () {
      const { enabled, requiredBy } = yield* factorState(person.id)
      if (!enabled && requiredBy.length === 0) return { session: yield* sessions.open(person.id, origin) }
      const enrolment = enabled ? null : yield* factors.start(person)
      return { challenge: yield* openChallenge(person.id), enrolment }
    }).pipe(Effect.map((signedIn): SignedIn => signedIn))
})

/** The endpoints of the second step. Attempts are limited for each person, whatever address they come from. */
export const signInStepEndpoints = Effect.gen(function* () {
  const people = yield* People
  const sessions = yield* Sessions
  const factors = yield* makeSecondFactors
  const auditedTransaction = yield* makeAuditedTransaction

  const personOf = (challenge: string) =>
    Effect.flatMap(findChallenge(challenge), (person) =>
      person === null ? challengeExpiredError() : Effect.succeed(person)
    )

  const limit = (challenge: string) => () =>
    Effect.map(findChallenge(challenge), (person) => [
      { name: "sign_in_step", perMinute: 10 },
      ...(person === null ? [] : [{ ...codeAttempts, by: `user:${person.id}` }])
    ])

  /** The browser's previous session ends, as after a password. */
  const openSession = (
    challenge: string,
    person: { readonly id: number },
    origin: SignInOrigin,
    previous: string | null
  ) =>
    Effect.gen(function* () {
      if (!(yield* closeChallenge(challenge))) return yield* challengeExpiredError()
      if (previous !== null) yield* sessions.end(previous)
      yield* people.recordSignIn(person.id)
      return yield* sessions.open(person.id, origin)
    })

  return {
    /** For a step that was opened without its form. */
    begin: {
      name: "people.sign_in_page",
      admits: "anyone",
      run: () => Effect.succeed(respondWith(null))
    } satisfies Endpoint<null>,
    /** Returns the token of the new session. */
    enterCode: (challenge: string, code: string, session: string | null): Endpoint<string> => ({
      admits: "anyone",
      successStatus: 303,
      name: "people.sign_in_code",
      limit: limit(challenge),
      run: ({ audit, request }) =>
        Effect.flatMap(personOf(challenge), (person) =>
          auditedTransaction(
            withPersonActor(audit, person),
            303,
            Effect.gen(function* () {
              if (!(yield* factors.verify(person.id, code))) return yield* wrongCodeError()
              return { output: yield* openSession(challenge, person, request, session) }
            })
          )
        )
    }),
    /** Enables the second factor that the sign-in requires. */
    enrol: (challenge: string, code: string, session: string | null): Endpoint<Enrolled> => ({
      admits: "anyone",
      successStatus: 303,
      name: "people.sign_in_enrol",
      limit: limit(challenge),
      run: ({ audit, request }) =>
        Effect.flatMap(personOf(challenge), (person) =>
          auditedTransaction(
            withPersonActor(audit, person),
            303,
            Effect.gen(function* () {
              const recoveryCodes = yield* factors.enable(person.id, code, null)
              const opened = yield* openSession(challenge, person, request, session)
              return { output: { session: opened, recoveryCodes } }
            })
          )
        )
    }),
    /** Shows the secret of a challenge again after a wrong code. */
    enrolment: (challenge: string): Endpoint<Enrolment> => ({
      admits: "anyone",
      name: "people.sign_in_enrol_page",
      run: () => Effect.map(Effect.flatMap(personOf(challenge), factors.resume), respondWith)
    })
  }
})
