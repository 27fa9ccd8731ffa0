import { type Screen, wrap } from "@adwarden/cli"
import type { Finding } from "./finding.ts"

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
