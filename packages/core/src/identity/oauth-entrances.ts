import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import {
  Authorizations,
  Clients,
  type CodeByHand,
  type ConnectionRow,
  Connections,
  type ConsentDecision,
  type ConsentRefused,
  codeByHand,
  Grants,
  type Introspection,
  OAuthRefusal,
  type Offer,
  type Parameters,
  type Registration,
  type TokenAnswer
} from "../access/index.ts"
import { recordWithin } from "../audit/trail.ts"
import { type AuditDraft, type AuditEnding, personActor } from "../request/audit-event.ts"
import type { Entrance } from "../request/entrance.ts"
import { type Reply, replyOf } from "../request/handler.ts"
import { Settings } from "../settings.ts"

/** What somebody who comes with a client's request is shown: the offer, or first of all where to sign in. */
export type Asked = { readonly signIn: true } | { readonly offer: Offer }

/** The ways in that OAuth wants: what programs ask of the authorization server, and what people decide there. */
export const oauthEntrances = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { appUrl, registrationsPerMinute } = yield* Settings
  const clients = yield* Clients
  const authorizations = yield* Authorizations
  const grants = yield* Grants
  const connections = yield* Connections

  /** What is given out or taken back is never committed without its event. */
  const told = (audit: AuditDraft, status_code: number) => {
    const ending: AuditEnding = { status_code, error_code: null }
    return Effect.provideService(recordWithin(audit, ending), SqlClient.SqlClient, sql)
  }
  const withEvent = <A, E>(audit: AuditDraft, status: number, work: Effect.Effect<A, E | SqlError>) =>
    Effect.map(
      sql.withTransaction(Effect.tap(work, () => told(audit, status))),
      (output): Reply<A> => ({ ...replyOf(output), audited: true })
    )

  return {
    /**
     * A client's request, as it is shown to a person. It is read only for somebody who is signed in: before that nobody is
     * redirected because of it, and no client's document is fetched.
     */
    authorize: (parameters: Parameters): Entrance<Asked, OAuthRefusal> => ({
      name: "oauth.authorize",
      admits: "anyone",
      run: ({ caller }) =>
        Effect.gen(function* () {
          if (caller?.kind !== "person") return replyOf<Asked>({ signIn: true })
          const request = yield* authorizations.request(caller, parameters)
          return replyOf<Asked>({ offer: yield* authorizations.offer(caller, request) })
        })
    }),

    /** What a person says to it; answers where the browser takes the code. */
    decide: (
      parameters: Parameters,
      decision: ConsentDecision
    ): Entrance<string, OAuthRefusal | ConsentRefused> => ({
      name: "oauth.decide",
      admits: "callers",
      kinds: ["person"],
      success: 303,
      run: ({ audit, caller }) =>
        // Asked outside of the transaction: a client may be a document that has to be fetched.
        Effect.flatMap(authorizations.request(caller, parameters), (request) =>
          withEvent(audit, 303, authorizations.decide(caller, request, decision))
        )
    }),

    /** An answer that a person carries on to their program by hand. */
    codeByHand: (parameters: Parameters): Entrance<CodeByHand, OAuthRefusal> => ({
      name: "oauth.code",
      admits: "anyone",
      run: () => {
        const shown = codeByHand(parameters, appUrl)
        return shown instanceof OAuthRefusal ? shown : Effect.succeed(replyOf(shown))
      }
    }),

    token: (parameters: Parameters): Entrance<TokenAnswer & { readonly iss: string }, OAuthRefusal> => ({
      name: "oauth.token",
      admits: "anyone",
      run: ({ audit }) =>
        sql
          .withTransaction(
            Effect.tap(grants.exchange(parameters), (outcome) =>
              "issued" in outcome ? told({ ...audit, ...personActor(outcome.person) }, 200) : Effect.void
            )
          )
          .pipe(
            Effect.flatMap((outcome) =>
              "refusal" in outcome
                ? outcome.refusal
                : Effect.succeed({ ...replyOf({ ...outcome.issued, iss: appUrl }), audited: true })
            )
          )
    }),

    register: (metadata: unknown): Entrance<Registration, OAuthRefusal> => ({
      name: "oauth.register",
      admits: "anyone",
      success: 201,
      limit: { name: "oauth.register", perMinute: registrationsPerMinute },
      run: ({ audit }) => withEvent(audit, 201, clients.register(metadata))
    }),

    revoke: (parameters: Parameters): Entrance<null, OAuthRefusal> => ({
      name: "oauth.revoke",
      admits: "anyone",
      run: ({ audit }) =>
        withEvent(
          audit,
          200,
          Effect.flatMap(connections.revokeToken(parameters), (refusal) => refusal ?? Effect.succeed(null))
        )
    }),

    /** Tells a client whose token it has, and for what. */
    introspect: (parameters: Parameters): Entrance<Introspection, OAuthRefusal> => ({
      name: "oauth.introspect",
      admits: "anyone",
      run: () => Effect.map(connections.introspect(parameters), replyOf)
    }),

    /** For a request that cannot be read, or comes in a way that is not taken. */
    refuse: (
      name: "token" | "register" | "revoke" | "introspect" | "authorize",
      refusal: OAuthRefusal
    ): Entrance<never, OAuthRefusal> => ({
      name: `oauth.${name}`,
      admits: "anyone",
      run: () => refusal
    }),

    /** The connected apps of whoever signed in. */
    listConnections: (): Entrance<ReadonlyArray<ConnectionRow>> => ({
      name: "connections.list",
      admits: "callers",
      kinds: ["person"],
      run: ({ caller }) => Effect.map(connections.list(caller.userId), replyOf)
    }),

    endConnection: (connection: string): Entrance<void> => ({
      name: "connections.end",
      admits: "callers",
      kinds: ["person"],
      run: ({ audit, caller }) => withEvent(audit, 200, connections.end(caller.userId, connection))
    })
  }
})
