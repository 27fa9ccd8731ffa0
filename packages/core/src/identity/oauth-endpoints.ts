import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import {
  Authorizations,
  Clients,
  type ConnectionRow,
  Connections,
  type ConsentDecision,
  Grants,
  type Introspection,
  type InvalidConsent,
  type ManualCode,
  OAuthError,
  type Offer,
  type Parameters,
  type Registration,
  readManualCode,
  type TokenResponse
} from "../access/index.ts"
import { readPersonOrganizations } from "../access/organizations.ts"
import { recordInTransaction } from "../audit/trail.ts"
import { OrgAccessDenied } from "../contract/index.ts"
import type { Caller } from "../request/caller.ts"
import { type AuditDraft, personActor } from "../request/clearance.ts"
import type { Endpoint } from "../request/endpoint.ts"
import { type HandlerResponse, respondWith } from "../request/handler.ts"
import { Settings } from "../settings.ts"
import { inTransaction, Statements } from "../storage/index.ts"

/** The page for a client's request: the offer, or a sign-in prompt first. */
export type AuthorizationPrompt = { readonly signIn: true } | { readonly offer: Offer }

/** The OAuth endpoints: programs' requests to the authorization server, and people's decisions. */
export const oauthEndpoints = Effect.gen(function* () {
  const statements = yield* Statements
  const { appUrl, registrationsPerMinute } = yield* Settings
  const clients = yield* Clients
  const authorizations = yield* Authorizations
  const grants = yield* Grants
  const connections = yield* Connections

  /** Issued and revoked tokens commit together with their audit event. */
  const recordEvent = (audit: AuditDraft, status_code: number) =>
    recordInTransaction(audit, { status_code, error_code: null })
  const withEvent = <A, E>(audit: AuditDraft, status: number, work: Effect.Effect<A, E | SqlError>) =>
    Effect.map(
      inTransaction(Effect.tap(work, () => recordEvent(audit, status))),
      (output): HandlerResponse<A> => ({ ...respondWith(output), audited: true })
    )

  /** An app acts in all organizations of its person. A person who cannot open one of them cannot connect an app. */
  const requireSecondFactor = (caller: Caller) =>
    Effect.gen(function* () {
      if (caller.kind !== "person" || caller.secondFactor) return
      const organizations = yield* statements.read(readPersonOrganizations(caller.userId))
      const closed = organizations.find(({ second_factor_missing }) => second_factor_missing)
      if (closed !== undefined) return yield* new OrgAccessDenied({ org: closed.slug, secondFactor: true })
    })

  return {
    /**
     * A client's request, shown to a signed-in person. Before sign-in, it causes no redirect and no fetch of
     * a client's document.
     */
    authorize: (parameters: Parameters): Endpoint<AuthorizationPrompt, OAuthError> => ({
      name: "oauth.authorize",
      admits: "anyone",
      run: ({ caller }) =>
        Effect.gen(function* () {
          if (caller?.kind !== "person") return respondWith<AuthorizationPrompt>({ signIn: true })
          yield* requireSecondFactor(caller)
          const request = yield* authorizations.request(caller, parameters)
          return respondWith<AuthorizationPrompt>({ offer: yield* authorizations.offer(caller, request) })
        })
    }),

    /** Stores a person's decision and returns the redirect URL with the code. */
    decide: (
      parameters: Parameters,
      decision: ConsentDecision
    ): Endpoint<string, OAuthError | InvalidConsent> => ({
      name: "oauth.decide",
      admits: "callers",
      kinds: ["person"],
      successStatus: 303,
      run: ({ audit, caller }) =>
        // Read outside the transaction, because a client's document can require a fetch.
        Effect.zipRight(
          decision.allow ? requireSecondFactor(caller) : Effect.void,
          Effect.flatMap(authorizations.request(caller, parameters), (request) =>
            withEvent(audit, 303, authorizations.decide(caller, request, decision))
          )
        )
    }),

    /** A code that a person copies to their program manually. */
    manualCode: (parameters: Parameters): Endpoint<ManualCode, OAuthError> => ({
      name: "oauth.code",
      admits: "anyone",
      run: () => {
        const code = readManualCode(parameters, appUrl)
        return code instanceof OAuthError ? code : Effect.succeed(respondWith(code))
      }
    }),

    token: (parameters: Parameters): Endpoint<TokenResponse & { readonly iss: string }, OAuthError> => ({
      name: "oauth.token",
      admits: "anyone",
      run: ({ audit }) =>
        inTransaction(
          Effect.tap(grants.exchange(parameters), (outcome) =>
            "issued" in outcome ? recordEvent({ ...audit, ...personActor(outcome.person) }, 200) : Effect.void
          )
        ).pipe(
          Effect.flatMap((outcome) =>
            "refusal" in outcome
              ? outcome.refusal
              : Effect.succeed({ ...respondWith({ ...outcome.issued, iss: appUrl }), audited: true })
          )
        )
    }),

    register: (metadata: unknown): Endpoint<Registration, OAuthError> => ({
      name: "oauth.register",
      admits: "anyone",
      successStatus: 201,
      limit: { name: "oauth.register", perMinute: registrationsPerMinute },
      run: ({ audit }) => withEvent(audit, 201, clients.register(metadata))
    }),

    revoke: (parameters: Parameters): Endpoint<null, OAuthError> => ({
      name: "oauth.revoke",
      admits: "anyone",
      run: ({ audit }) =>
        withEvent(
          audit,
          200,
          Effect.flatMap(connections.revokeToken(parameters), (refusal) => refusal ?? Effect.succeed(null))
        )
    }),

    /** Returns a client's own token's person and scopes. */
    introspect: (parameters: Parameters): Endpoint<Introspection, OAuthError> => ({
      name: "oauth.introspect",
      admits: "anyone",
      run: () => Effect.map(connections.introspect(parameters), respondWith)
    }),

    /** For a request that is unreadable or uses an unsupported method. */
    refuse: (
      name: "token" | "register" | "revoke" | "introspect" | "authorize",
      refusal: OAuthError
    ): Endpoint<never, OAuthError> => ({
      name: `oauth.${name}`,
      admits: "anyone",
      run: () => refusal
    }),

    /** The connected apps of the signed-in person. */
    listConnections: (): Endpoint<ReadonlyArray<ConnectionRow>> => ({
      name: "connections.list",
      admits: "callers",
      kinds: ["person"],
      run: ({ caller }) => Effect.map(connections.list(caller.userId), respondWith)
    })
  }
})
