import { extent } from "d3-array"
import { type Html, html } from "../kit/html.ts"
import type { Values } from "./scales.ts"

const width = 88
const height = 24
const lastX = 82

/** Every tenth that a coordinate can have, as text: a number takes far longer to write than to look up. */
const tenths = Array.from({ length: width * 10 + 1 }, (_, n) => String(n / 10))
const rounded = (value: number): string => tenths[Math.round(value * 10)]!

/** The x of each value, once for each number of values. */
const positions = new Map<number, ReadonlyArray<string>>()
const positionsOf = (length: number): ReadonlyArray<string> => {
  const known = positions.get(length)
  if (known !== undefined) return known
  const step = length === 1 ? 0 : (lastX - 2) / (length - 1)
  const made = Array.from({ length }, (_, n) => rounded(step === 0 ? lastX : 2 + n * step))
  positions.set(length, made)
  return made
}

/**
 * A row's own range in one line, with a dot on the last date; grey without a dot if nothing runs. It decorates the
 * figures beside it, so screen readers skip it. Null without any value. A table has one in each row: d3 takes four times
 * as long for them.
 */
export const sparkline = (values: Values, { runs = true }: { readonly runs?: boolean } = {}): Html | null => {
  const [low, high] = extent(values, (value) => value ?? undefined)
  if (low === undefined || high === undefined) return null
  const scale = low === high ? 0 : (height - 6) / (high - low)
  const y = (value: number) => rounded(scale === 0 ? height / 2 : height - 3 - (value - low) * scale)
  const xs = positionsOf(values.length)
  let path = ""
  for (let n = 0; n < values.length; n++) {
    const value = values[n]!
    if (value !== null) path += `${n > 0 && values[n - 1] !== null ? "L" : "M"}${xs[n]},${y(value)}`
  }
  const last = values.at(-1) ?? null
  const dot = runs && last !== null ? html`<circle cx="${lastX}" cy="${y(last)}" r="2.5"/>` : null
  return html`<svg class="spark" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" aria-hidden="true"><path${runs ? null : html` class="off"`} d="${path}"/>${dot}</svg>`
}
