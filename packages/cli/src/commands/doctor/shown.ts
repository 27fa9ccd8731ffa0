import type { Paint } from "../../terminal/paint.ts"
import type { Finding } from "./finding.ts"

const marks = { ok: "✓", warning: "!", problem: "✗", "not checked": "-" } as const
const paints = { ok: "good", warning: "warning", problem: "bad", "not checked": "faint" } as const

const parts = ["settings", "database", "schema", "queue", "platform", "clock", "mail", "service"]
const worst = ["problem", "warning", "ok", "not checked"]

/** A line for each finding, by part and the worst first, with what to do below it. */
export const shown = (findings: ReadonlyArray<Finding>, paint: Paint): string =>
  findings
    .toSorted(
      (one, other) =>
        parts.indexOf(one.part) - parts.indexOf(other.part) ||
        worst.indexOf(one.status) - worst.indexOf(other.status)
    )
    .map(({ message, next, part, status }) => {
      const line = `${paint[paints[status]](marks[status])} ${part.padEnd(9)} ${message}`
      return next === null ? line : `${line}\n            ${paint.faint("Next:")} ${next}`
    })
    .join("\n")
