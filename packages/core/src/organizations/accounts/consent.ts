import { createHash, createHmac } from "node:crypto"
import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect, Redacted } from "effect"
import { NotFound, randomBase62, type ServiceError, ValidationError } from "../../contract/index.ts"
import { type LoginRow, readAccountIdsOfLogin, readLogins, saveLink } from "../../platform/account-rows.ts"
import { AdPlatforms } from "../../platform/ad-platforms.ts"
import type { ReadFailure } from "../../platform/errors.ts"
import { defaultPlatform } from "../../platform/labels.ts"
import { type NewLogin, PlatformLogins, putConsent, takeConsent } from "../../platform/logins.ts"
import type { AccessibleAccount, ConsentCode, ConsentGrant, ConsentRequest } from "../../platform/model.ts"
import type { AdministratorClearance } from "../../request/endpoint.ts"
import { linkProblem } from "../link-account.ts"
import { platformErrorOf } from "./link.ts"

/** The result of the checks, before anything is stored. */
export interface GrantCandidate {
  /** The linked accounts that use the login. */
  readonly accounts: ReadonlyArray<AccessibleAccount>
  /** Stores the login in the open transaction, and returns its id. */
  readonly keep: Effect.Effect<number, SqlError, SqlClient.SqlClient | PlatformLogins>
}

type Checked<A> = Effect.Effect<
  A,
  ServiceError | SqlError,
  SqlClient.SqlClient | PlatformLogins | AdPlatforms
>

/** Checks that the grant reaches every account that uses the login. A partial connection would hide lost accounts. */
const checkAccounts = (
  { currency, id }: AdministratorClearance["organization"],
  known: LoginRow,
  reachable: ReadonlyArray<AccessibleAccount>
) =>
  Effect.gen(function* () {
    const accounts: Array<AccessibleAccount> = []
    for (const account of yield* readAccountIdsOfLogin(id, known.id)) {
      const found = reachable.find((one) => one.customerId === account)
      const problem = linkProblem(found, account, currency)
      if (problem !== null) return yield* problem
      accounts.push(found!)
    }
    return accounts
  })

/** Tries a new grant at the platform: of a new login, or of one that is known. Nothing changes unless it works. */
export const checkGrant = (
  { organization }: AdministratorClearance,
  login: NewLogin,
  known: LoginRow | null
): Checked<GrantCandidate> =>
  Effect.gen(function* () {
    const logins = yield* PlatformLogins
    const platform = (yield* AdPlatforms).get(login.platform ?? defaultPlatform)
    const reachable = yield* Effect.mapError(
      platform.accounts(logins.candidate(organization.id, login)),
      (failure) => platformErrorOf(failure, login)
    )
    if (known === null && reachable.length === 0) {
      const message = `reaches no ${platform.label} account; choose one that has access to the account`
      return yield* new ValidationError({ fields: [{ path: "refresh_token", message }] })
    }
    const accounts = known === null ? [] : yield* checkAccounts(organization, known, reachable)
    const replaced = known === null ? login : { ...login, replaces: known.id }
    const keep = Effect.tap(logins.connect(organization.id, replaced), (loginId) =>
      Effect.forEach(accounts, (account) => saveLink(organization.id, loginId, account), { discard: true })
    )
    return { accounts, keep }
  })

/** A new state, which starts with the organization: the answer comes to one address for all of them. */
const newState = (organization: string): string => `${organization}.${randomBase62(43)}`

/** The organization in a state; null if it is none of ours. */
export const organizationOfState = (state: string): string | null =>
  /^(.+)\.[0-9A-Za-z]{43}$/.exec(state)?.[1] ?? null

/** The verifier is not stored: only the browser of this session can bring back what it is derived from. */
const verifierOf = (session: string, state: string): Redacted.Redacted =>
  Redacted.make(createHmac("sha256", session).update(`ad platform consent ${state}`).digest("base64url"))

