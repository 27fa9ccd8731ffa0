import { isRecord } from "../../terminal/json-text.ts"
import type { Screen } from "../../terminal/terminal.ts"
import { padEnd, widthOf, wrap } from "../../terminal/width.ts"
import { fieldsText } from "./response.ts"
import { isRows, numberText, percent, titleOf, type Values, valueText } from "./values.ts"

/** Renders a preview as a difference: the current values, the new ones, and all blockers and warnings. */

const signed = (value: number, decimals: number): string =>
  `${value > 0 ? "+" : ""}${numberText(value, Number.isInteger(value) ? 0 : decimals)}`

const differenceText = (from: unknown, to: unknown): string => {
  if (typeof from !== "number" || typeof to !== "number" || from === to) return ""
  const share = from === 0 ? "" : `, ${signed(Math.round(((to - from) / from) * 1000) / 10, 1)} %`
  return `${signed(Math.round((to - from) * 100) / 100, 2)}${share}`
}

const changeLines = (changes: Values, { paint }: Screen): ReadonlyArray<string> => {
  const names = Object.keys(changes)
  const widest = Math.max(0, ...names.map((name) => widthOf(titleOf(name))))
  return names.map((name) => {
    const { from, to } = changes[name] as { readonly from: unknown; readonly to: unknown }
    const more = differenceText(from, to)
    return `  ${padEnd(titleOf(name), widest)}  ${paint.bad(valueText(from))} → ${paint.good(valueText(to))}${more === "" ? "" : paint.faint(`  (${more})`)}`
  })
}

/** An edit as text: its own summary, or its values. */
const editText = ({ op, summary, ...values }: Values): string =>
  typeof summary === "string"
    ? valueText(summary)
    : [titleOf(String(op)), ...Object.values(values).map(valueText)].join("  ")

const maxEditsShown = 40

const editLines = (edits: ReadonlyArray<Values>, { paint }: Screen): ReadonlyArray<string> => [
  ...edits.slice(0, maxEditsShown).map((edit) => `  ${paint.good("+")} ${editText(edit)}`),
  ...(edits.length > maxEditsShown ? [paint.faint(`  … and ${edits.length - maxEditsShown} more`)] : [])
]

const lossLine = (shares: Values, { paint }: Screen): string => {
  const figures = Object.entries(shares).filter(([name]) => !name.endsWith("_30d"))
  const parts = figures.map(([name, share]) => {
    const amount = shares[`${name}_30d`]
    return `${percent(Number(share))} of ${titleOf(name)}${amount === undefined ? "" : ` (${valueText(amount)})`}`
  })
  const lost = figures.some(([, share]) => Number(share) > 0)
  const text = `  In the last 30 days this would have prevented ${parts.join(", ")}.`
  return lost ? paint.warning(text) : paint.faint(text)
}

/** Rendered separately below. All other fields are listed. */
const shownSeparately: ReadonlySet<string> = new Set([
  "outcome",
  "dry_run",
  "campaign",
  "preview_hash",
  "would_change",
  "would_apply",
  "would_lose",
  "warnings",
  "platform_check",
  "needs_approval",
  "blocked_by",
  "blocked_reason",
  "within_limits",
  "execute"
])

/** The result of the ad platform's own check. A rejection is among the warnings with its reason. */
const checkLines = (check: unknown, screen: Screen, maxWidth: number): ReadonlyArray<string> => {
  if (!isRecord(check)) return []
  const { paint } = screen
  switch (check["verdict"]) {
    case "accepted":
      return [`  ${paint.good("✓")} The ad platform would accept it.`]
    case "refused":
      return []
    default:
      return noteLines(
        paint.faint("?"),
        `Not checked by the ad platform: ${valueText(check["reason"])}`,
        maxWidth
      )
  }
}

/** The reason why it would be rejected, or null. */
export const blockedReason = (preview: Values): string | null => {
  const { blocked_by, blocked_reason, within_limits } = preview
  if (typeof blocked_reason === "string") return blocked_reason
  if (typeof blocked_by === "string") return `${titleOf(blocked_by)} blocks it.`
  return within_limits === false ? "It is not within the limits." : null
}

/** Returns whether nothing would change. */
export const changesNothing = ({ would_apply, would_change }: Values): boolean =>
  (isRecord(would_change) && Object.keys(would_change).length === 0) ||
  (Array.isArray(would_apply) && would_apply.length === 0)

const noteLines = (mark: string, text: string, maxWidth: number): ReadonlyArray<string> =>
  wrap(text, maxWidth - 4).map((line, index) => (index === 0 ? `  ${mark} ${line}` : `    ${line}`))

export const previewText = (preview: Values, screen: Screen): string => {
  const { paint, width } = screen
  const maxWidth = Math.min(width ?? 100, 100)
  const { campaign, needs_approval, warnings, would_apply, would_change, would_lose } = preview
  const rest = Object.entries(preview).filter(
    ([name, value]) =>
      !shownSeparately.has(name) && value !== null && !(Array.isArray(value) && value.length === 0)
  )
  const blocked = blockedReason(preview)
  const lines = [
    typeof campaign === "string" ? paint.strong(valueText(campaign)) : null,
    ...(isRecord(would_change) ? changeLines(would_change, screen) : []),
    ...(isRows(would_apply) ? editLines(would_apply, screen) : []),
    changesNothing(preview) ? "  Nothing would change." : null,
    isRecord(would_lose) ? lossLine(would_lose, screen) : null,
    rest.length === 0
      ? null
      : fieldsText(rest, { ...screen, width: maxWidth - 2 })
          .split("\n")
          .map((line) => `  ${line}`)
          .join("\n"),
    ...checkLines(preview["platform_check"], screen, maxWidth),
    ...(Array.isArray(warnings)
      ? warnings.flatMap((text) => noteLines(paint.warning("!"), valueText(text), maxWidth))
      : []),
    ...(blocked === null ? [] : noteLines(paint.bad("✗"), valueText(blocked), maxWidth)),
    needs_approval === true ? `  ${paint.warning("!")} It requires approval before it is executed.` : null
  ]
  return lines.filter((line) => line !== null).join("\n")
}
