import type { OutsideChange } from "@adwarden/core"
import { money } from "../../parts/index.ts"

const amountLabel = (amount: number | null, currency: string): string =>
  amount === null ? "Remove the target" : `Revert to ${money(amount, currency)}`

const stateLabel = (what: string, before: "enabled" | "paused"): string =>
  `${before === "enabled" ? "Enable" : "Pause"} the ${what} again`

/** By whether it existed before: a change that removed it is taken back by adding it. */
const partLabels = {
  keyword: { true: "Add the keyword again", false: "Remove the keyword" },
  negative: { true: "Exclude it again", false: "Remove the exclusion" },
  ad: { true: "Create the ad again", false: "Remove the ad" }
} as const

/** What taking a change back does, for its button; null if no edit of ours can. */
export const revertLabel = (
  { part, previous }: Pick<OutsideChange, "part" | "previous">,
  currency: string
): string | null => {
  const { ad, budget, existed, keyword, name, state, target_cpa, text_ad } = previous ?? {}
  if (existed !== undefined) return part === null ? null : partLabels[part][`${existed}`]
  if (budget !== undefined) return amountLabel(Math.round(budget), currency)
  if (target_cpa !== undefined) return amountLabel(target_cpa, currency)
  if (name !== undefined) return `Rename to “${name}”`
  if (state !== undefined) return state === "live" ? "Set live again" : "Pause it again"
  if (keyword !== undefined) return stateLabel("keyword", keyword)
  const text = ad ?? text_ad
  return text === undefined ? null : stateLabel("ad", text)
}