export const challengeOf = (verifier: Redacted.Redacted): string =>
  createHash("sha256").update(Redacted.value(verifier)).digest("base64url")

const consentProblem = (message: string) => new ValidationError({ fields: [{ path: "consent", message }] })

/** A refusal or a missing setting is the reason why there is no consent; else the platform cannot be reached. */
const consentError = (failure: ReadFailure) =>
  failure._tag === "PlatformRefused" || failure._tag === "SetupRequired"
    ? consentProblem(`cannot be completed: ${failure.message.replace(/\.$/, "")}`)
    : platformErrorOf(failure, { refreshToken: null })

/** Returns the address of the platform's consent page. */
export const consentAddress = (request: ConsentRequest) =>
  Effect.flatMap(AdPlatforms, (platforms) =>
    Effect.mapError(platforms.get(defaultPlatform).consentAddress(request), consentError)
  )

/** Redeems the code of a consent. */
export const redeemConsent = (code: ConsentCode) =>
  Effect.flatMap(AdPlatforms, (platforms) =>
    Effect.mapError(platforms.get(defaultPlatform).redeemConsent(code), consentError)
  )

/** Begins a consent of a person in the dashboard: stores it, and returns the address to open. */
export const beginConsent = (
  { id, slug }: AdministratorClearance["organization"],
  session: string,
  redirectUri: string,
  login: number | null
) =>
  Effect.gen(function* () {
    const known = login === null ? null : (yield* readLogins(id)).find((one) => one.id === login)
    if (known === undefined) return yield* new NotFound({ what: `The login ${login} of ${slug}` })
    const state = newState(slug)
    const challenge = challengeOf(verifierOf(session, state))
    const loginHint = known?.email ?? null
    const address = yield* consentAddress({ client: "web", redirectUri, state, challenge, loginHint })
    yield* putConsent(id, { state, session, login })
    return address
  })

/** The platform's answer to a consent: a code, or the reason why there is none. */
export interface ConsentAnswer {
  readonly state: string
  readonly code: string | null
  readonly error: string | null
}

/** Redeems the answer to a consent that this session began. It works once. */
export const finishConsent = (
  { id }: AdministratorClearance["organization"],
  session: string,
  redirectUri: string,
  { code, error, state }: ConsentAnswer
) =>
  Effect.gen(function* () {
    const consent = yield* takeConsent(id, { state, session })
    if (consent === null) {
      return yield* consentProblem("has expired, or was started in another session; start it again")
    }
    if (error === "access_denied") return yield* consentProblem("was declined at Google")
    if (code === null) return yield* consentProblem(`failed (${error ?? "no code"}); start it again`)
    const verifier = verifierOf(session, state)
    const grant = yield* redeemConsent({ client: "web", redirectUri, code: Redacted.make(code), verifier })
    return { grant, login: consent.login }
  })

/** The stored login that a grant renews: the one of the same person, or the one that was asked for. */
const knownLogin = (
  logins: ReadonlyArray<LoginRow>,
  { email }: ConsentGrant,
  login: number | null
): LoginRow | null => {
  const asked = logins.find(({ id }) => id === login)
  if (email === null) return asked ?? null
  const same = logins.find((one) => one.email?.toLowerCase() === email.toLowerCase())
  return same ?? (asked?.email === null ? asked : null)
}

/** Checks what a person granted. A known login is connected again, another one is new. */
export const checkConsent = (clearance: AdministratorClearance, grant: ConsentGrant, login: number | null) =>
  Effect.gen(function* () {
    const { caller, organization } = clearance
    const known = knownLogin(yield* readLogins(organization.id), grant, login)
    const newLogin = { ...grant, ...(caller === null ? {} : { connectedBy: caller.userId }) }
    const { accounts, keep } = yield* checkGrant(clearance, newLogin, known)
    return { email: grant.email ?? known?.email ?? null, accounts, keep, isNew: known === null }
  })
