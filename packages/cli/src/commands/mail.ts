import { mailEndpoints, type OutboxMail, type OutboxRow } from "@adwarden/core"
import { Command, Options } from "@effect/cli"
import { Effect } from "effect"
import { asOperator } from "../operator.ts"
import { safeText } from "../terminal/safe-text.ts"
import { outputCommand } from "./command-output.ts"
import { listOutput, minute } from "./operator-commands.ts"

const id = Options.integer("id").pipe(Options.withDescription("Number of the mail, as list shows it"))
const most = Options.integer("most").pipe(
  Options.withDescription("How many, the newest first"),
  Options.withDefault(50)
)

const titles = ["*ID", "MADE", "STATUS", "*TO", "ABOUT"]
const row = ({ created_at, failure, id, kind, recipient, status }: OutboxRow) => [
  String(id),
  minute(created_at),
  failure === null ? status : `${status} (${failure})`,
  recipient,
  kind.replaceAll("_", " ")
]

const list = outputCommand("list", { most }, "List the mail that was sent or waits.", ({ most }) =>
  asOperator(
    null,
    Effect.map(mailEndpoints, (mail) => mail.list(Math.max(1, Math.min(most, 1000))))
  ).pipe(Effect.map((rows) => listOutput(rows, titles, row, "There is no mail.")))
)

const text = ({ mail, recipient }: OutboxMail): string =>
  mail === null
    ? `To: ${recipient}\n\nWhat this mail was about is over, or nobody has that address: it is not sent.`
    : `To: ${recipient}\nSubject: ${mail.subject}\n\n${mail.text}`

const show = outputCommand(
  "show",
  { id },
  "Show a mail. One that waits is written as it would leave now, with a link that works; of one that left the link is not kept.",
  ({ id }) =>
    asOperator(
      null,
      Effect.map(mailEndpoints, (mail) => mail.show(id))
    ).pipe(Effect.map((mail) => ({ data: mail, text: safeText(text(mail)) })))
)

export const mail = Command.make("mail").pipe(
  Command.withDescription(
    "Look at the mail of the service: without SMTP_URL none leaves, and this is where it can be read."
  ),
  Command.withSubcommands([list, show])
)
