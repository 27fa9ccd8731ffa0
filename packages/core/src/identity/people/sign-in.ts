import { Data, Effect } from "effect"
import { People, type Person, Sessions } from "../../access/index.ts"
import type { Role } from "../../contract/index.ts"
import type { Endpoint } from "../../request/endpoint.ts"
import { respondWith } from "../../request/handler.ts"
import { makeAuditedTransaction, withPersonActor } from "./audited-transaction.ts"
import { makeSessionOpening, type SignedIn } from "./sign-in-steps.ts"
import { makeThrottle } from "./throttle.ts"

/** The same error for a wrong address and a wrong password, so that it does not reveal who exists. */
export class SignInFailed extends Data.TaggedError("sign_in_refused")<{
  readonly statusCode: number
  readonly errorCode: string
  readonly actor: { readonly actor_type: "user" | null; readonly user_email: string | null }
}> {}

export const signInFailed = (person: Person | null): SignInFailed =>
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
