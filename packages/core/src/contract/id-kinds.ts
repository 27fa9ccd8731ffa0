import { NotFound } from "./errors.ts"

/** The kind of record behind each id prefix, and the operation that accepts such an id. */
const kinds: Readonly<Record<string, { readonly thing: string; readonly takenBy: string }>> = {
  act: { thing: "action", takenBy: "{actions.undo}" },
  rec: { thing: "recommendation", takenBy: "{recommendations.apply}" },
  rpt: { thing: "report", takenBy: "{reports.get}" },
  str: { thing: "strategy", takenBy: "{strategy.get}" },
  qw: { thing: "queued write", takenBy: "{queued_writes.get}" }
}

const expected: Readonly<Record<NamedRecord, string>> = {
  action: "an action's id (act_…)",
  recommendation: "a recommendation's id (rec_…)",
  report: "a report's id (rpt_…)",
  strategy: "a strategy's id (str_…)",
  "queued write": "a queued write's id (qw_…)",
  task: "a task_tracking_id (a whole number)",
  campaign: "a campaign's slug"
}

/** Where a caller finds an existing one. No operation lists tasks. */
const nextSteps = {
  action: "Use an action_id that a change returned, or one from {actions.list}.",
  recommendation: "List those there are with {recommendations.list}.",
  report: "Send latest instead of the id for the newest, or an id that {reports.list} lists.",
  strategy: "List those there are with {strategy.list}.",
  "queued write":
    "Use the queued_recommendation_id that the call returned, or an id from {queued_writes.list}.",
  task: "Use the task_tracking_id that the call returned.",
  campaign: "List the campaigns with {campaigns.list}."
} as const

/** The records that callers name by an id or a slug. */
export type NamedRecord = keyof typeof nextSteps

const withPrefix = /^([a-z]{2,4})_[0-9A-Za-z]+$/
const wholeNumber = /^[1-9]\d{0,9}$/

/**
 * What to tell a caller who sent the id of another kind of thing: what it is, which operation takes it, and what is
 * expected here. Null where the value is of the expected kind or of none.
 *
 * @example otherKindOfId("rec_4kQx", "action")
 */
export const otherKindOfId = (value: string | number, thing: NamedRecord): string | null => {
  const expectedId = expected[thing]
  const text = String(value)
  const [, prefix = ""] = withPrefix.exec(text) ?? []
  const kind = Object.hasOwn(kinds, prefix) ? kinds[prefix] : undefined
  if (kind !== undefined) {
    return kind.thing === thing
      ? null
      : `It is ${/^[aeiou]/.test(kind.thing) ? "an" : "a"} ${kind.thing}'s id, which ${kind.takenBy} takes. Send ${expectedId} here.`
  }
  const isNumber = wholeNumber.test(text) && thing !== "task" && thing !== "campaign"
  return isNumber
    ? `A whole number is a task_tracking_id, which {tasks.get} takes. Send ${expectedId} here.`
    : null
}

/** The error for a record that the caller cannot see, with what to do next. `as` is its id in the message. */
export const recordNotFound = (thing: NamedRecord, id: string | number, as = String(id)): NotFound =>
  new NotFound({ what: `The ${thing} ${as}`, next: otherKindOfId(id, thing) ?? nextSteps[thing] })
