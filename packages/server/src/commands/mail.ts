import { safeText } from "@adwarden/cli"
import { mailEndpoints, type OutboxMail, type OutboxRow } from "@adwarden/core"
import { Effect } from "effect"
import { group, integerArgument, integerFlag, withDefault } from "../command-line.ts"
import { asOperator } from "../operator.ts"
import { outputCommand } from "./command-output.ts"
import { listOutput, minute } from "./operator-commands.ts"

const id = integerArgument("id", "Number of the email, as list shows it")
const limit = integerFlag("limit", "How many, the newest first").pipe(withDefault(50))

const titles = ["*ID", "MADE", "STATUS", "*TO", "ABOUT"]
const row = ({ created_at, failure, id, kind, recipient, status }: OutboxRow) => [
  String(id),
  minute(created_at),
  failure === null ? status : `${status} (${failure})`,
  recipient,
  kind.replaceAll("_", " ")
]

const list = outputCommand("list", { limit }, "List sent and waiting emails.", ({ limit }) =>
  asOperator(
    null,
    Effect.map(mailEndpoints, (mail) => mail.list(Math.max(1, Math.min(limit, 1000))))
  ).pipe(Effect.map((rows) => listOutput(rows, titles, row, "There are no emails.")))
)

const text = ({ mail, recipient }: OutboxMail): string =>
  mail === null
    ? `To: ${recipient}\n\nThis email is no longer needed, or the address has no account: it is not sent.`
    : `To: ${recipient}\nSubject: ${mail.subject}\n\n${mail.text}`

const get = outputCommand(
  "get",
  { id },
  "Show an email. A waiting email is shown as it would be sent now, with a working link. The link of a sent email is not stored.",
  ({ id }) =>
    asOperator(
      null,
      Effect.map(mailEndpoints, (mail) => mail.show(id))
    ).pipe(Effect.map((mail) => ({ data: mail, text: safeText(text(mail)) })))
)

export const mail = group("mail", [list, get])
