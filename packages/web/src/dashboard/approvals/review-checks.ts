import type { ApprovalReview } from "@adwarden/core"
import { type Check, count, money, percentChange } from "../../parts/index.ts"
import { settingNames, settingValue } from "../change/outside-changes.ts"

type Now = NonNullable<ApprovalReview["now"]>

const stepChecks = ({ money: { steps } }: Now, currency: string): ReadonlyArray<Check> =>
  steps.map(({ from, max, min, passes, percent, to }) => ({
    passes,
    name: "Step of one call",
    detail: `${from === null || from === 0 ? money(to ?? 0, currency) : percentChange(from, to ?? 0)}; one call can change a budget by ${percent}% (${money(min, currency)} to ${money(max, currency)})`
  }))

const capCheck = ({ money: { cap } }: Now, currency: string): ReadonlyArray<Check> =>
  cap === null
    ? []
    : [
        {
          passes: cap.passes,
          name: "Monthly cap",
          detail: `Budgets commit ${money(cap.before, currency)} → ${money(cap.after, currency)} of ${money(cap.cap, currency)}`
        }
      ]

const platformCheck = ({ platformCheck: check }: Now): ReadonlyArray<Check> => {
  if (check === null) return []
  const passes = check.verdict === "unchecked" ? null : check.verdict === "accepted"
  return [
    {
      passes,
      name: "Ad platform accepts it",
      detail:
        check.verdict === "accepted" ? "Tested just now, without changing anything" : (check.reason ?? "")
    }
  ]
}

/** What others changed in the campaign, which an approval may not overwrite. */
const outsideCheck = ({ outside }: Now, currency: string): ReadonlyArray<Check> =>
  outside.map((change) => ({
    passes: "warn",
    name: "Changed in the ad platform",
    detail: `The ${settingNames[change.field]} is ${settingValue(change, change.theirs, currency)} there${change.by === null ? "" : ` (set by ${change.by})`} and ${settingValue(change, change.ours, currency)} here. It is overwritten only by a lower value or a pause; otherwise it has to be accepted first`
  }))

/** The page names the campaign already. */
const withoutSlug = (text: string): string => text.replace(/^[a-z0-9-]+: /, "")

/** Every rule with the figure that decided it, as an approval would apply it now. */
export const reviewChecks = (now: Now, currency: string): ReadonlyArray<Check> => {
  const { differences, quota, refusal, stopsSpend } = now
  const explained = refusal?.code === "budget_cap_exceeded"
  return [
    {
      passes: differences.length === 0,
      name: "Not changed meanwhile",
      detail:
        differences.length === 0
          ? "The change is still what was asked"
          : differences
              .map((one) => `Asked: ${withoutSlug(one.queued)}. Now: ${withoutSlug(one.now)}.`)
              .join(" ")
    },
    ...stepChecks(now, currency),
    ...capCheck(now, currency),
    ...(refusal === null || explained ? [] : [{ passes: false, name: "Rules", detail: refusal.message }]),
    {
      passes: quota.remaining > 0 || stopsSpend,
      name: "Changes of the day",
      detail: stopsSpend
        ? "Not limited: it stops spend"
        : `${count(quota.limit - quota.remaining, "change")} of ${quota.limit.toLocaleString("en-US")} used today`
    },
    ...outsideCheck(now, currency),
    ...platformCheck(now)
  ]
}
