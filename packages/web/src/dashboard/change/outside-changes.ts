import { replacesOutside } from "@adwarden/core"
import { type Content, type Html, html } from "../../kit/html.ts"
import { type Check, email, moment, money } from "../../parts/index.ts"
import type { Preview } from "./previewed-change.ts"

/** A setting that others changed in the ad platform. */
export type OutsideSetting = NonNullable<Preview<"campaigns.update">["outside_change"]>[number]
export type SettingValue = OutsideSetting["theirs"]

export const settingNames: Readonly<Record<OutsideSetting["field"], string>> = {
  name: "name",
  budget: "daily budget",
  target_cpa: "target CPA",
  ai_max: "AI Max setting",
  state: "state"
}

/** A value in words: `$14.00`, `none`, `live`. */
export const settingValue = (
  { field }: Pick<OutsideSetting, "field">,
  value: SettingValue,
  currency: string
): string =>
  value === null
    ? "none"
    : typeof value === "boolean"
      ? value
        ? "on"
        : "off"
      : field === "budget" || field === "target_cpa"
        ? money(Number(value), currency)
        : String(value)

/** Who changed a setting, and when, as far as the ad platform's history says. */
export const authorLine = ({ at, by }: Pick<OutsideSetting, "at" | "by">): Html =>
  html`${by === null ? "somebody whom it does not name yet" : html`<bdi>${email(by)}</bdi>`}${at === null ? null : html`, ${moment(at)}`}`

interface OutsideView {
  readonly currency: string
  /** The name of the ad platform. */
  readonly adPlatform: string
  /** The ways out, where the person has them. */
  readonly action?: Html | undefined
}

const differenceLine = (change: OutsideSetting, { adPlatform, currency }: OutsideView): Html =>
  html`The ${settingNames[change.field]} is <bdi>${settingValue(change, change.theirs, currency)}</bdi> in ${adPlatform}, set by ${authorLine(change)}, and <bdi>${settingValue(change, change.ours, currency)}</bdi> here.`

const nameOf = ({ adPlatform }: OutsideView): string => `Same as in ${adPlatform}`

/**
 * The check of a change to a value while others changed settings in the ad platform. A change of theirs stops it, unless
 * it lowers the setting below both values.
 */
export const outsideChecks = (
  outside: ReadonlyArray<OutsideSetting>,
  { field, to }: { readonly field: OutsideSetting["field"]; readonly to: SettingValue },
  view: OutsideView
): ReadonlyArray<Check> =>
  outside.map((change): Check => {
    const line = differenceLine(change, view)
    if (change.field !== field)
      return { passes: "warn", name: nameOf(view), detail: html`${line} This change leaves that as it is.` }
    return replacesOutside(change, to)
      ? { passes: "warn", name: nameOf(view), detail: html`${line} This change replaces both.` }
      : {
          passes: false,
          name: nameOf(view),
          detail: html`${line} It is not overwritten. Accept it first, then change it again.${view.action ?? null}`
        }
  })

/** The check that a launch of a campaign fails that others changed. */
export const launchCheck = (outside: ReadonlyArray<OutsideSetting>, view: OutsideView): Check => {
  const lines: Content =
    outside.length === 0
      ? `Others changed it in ${view.adPlatform}, and nobody here has decided on that.`
      : outside.map((change) => html`${differenceLine(change, view)} `)
  return {
    passes: false,
    name: nameOf(view),
    detail: html`${lines} A launch would start what nobody here has reviewed.${view.action ?? null}`
  }
}
