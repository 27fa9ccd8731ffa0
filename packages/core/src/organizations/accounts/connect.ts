import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { withAuditEvent } from "../../audit/trail.ts"
import { pagePaths, type ServiceError, Unauthorized, ValidationError } from "../../contract/index.ts"
import type { AdPlatforms } from "../../platform/ad-platforms.ts"
import type { PlatformLogins } from "../../platform/logins.ts"
import type { ConsentCode, ConsentGrant, ConsentRequest } from "../../platform/model.ts"
import {
  type Endpoint,
  type OwnerOrOperator,
  type OwnerOrOperatorClearance,
  ownerOrOperatorEndpoint
} from "../../request/endpoint.ts"
import { respondWith } from "../../request/handler.ts"
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

/** The consent of a command: it checks the state and keeps the verifier itself. */
export type CommandConsent = Omit<ConsentRequest, "client" | "loginHint">

/**
 * The endpoints that connect a platform login by its owner's consent: in the dashboard with the address of the service,
 * from a terminal with a loopback address. The platform is called before the transaction that stores the login.
 */
export const connectEndpoints = Effect.gen(function* () {
  const { appUrl } = yield* Settings
  const provide = Effect.provide(yield* Effect.context<Needs>())
  const redirectUri = `${appUrl}${pagePaths.connectCallback}`

  const store = (
    clearance: OwnerOrOperatorClearance,
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

  return {
    /** Begins a consent in a session, optionally to connect a login again. Returns the address to open. */
    begin: (organization: string, session: string | null, login: number | null): Endpoint<string> => ({
      name: "accounts.consent",
      admits: "members",
      organization,
      role: "owner",
      needsConfirmation: true,
      run: ({ audit, organization: found }) =>
        session === null
          ? Effect.fail(new Unauthorized({ why: "missing" }))
          : withAuditEvent(audit, provide(beginConsent(found, session, redirectUri, login)))
    }),
    /** Handles the platform's answer, which must come back to the session that asked, and confirmed it then. */
    finish: (session: string | null, answer: ConsentAnswer): Endpoint<ConnectedLogin> => {
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
    },
    /** Returns the address of the consent page for a command. */
    address: (
      organization: string,
      request: CommandConsent,
      loginHint: string | null,
      callerKind: OwnerOrOperator
    ): Endpoint<string> =>
      ownerOrOperatorEndpoint(callerKind, "accounts.consent", organization, () =>
        Effect.map(provide(consentAddress({ ...request, client: "desktop", loginHint })), respondWith)
      ),
    /** Redeems the code that a command received. */
    redeem: (
      organization: string,
      code: Omit<ConsentCode, "client">,
      callerKind: OwnerOrOperator
    ): Endpoint<ConnectedLogin> =>
      ownerOrOperatorEndpoint(
        callerKind,
        "accounts.connect",
        organization,
        (clearance) =>
          store(
            clearance,
            Effect.map(redeemConsent({ ...code, client: "desktop" }), (grant) => ({ grant, login: null }))
          ),
        { needsConfirmation: true }
      )
  }
})
