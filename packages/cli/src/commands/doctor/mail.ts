import { MailTransport, mailHealth } from "@adwarden/core"
import { Effect } from "effect"
import type { Environment } from "../../settings/environment.ts"
import { settingsLayer } from "../../settings/layer.ts"
import { checkPart, type Finding, ok, problem, warning } from "./finding.ts"

/** Whether the mail server takes us; nothing is sent. */
export const checkMailServer = (env: Environment) =>
  checkPart(
    "mail",
    Effect.gen(function* () {
      const { check } = yield* MailTransport
      if (check === null) {
        return [
          warning(
            "mail",
            "no SMTP_URL: mail stays in the outbox, where operators can read it",
            "adwarden mail list"
          )
        ]
      }
      return yield* check.pipe(
        Effect.as([ok("mail", "the server of SMTP_URL takes mail from us")]),
        Effect.catchAll(({ reason }) =>
          Effect.succeed([
            problem("mail", `the server of SMTP_URL does not take mail: ${reason}`, "check SMTP_URL")
          ])
        )
      )
    }).pipe(Effect.provide(MailTransport.layer), Effect.provide(settingsLayer(env, "production")))
  )

/** What the outbox holds that should have left. */
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
      if (sends && waiting > 0) findings.push(ok("mail", `${waiting} on the way`))
      return findings
    })
  )
