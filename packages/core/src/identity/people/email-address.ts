import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { MailedLinks, Sessions } from "../../access/index.ts"
import { changeEmail, invalidEmailError, isEmail } from "../../access/people.ts"
import { NotFound, ValidationError } from "../../contract/index.ts"
import type { Clearance } from "../../request/clearance.ts"
import type { Endpoint } from "../../request/endpoint.ts"
import { Mailer } from "../mail/mailer.ts"
import { makeAuditedTransaction } from "./audited-transaction.ts"

const expiredLinkError = () =>
  new NotFound({
    what: "This link",
    next: "It works once, for an hour, and only for its person: ask for a new one."
  })

const takenError = () =>
  new ValidationError({
    fields: [{ path: "email", message: "belongs to another account: choose another one" }]
  })

/** The endpoints for changing one's email address: asked for here, confirmed by a link at the new address. */
export const emailAddressEndpoints = Effect.gen(function* () {
  const links = yield* MailedLinks
  const mailer = yield* Mailer
  const sessions = yield* Sessions
  const auditedTransaction = yield* makeAuditedTransaction

  return {
    /** The answer is the same whether or not the address has an account: the email is dropped if it has one. */
    request: (email: string): Endpoint<null> => ({
      name: "people.request_email_change",
      admits: "callers",
      kinds: ["person"],
      needsConfirmation: true,
      limit: { name: "change_email", perHour: 10 },
      run: ({ audit, caller }) => {
        if (!isEmail(email)) return invalidEmailError()
        if (email.toLowerCase() === caller.email.toLowerCase())
          return new ValidationError({ fields: [{ path: "email", message: "is your address already" }] })
        return auditedTransaction(
          audit,
          200,
          Effect.as(mailer.enqueue(email, { kind: "email_change", user: caller.userId }), { output: null })
        )
      }
    }),
    /** The address that a link of this person confirms, for its page. */
    confirmed: (token: string, { caller }: Clearance): Effect.Effect<string, NotFound | SqlError> =>
      Effect.flatMap(links.newEmail(token, caller.userId), (email) =>
        email === null ? expiredLinkError() : Effect.succeed(email)
      ),
    /**
     * Changes the address, tells the old one, voids every other link and ends all sessions except the one with this
     * token.
     */
    confirm: (token: string, session: string | null): Endpoint<null> => ({
      name: "people.change_email",
      admits: "callers",
      kinds: ["person"],
      run: ({ audit, caller }) =>
        auditedTransaction(
          audit,
          200,
          Effect.gen(function* () {
            const email = yield* links.newEmail(token, caller.userId)
            if (email === null) return yield* expiredLinkError()
            if (!(yield* changeEmail(caller.userId, email))) return yield* takenError()
            yield* sessions.endAll(caller.userId, session)
            yield* mailer.dropPasswordResets(caller.email)
            yield* mailer.enqueue(caller.email, { kind: "email_changed", user: caller.userId })
            return { output: null }
          })
        )
    })
  }
})
