import { type Screen, wrap } from "@adwarden/cli"
import { Cause, Duration, Effect } from "effect"

/** A finding about one part of the service, and what to do about it. */
export interface Finding {
  readonly part: string
  readonly status: "ok" | "warning" | "problem" | "not checked"
  readonly message: string
  /** A command or a step; null if there is nothing to do. */
  readonly next: string | null
}

const findingWith =
  (status: Finding["status"]) =>
  (part: string, message: string, next: string | null = null): Finding => ({ part, status, message, next })

export const ok = findingWith("ok")
export const warning = findingWith("warning")
export const problem = findingWith("problem")
export const notChecked = findingWith("not checked")

const checkTimeout = Duration.seconds(20)

/**
 * Runs a check that always ends and never fails: its failure is a finding. A doctor that stopped at the first failure
 * would report only that.
 */
export const checkPart = <E, R>(
  part: string,
  work: Effect.Effect<ReadonlyArray<Finding>, E, R>
): Effect.Effect<ReadonlyArray<Finding>, never, R> =>
  work.pipe(
    Effect.timeoutTo({
      duration: checkTimeout,
      onSuccess: (findings) => findings,
      onTimeout: () => [problem(part, `did not respond within ${Duration.toSeconds(checkTimeout)} seconds`)]
    }),
    Effect.catchAllCause((cause) => Effect.succeed([problem(part, errorText(Cause.squash(cause)))]))
  )

/** The message of an error in one line. The driver's own message is inside it. */
export const errorText = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return (cause instanceof Error ? cause.message || cause.name : String(cause)).replaceAll(/\s*\n\s*/g, " ")
}

const marks = { ok: "✓", warning: "!", problem: "✗", "not checked": "-" } as const
const paints = { ok: "good", warning: "warning", problem: "bad", "not checked": "faint" } as const

const parts = ["settings", "address", "database", "schema", "queue", "platform", "clock", "mail", "service"]
const statusOrder = ["problem", "warning", "ok", "not checked"]

const indent = 12

/** A line for each finding, by part and the worst first, with what to do below it. */
export const findingsText = (findings: ReadonlyArray<Finding>, { paint, width }: Screen): string => {
  const maxWidth = Math.max(20, (width ?? Number.POSITIVE_INFINITY) - indent)
  const indentWrapped = (text: string) => wrap(text, maxWidth).join(`\n${" ".repeat(indent)}`)
  return findings
    .toSorted(
      (one, other) =>
        parts.indexOf(one.part) - parts.indexOf(other.part) ||
        statusOrder.indexOf(one.status) - statusOrder.indexOf(other.status)
    )
    .map(({ message, next, part, status }) => {
      const line = `${paint[paints[status]](marks[status])} ${part.padEnd(9)} ${indentWrapped(message)}`
      return next === null
        ? line
        : `${line}\n${" ".repeat(indent)}${paint.faint("Next:")} ${indentWrapped(next)}`
    })
    .join("\n")
}
