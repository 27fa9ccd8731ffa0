import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Data, Effect } from "effect"
import { People, type Person, Sessions, type SignInOrigin } from "../../access/index.ts"
import { closeChallenge, factorState, findChallenge, openChallenge } from "../../access/second-factors.ts"
import { hashSecretHex } from "../../access/secrets.ts"
import { codeAttempts, isEmail, NotFound, type Role, type ServiceError } from "../../contract/index.ts"
import type { Endpoint } from "../../request/endpoint.ts"
import { respondWith } from "../../request/handler.ts"
import type { Rate } from "../../request/limits.ts"
import type { RequestFacts } from "../../request/pipeline-request.ts"
import { makeAuditedTransaction, withPersonActor } from "./audited-transaction.ts"
import { type Enrolment, makeSecondFactors, wrongCodeError } from "./second-factors.ts"

/**
 * The rate limits of everything that tries passwords or sends emails. One applies per IP address, against
 * trying many accounts, and one per account, against trying one from many addresses. The second must not lock
 * people out: a known IP address of the person has a separate bucket, and every bucket refills within the
 * hour. An unknown account has the same buckets, and its name is stored only as a hash.
 */
export const makeThrottle = Effect.map(Sessions, (sessions) => {
  const isKnownAddress = (email: string, ip: string | null) =>
    isEmail(email) && ip !== null ? sessions.isKnownAddress(email, ip) : Effect.succeed(false)

  return (name: string, email: string, perHour = 20) =>
    ({ ip }: RequestFacts): Effect.Effect<ReadonlyArray<Rate>, SqlError> =>
      Effect.map(isKnownAddress(email, ip), (knownAddress): ReadonlyArray<Rate> => {
        const account = hashSecretHex(email.trim().toLowerCase()).slice(0, 24)
        return [
          { name, perMinute: 10 },
          { name: `${name}_to`, perHour, by: knownAddress ? `${account}/${ip}` : account }
        ]
      })
})

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

  /** A step of the person of this challenge, in one transaction with its audit event. */
  const step = <Out, E extends ServiceError | SqlError>(
    name: string,
    challenge: string,
    work: (
      person: Pick<Person, "id" | "email">,
      request: RequestFacts
    ) => Effect.Effect<Out, E, SqlClient.SqlClient>
  ): Endpoint<Out> => ({
    admits: "anyone",
    successStatus: 303,
    name,
    limit: limit(challenge),
    run: ({ audit, request }) =>
      Effect.flatMap(personOf(challenge), (person) =>
        auditedTransaction(
          withPersonActor(audit, person),
          303,
          Effect.map(work(person, request), (output) => ({ output }))
        )
      )
  })

  return {
    /** For a step that was opened without its form. */
    begin: {
      name: "people.sign_in_page",
      admits: "anyone",
      run: () => Effect.succeed(respondWith(null))
    } satisfies Endpoint<null>,
    /** Returns the token of the new session. */
    enterCode: (challenge: string, code: string, session: string | null) =>
      step("people.sign_in_code", challenge, (person, request) =>
        Effect.gen(function* () {
          if (!(yield* factors.verify(person.id, code))) return yield* wrongCodeError()
          return yield* openSession(challenge, person, request, session)
        })
      ),
    /** Enables the second factor that the sign-in requires. */
    enrol: (challenge: string, code: string, session: string | null) =>
      step("people.sign_in_enrol", challenge, (person, request) =>
        Effect.gen(function* () {
          const recoveryCodes = yield* factors.enable(person.id, code, null)
          const opened = yield* openSession(challenge, person, request, session)
          return { session: opened, recoveryCodes } satisfies Enrolled
        })
      ),
    /** Shows the secret of a challenge again after a wrong code. */
    enrolment: (challenge: string): Endpoint<Enrolment> => ({
      admits: "anyone",
      name: "people.sign_in_enrol_page",
      run: () => Effect.map(Effect.flatMap(personOf(challenge), factors.resume), respondWith)
    })
  }
})

/** The same error for a wrong address and a wrong password, so that it does not reveal who exists. */
export class SignInFailed extends Data.TaggedError("sign_in_refused")<{
  readonly statusCode: number
  readonly errorCode: string
  readonly actor: { readonly actor_type: "user" | null; readonly user_email: string | null }
}> {}

const signInFailed = (person: Person | null): SignInFailed =>
  new SignInFailed({
    statusCode: 422,
    errorCode: "sign_in_refused",
    actor: { actor_type: person === null ? null : "user", user_email: person?.email ?? null }
  })

export interface SignInInput {
  readonly email: string
  readonly password: string
  /** The browser's previous session, which ends. */
  readonly session: string | null
}

/** The home page of a signed-in person. */
export interface Home {
  readonly email: string
  readonly name: string
  readonly organizations: ReadonlyArray<{
    readonly name: string
    readonly slug: string
    /** Null for staff of the team that manages it. */
    readonly role: Role | null
  }>
}

/** The endpoints for signing in and out. */
export const signInEndpoints = Effect.gen(function* () {
  const people = yield* People
  const sessions = yield* Sessions
  const openSession = yield* makeSessionOpening
  const throttle = yield* makeThrottle
  const auditedTransaction = yield* makeAuditedTransaction

  return {
    signInPage: {
      name: "people.sign_in_page",
      admits: "anyone",
      run: ({ caller }) => Effect.succeed(respondWith({ signedIn: caller !== null }))
    } satisfies Endpoint<{ readonly signedIn: boolean }>,
    /**
     * Returns the token of a new session, or a challenge for the second step. The browser's previous session ends.
     */
    signIn: ({ email, password, session }: SignInInput): Endpoint<SignedIn, SignInFailed> => ({
      name: "people.sign_in",
      admits: "anyone",
      successStatus: 303,
      limit: throttle("sign_in", email),
      run: ({ audit, request }) =>
        Effect.gen(function* () {
          const { matches, person } = yield* people.verify(email, password)
          if (!matches || person === null) return yield* signInFailed(person)
          const actor = withPersonActor(audit, person)
          return yield* auditedTransaction(
            actor,
            303,
            Effect.gen(function* () {
              const output: SignedIn = yield* openSession(person, request)
              // Only the second step signs the person in.
              const operation = "session" in output ? actor.operation : "people.sign_in_password"
              if ("session" in output) {
                if (session !== null) yield* sessions.end(session)
                yield* people.recordSignIn(person.id)
              }
              return { output, audit: { ...actor, operation } }
            })
          )
        })
    }),
    signOut: (session: string | null): Endpoint<null> => ({
      name: "people.sign_out",
      admits: "anyone",
      successStatus: 303,
      run: () => Effect.as(session === null ? Effect.void : sessions.end(session), respondWith(null))
    }),
    home: {
      name: "people.home",
      admits: "callers",
      kinds: ["person"],
      run: ({ caller }) =>
        Effect.gen(function* () {
          const person = yield* people.find({ id: caller.userId })
          const organizations = yield* people.organizations(caller.userId)
          return respondWith({ email: caller.email, name: person?.name ?? caller.email, organizations })
        })
    } satisfies Endpoint<Home>
  }
})
