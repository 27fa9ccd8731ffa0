import { Effect } from "effect"
import { People, Sessions } from "../../access/index.ts"
import { isOneTimePassword, normalizeCode } from "../../access/second-factors.ts"
import { confirmationError } from "../../access/sessions.ts"
import { withAuditEvent } from "../../audit/trail.ts"
import type { Endpoint } from "../../request/endpoint.ts"
import { makeSecondFactors } from "./second-factors.ts"

/** Attempts of a signed-in person at their own password, on every form that asks for it. */
export const passwordAttempts = { name: "confirm", perHour: 20 } as const

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
