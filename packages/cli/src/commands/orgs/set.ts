import { organizationEndpoints, type RuleChanges } from "@adwarden/core"
import { HelpDoc, Options, ValidationError } from "@effect/cli"
import { Effect, Option } from "effect"
import { asOperator } from "../../operator.ts"
import { outputCommand } from "../command-output.ts"
import { asOwner, runBy, slug, textOption } from "../operator-commands.ts"
import { changeText } from "./messages.ts"

const approvals = Options.choice("approvals", ["on", "off"]).pipe(
  Options.withDescription("Whether a person has to approve every change by a key or a connected app"),
  Options.map((word) => word === "on"),
  Options.optional
)

const refuse = (message: string) => Effect.fail(ValidationError.invalidValue(HelpDoc.p(message)))

/** Written out, so that 1e9, 0x10 or an empty text are not taken for what somebody meant. */
const amountOf = (option: string, text: string) =>
  /^\d+(\.\d+)?$/.test(text)
    ? Effect.succeed(Number(text))
    : refuse(`${option} takes a number such as 1500 or 99.5, not ${JSON.stringify(text)}.`)

const limit = textOption(
  "budget-change-limit",
  "The most one call may move a budget, in percent, such as 25"
).pipe(
  Options.mapEffect((text) => amountOf("--budget-change-limit", text.replace(/%$/, ""))),
  Options.optional
)
const maxSpend = textOption(
  "max-spend",
  "The most that all daily budgets may come to in a month of 30 days, in the organization's currency; none takes the cap away"
).pipe(
  Options.mapEffect((text) => (text === "none" ? Effect.succeed(null) : amountOf("--max-spend", text))),
  Options.optional
)

const queueLimit = textOption(
  "approval-queue-limit",
  "How many changes may wait for approval at once, such as 200; one key or connected app may fill half of it"
).pipe(
  Options.mapEffect((text) => amountOf("--approval-queue-limit", text)),
  Options.optional
)

interface RuleOptions {
  readonly approvals: Option.Option<boolean>
  readonly limit: Option.Option<number>
  readonly maxSpend: Option.Option<number | null>
  readonly queueLimit: Option.Option<number>
}

const changesOf = ({ approvals, limit, maxSpend, queueLimit }: RuleOptions): RuleChanges => ({
  ...(Option.isSome(approvals) ? { approvals_required: approvals.value } : {}),
  ...(Option.isSome(limit) ? { api_budget_change_limit_pct: limit.value } : {}),
  ...(Option.isSome(maxSpend) ? { max_spend: maxSpend.value } : {}),
  ...(Option.isSome(queueLimit) ? { approval_queue_limit: queueLimit.value } : {})
})

export const set = outputCommand(
  "set",
  { org: slug, approvals, limit, maxSpend, queueLimit, as: asOwner },
  "Set the rules for what keys and connected apps may do in an organization. They hold from the next request on; what is committed or waits already is told, and left as it is.",
  ({ as, org, ...given }) =>
    asOperator(
      Option.getOrNull(as),
      Effect.map(organizationEndpoints, (endpoints) => endpoints.set(org, changesOf(given), runBy(as)))
    ).pipe(
      Effect.map((done) => {
        const { changed, notes } = done
        const text = changed.map(changeText).join("\n")
        return { data: done, text: text || `Nothing changed: ${org} has these rules already.`, notes }
      })
    )
)
