import type { Screen } from "../../terminal/terminal.ts"
import { wrap } from "../../terminal/width.ts"
import type { Finding } from "./finding.ts"

const marks = { ok: "✓", warning: "!", problem: "✗", "not checked": "-" } as const
const paints = { ok: "good", warning: "warning", problem: "bad", "not checked": "faint" } as const

const parts = ["settings", "database", "schema", "queue", "platform", "clock", "mail", "service"]
const worst = ["problem", "warning", "ok", "not checked"]

const indent = 12

/** A line for each finding, by part and the worst first, with what to do below it. */
export const shown = (findings: ReadonlyArray<Finding>, { paint, width }: Screen): string => {
  const places = Math.max(20, (width ?? Number.POSITIVE_INFINITY) - indent)
  const below = (text: string) => wrap(text, places).join(`\n${" ".repeat(indent)}`)
  return findings
    .toSorted(
      (one, other) =>
        parts.indexOf(one.part) - parts.indexOf(other.part) ||
        worst.indexOf(one.status) - worst.indexOf(other.status)
    )
    .map(({ message, next, part, status }) => {
      const line = `${paint[paints[status]](marks[status])} ${part.padEnd(9)} ${below(message)}`
      return next === null ? line : `${line}\n${" ".repeat(indent)}${paint.faint("Next:")} ${below(next)}`
    })
    .join("\n")
}
