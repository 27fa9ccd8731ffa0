import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { withAuditEvent } from "../../audit/trail.ts"
import { pagePaths, type ServiceError, Unauthorized, ValidationError } from "../../contract/index.ts"
import { administer, administerChange, administerRead } from "../../pipeline/administer.ts"
import type { AdPlatforms } from "../../platform/ad-platforms.ts"
import type { PlatformLogins } from "../../platform/logins.ts"
import type { ConsentGrant } from "../../platform/model.ts"
import type { AdministratorClearance, Endpoint } from "../../request/endpoint.ts"
import { Settings } from "../../settings.ts"
import {
  beginConsent,
  type ConsentAnswer,
  checkConsent,
  consentAddress,
  finishConsent,
  organizationOfState,
  redeemConsent
} from "./consent.ts"

/** The result of a consent. */
export interface ConnectedLogin {
  readonly organization: string
  readonly id: number
  readonly email: string | null
  /** Whether the organization had no login of this person before. */
  readonly isNew: boolean
  /** The linked accounts that use it. */
  readonly accounts: ReadonlyArray<string>
}

type Needs = SqlClient.SqlClient | AdPlatforms | PlatformLogins

/** Makes the function that stores the login of a consent. The platform is called before the transaction. */
const makeStoreLogin = Effect.map(Effect.context<Needs>(), (context) => {
  const provide = Effect.provide(context)
  return (
    clearance: AdministratorClearance,
    granted: Effect.Effect<
      { readonly grant: ConsentGrant; readonly login: number | null },
      ServiceError | SqlError,
      Needs
    >
  ) =>
    Effect.gen(function* () {
      const { grant, login } = yield* provide(granted)
      const { accounts, email, isNew, keep } = yield* provide(checkConsent(clearance, grant, login))
      const stored = Effect.map(
        provide(keep),
        (id): ConnectedLogin => ({
          organization: clearance.organization.slug,
          id,
          email,
          isNew,
          accounts: accounts.map(({ customerId }) => customerId)
        })
      )
      return yield* withAuditEvent(clearance.audit, stored)
    })
})

const makeRedirectUri = Effect.map(Settings, ({ appUrl }) => `${appUrl}${pagePaths.connectCallback}`)

/**
 * Connecting a platform login by its owner's consent: in the dashboard with the address of the service, from a terminal
 * with a loopback address.
 */
export const connectAdministration = Effect.gen(function* () {
  const provide = Effect.provide(yield* Effect.context<Needs>())
  const redirectUri = yield* makeRedirectUri
  const store = yield* makeStoreLogin

  return {
    /** Begins a consent in a session, optionally to connect a login again. Returns the address to open. */
    "accounts.consent": administerChange("accounts.consent", ({ organization }, { login, session }) =>
      session === null
        ? new Unauthorized({ why: "missing" })
        : provide(beginConsent(organization, session, redirectUri, login))
    ),
    /** Returns the address of the consent page for a command, which checks the state and keeps the verifier. */
    "accounts.consent_by_command": administerRead("accounts.consent_by_command", (_, input) =>
      provide(
        consentAddress({
          client: "desktop",
          redirectUri: input.redirect_uri,
          state: input.state,
          challenge: input.challenge,
          loginHint: input.login ?? null
        })
      )
    ),
    /** Redeems the code that a command received. */
    "accounts.connect_by_command": administer(
      "accounts.connect_by_command",
      (clearance, { code, redirect_uri: redirectUri, verifier }) =>
        store(
          clearance,
          Effect.map(redeemConsent({ code, verifier, redirectUri, client: "desktop" }), (grant) => ({
            grant,
            login: null
          }))
        )
    )
  }
})

/** Handles the platform's answer, which must come back to the session that asked, and confirmed it then. */
export const connectEndpoint = Effect.gen(function* () {
  const redirectUri = yield* makeRedirectUri
  const store = yield* makeStoreLogin

  return (session: string | null, answer: ConsentAnswer): Endpoint<ConnectedLogin> => {
    const organization = organizationOfState(answer.state)
    if (organization === null || session === null) {
      const message = "must come from the page of Google that was opened for it; start again"
      const problem = new ValidationError({ fields: [{ path: "state", message }] })
      return { name: "accounts.connect", admits: "callers", run: () => Effect.fail(problem) }
    }
    return {
      name: "accounts.connect",
      admits: "members",
      organization,
      role: "owner",
      run: (clearance) =>
        store(clearance, finishConsent(clearance.organization, session, redirectUri, answer))
    }
  }
})
