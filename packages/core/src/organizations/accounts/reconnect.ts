import { Effect, type Redacted } from "effect"
import { ValidationError } from "../../contract/index.ts"
import { findLoginByEmail } from "../../platform/account-rows.ts"
import type { OwnerOrOperatorClearance } from "../../request/endpoint.ts"
import { checkGrant } from "./grant.ts"
import { newLoginOf } from "./link.ts"

/** Checks with the platform whether a login's new grant reaches every account that uses it. */
export const checkReconnectable = (
  clearance: OwnerOrOperatorClearance,
  login: string | null,
  refreshToken: Redacted.Redacted
) =>
  Effect.gen(function* () {
    const known = yield* findLoginByEmail(clearance.organization.id, login)
    if (known.email === null) {
      const message = "has no email to be known by; link its accounts again with a login that has one"
      return yield* new ValidationError({ fields: [{ path: "login", message }] })
    }
    const newLogin = newLoginOf(clearance, known.email, refreshToken, known.platform)
    return { email: known.email, ...(yield* checkGrant(clearance, newLogin, known)) }
  })
