import { MailTransport, mailHealth } from "@adwarden/core"
import { Effect } from "effect"
import type { Environment } from "../../settings/environment.ts"
import { settingsLayer } from "../../settings/layer.ts"
import { checkPart, type Finding, ok, problem, warning } from "./finding.ts"

/** Checks whether the mail server accepts our login; sends nothing. */
export const checkMailServer = (env: Environment) =>
  checkPart(
    "mail",
    Effect.gen(function* () {
      const { check } = yield* MailTransport
      if (check === null) {
        return [
          warning(
            "mail",
            "no SMTP_URL: emails stay in the outbox, where operators can read them",
            "adwarden mail list"
          )
        ]
      }
      return yield* check.pipe(
        Effect.as([ok("mail", "the server of SMTP_URL accepts emails")]),
        Effect.catchAll(({ reason }) =>
          Effect.succeed([
            problem("mail", `the server of SMTP_URL does not accept emails: ${reason}`, "check SMTP_URL")
          ])
        )
      )
    }).pipe(Effect.provide(MailTransport.layer), Effect.provide(settingsLayer(env, "production")))
  )

/** Checks the outbox for emails that should have been sent. */
export const checkOutbox = (sends: boolean) =>
  checkPart(
    "mail",
    Effect.map(mailHealth, ({ failed, lastFailure, waiting }): ReadonlyArray<Finding> => {
      const lastFailureText = lastFailure === null ? "" : `, the last one: ${lastFailure}`
      const findings: Array<Finding> = []
      if (failed > 0)
        findings.push(
          warning("mail", `${failed} could not be sent this week${lastFailureText}`, "adwarden mail list")
        )
      if (sends && waiting > 0) findings.push(ok("mail", `${waiting} waiting to be sent`))
      return findings
    })
  )
