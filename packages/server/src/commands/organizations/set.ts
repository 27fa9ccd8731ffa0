import { organizationEndpoints, type RuleChanges } from "@adwarden/core"
import { Effect, Option } from "effect"
import { choiceFlag, decode, map, optional, textFlag } from "../../command-line/index.ts"
import { asOperator } from "../../operator.ts"
import { outputCommand } from "../command-output.ts"
import { asOwner, org, runBy } from "../operator-commands.ts"
import { changeText } from "./messages.ts"

const approvals = choiceFlag(
  "approvals",
  ["on", "raises", "off"],
  "Whether a person has to approve changes by a key or a connected app: every one, or only those that raise spend"
).pipe(
  map(
    (word): RuleChanges =>
      word === "off"
        ? { approvals_required: false }
        : { approvals_required: true, approvals_for: word === "on" ? "every_change" : "raises" }
  ),
  optional
)

const refuse = (message: string) => Effect.fail(message)

/** Only plain decimal notation, so that 1e9, 0x10 or an empty text are not accepted by mistake. */
const amountOf = (option: string, text: string) =>
  /^\d+(\.\d+)?$/.test(text)
    ? Effect.succeed(Number(text))
    : refuse(`${option} takes a number such as 1500 or 99.5, not ${JSON.stringify(text)}.`)

const limit = textFlag(
  "budget-change-limit",
  "The largest budget change of one call, in percent, such as 25"
).pipe(
  decode((text) => amountOf("--budget-change-limit", text.replace(/%$/, ""))),
  optional
)
const maxSpend = textFlag(
  "max-spend",
  "The cap for all daily budgets in a month of 30 days, in the organization's currency; none removes the cap"
).pipe(
  decode((text) => (text === "none" ? Effect.succeed(null) : amountOf("--max-spend", text))),
  optional
)

const secondApprovalAbove = textFlag(
  "second-approval-above",
  "Two people have to approve a change that raises daily spend by more than this amount; none: one is enough"
).pipe(
  decode((text) => (text === "none" ? Effect.succeed(null) : amountOf("--second-approval-above", text))),
  optional
)

const queueLimit = textFlag(
  "approval-queue-limit",
  "The size of the approval queue, such as 200; one key or connected app can fill half of it"
).pipe(
  decode((text) => amountOf("--approval-queue-limit", text)),
  optional
)

const requirePreview = choiceFlag(
  "require-preview",
  ["on", "off"],
  "Whether a key or a connected app has to preview a change with a warning code before it executes it"
).pipe(
  map((word) => word === "on"),
  optional
)

interface RuleOptions {
  readonly approvals: Option.Option<RuleChanges>
  readonly limit: Option.Option<number>
  readonly maxSpend: Option.Option<number | null>
  readonly queueLimit: Option.Option<number>
  readonly requirePreview: Option.Option<boolean>
  readonly secondApprovalAbove: Option.Option<number | null>
}

const changesOf = ({
  approvals,
  limit,
  maxSpend,
  queueLimit,
  requirePreview,
  secondApprovalAbove
}: RuleOptions): RuleChanges => ({
  ...(Option.isSome(approvals) ? approvals.value : {}),
  ...(Option.isSome(limit) ? { api_budget_change_limit_pct: limit.value } : {}),
  ...(Option.isSome(maxSpend) ? { max_spend: maxSpend.value } : {}),
  ...(Option.isSome(secondApprovalAbove) ? { second_approval_above: secondApprovalAbove.value } : {}),
  ...(Option.isSome(queueLimit) ? { approval_queue_limit: queueLimit.value } : {}),
  ...(Option.isSome(requirePreview) ? { require_preview: requirePreview.value } : {})
})

export const set = outputCommand(
  "set",
  { org, approvals, secondApprovalAbove, limit, maxSpend, queueLimit, requirePreview, as: asOwner },
  "Set the rules for keys and connected apps in an organization. They apply from the next request on. Existing commitments and pending changes are reported, but not changed.",
  ({ as, org, ...given }) =>
    asOperator(
      Option.getOrNull(as),
      Effect.map(organizationEndpoints, (endpoints) => endpoints.set(org, changesOf(given), runBy(as)))
    ).pipe(
      Effect.map((done) => {
        const { changed, notes } = done
        const text = changed.map(changeText).join("\n")
        return { data: done, text: text || `Nothing changed: ${org} already has these rules.`, notes }
      })
    )
)
