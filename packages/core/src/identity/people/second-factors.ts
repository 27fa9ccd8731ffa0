import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Redacted } from "effect"
import { hashSecret, People, Sessions } from "../../access/index.ts"
import { emailOf } from "../../access/people.ts"
import {
  type FactorRow,
  insertFactor,
  isOneTimePassword,
  matchingStep,
  newRecoveryCode,
  newTotpSecret,
  normalizeCode,
  otpauthUri,
  readFactor,
  recordStep,
  removeFactor,
  replaceRecoveryCodes,
  spendRecoveryCode
} from "../../access/second-factors.ts"
import { confirmationError } from "../../access/sessions.ts"
import { withAuditEvent } from "../../audit/trail.ts"
import { passwordAttempts, Unavailable, ValidationError } from "../../contract/index.ts"
import { Vault } from "../../platform/index.ts"
import type { Endpoint } from "../../request/endpoint.ts"
import type { FactorChange } from "../mail/email-draft.ts"
import { Mailer } from "../mail/mailer.ts"

/** What a person needs to set up an authenticator app. */
export interface Enrolment {
  /** In base32, for typing. */
  readonly secret: string
  /** For the QR code. */
  readonly uri: string
}

interface FactorOwner {
  readonly id: number
  readonly email: string
}

const recoveryCodeCount = 10

export const secondFactorError = (message: string): ValidationError =>
  new ValidationError({ fields: [{ path: "second_factor", message }] })

export const wrongCodeError = (): ValidationError =>
  new ValidationError({
    fields: [{ path: "code", message: "is not valid now. Wait for the next code and enter that one" }]
  })

/** What a sealed secret of a person is bound to. */
export const factorContext = (user: number): string => `second_factor/${user}`

/**
 * Makes the functions on second factors. They run in the transaction of their caller, and tell the person about every
 * change by email.
 */
export const makeSecondFactors = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const vault = yield* Vault
  const mailer = yield* Mailer
  const sessions = yield* Sessions
  const withSql = Effect.provideService(SqlClient.SqlClient, sql)

  const tell = (user: number, kind: FactorChange) =>
    Effect.flatMap(emailOf(user), (email) =>
      email === null ? Effect.void : mailer.enqueue(email, { kind, user })
    )

  const openSecret = (user: number, { secret }: FactorRow) =>
    Effect.mapBoth(vault.open(secret, factorContext(user)), {
      onSuccess: Redacted.value,
      onFailure: ({ message }) => new Unavailable({ retryAfter: 60, because: message })
    })

  /** Accepts a code of the app once. */
  const acceptCode = (user: number, factor: FactorRow, code: string) =>
    Effect.gen(function* () {
      const step = matchingStep(yield* openSecret(user, factor), code, Date.now(), factor.lastStep)
      return step !== null && (yield* recordStep(user, step))
    })

  const newRecoveryCodes = (user: number) =>
    Effect.gen(function* () {
      const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
      yield* replaceRecoveryCodes(
        user,
        codes.map((code) => hashSecret(normalizeCode(code)))
      )
      return codes as ReadonlyArray<string>
    })

  const enrolmentOf = ({ email }: FactorOwner, secret: string): Enrolment => ({
    secret,
    uri: otpauthUri(secret, email)
  })

  return {
    /** Whether a typed code of the app, or a recovery code, is the person's. Each counts once. */
    verify: (user: number, typed: string) =>
      Effect.gen(function* () {
        const factor = yield* readFactor(user)
        if (factor?.enabled !== true) return false
        const code = normalizeCode(typed)
        if (isOneTimePassword(code)) return yield* acceptCode(user, factor, code)
        const spent = yield* spendRecoveryCode(user, hashSecret(code))
        if (spent) yield* tell(user, "recovery_code_used")
        return spent
      }).pipe(withSql),
    /** Starts to set one up, with a new secret each time: whoever saw an earlier one must not know this one. */
    start: (person: FactorOwner) =>
      Effect.gen(function* () {
        if (!vault.isConfigured)
          return yield* secondFactorError(
            "cannot be set up until an operator of the service sets SECRETS_KEY"
          )
        const secret = newTotpSecret()
        const sealed = vault.seal(Redacted.make(secret), factorContext(person.id))
        if (!(yield* insertFactor(person.id, sealed))) return yield* secondFactorError("is already set up")
        return enrolmentOf(person, secret)
      }).pipe(withSql),
    /** The secret that is being set up, for showing it again after a wrong code. */
    resume: (person: FactorOwner) =>
      Effect.gen(function* () {
        const factor = yield* readFactor(person.id)
        if (factor === null || factor.enabled) return yield* secondFactorError("is not being set up")
        return enrolmentOf(person, yield* openSecret(person.id, factor))
      }).pipe(withSql, sql.withTransaction),
    /**
     * Enables the one that is being set up with its first code, and ends all other sessions: none of them has proved
     * it. Returns the recovery codes.
     */
    enable: (user: number, typed: string, session: string | null) =>
      Effect.gen(function* () {
        const factor = yield* readFactor(user)
        if (factor === null || factor.enabled) return yield* secondFactorError("is not being set up")
        const code = normalizeCode(typed)
        if (!isOneTimePassword(code) || !(yield* acceptCode(user, factor, code)))
          return yield* wrongCodeError()
        yield* sessions.endAll(user, session)
        yield* tell(user, "factor_enabled")
        return yield* newRecoveryCodes(user)
      }).pipe(withSql),
    newRecoveryCodes: (user: number) =>
      withSql(Effect.zipLeft(newRecoveryCodes(user), tell(user, "recovery_codes_replaced"))),
    /** Removes it with its recovery codes. Returns whether one was enabled. */
    remove: (user: number) =>
      withSql(
        Effect.tap(removeFactor(user), (removed) => (removed ? tell(user, "factor_removed") : Effect.void))
      )
  }
})

/**
 * The endpoint with which a signed-in person confirms who they are. The session counts as confirmed for some
 * minutes, on every host.
 */
export const confirmationEndpoint = Effect.gen(function* () {
  const people = yield* People
  const sessions = yield* Sessions
  const factors = yield* makeSecondFactors

  return (session: string | null, typed: string): Endpoint<null> => ({
    name: "people.confirm",
    admits: "callers",
    kinds: ["person"],
    limit: passwordAttempts,
    run: ({ audit, caller }) =>
      Effect.gen(function* () {
        // A password has at least 12 characters, so six digits are a code.
        const isCode = isOneTimePassword(normalizeCode(typed))
        const { matches } = isCode ? { matches: false } : yield* people.verify(caller.email, typed)
        return yield* withAuditEvent(
          audit,
          Effect.gen(function* () {
            const proved = matches || (isCode && (yield* factors.verify(caller.userId, typed)))
            if (!proved || session === null)
              return yield* confirmationError("is neither your password nor a valid code")
            yield* sessions.confirm(session)
            return null
          })
        )
      })
  })
})
