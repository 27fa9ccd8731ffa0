import type { ApprovalReview, OrganizationPageReader } from "@adwarden/core"
import { operationByName, pagePaths, quotation } from "@adwarden/core/contract"
import { Effect } from "effect"
import { type Content, type Html, html } from "../../kit/html.ts"
import {
  type Check,
  card,
  count,
  type Difference,
  moment,
  money,
  percentChange,
  table
} from "../../parts/index.ts"
import { type SettingValue, settingNames, settingValue } from "../change/outside-changes.ts"
import { platformCheck } from "../change/preview-box.ts"
import type { DescribedChange } from "./describe-request.ts"

/** What a request that is out of date would do today as a change of the approver's own. */
export interface SameGoal {
  readonly data: ReadonlyArray<Difference>
  readonly previewHash: string
}

interface FieldChange {
  readonly from: SettingValue
  readonly to: SettingValue
}

const isFieldChange = (value: unknown): value is FieldChange =>
  typeof value === "object" && value !== null && "from" in value && "to" in value

const amounts: ReadonlySet<string> = new Set(["budget", "target_cpa"])
const names: Readonly<Record<string, string>> = {
  budget: "Daily budget",
  target_cpa: "Target CPA",
  ai_max: "AI Max"
}

const differenceOf = (field: string, { from, to }: FieldChange, currency: string): Difference => {
  const shown = (value: SettingValue) =>
    typeof value === "boolean"
      ? settingValue({ field: "ai_max" }, value, currency)
      : typeof value === "number" && amounts.has(field)
        ? money(value, currency)
        : String(value ?? "none")
  const step =
    typeof from === "number" && typeof to === "number" && from > 0 ? { step: percentChange(from, to) } : {}
  return { name: names[field] ?? field, from: shown(from), to: shown(to), ...step }
}

/**
 * Previews the parameters of a request for the person who reviews it. Null if its operation has no preview, or if the
 * preview is refused or changes nothing.
 */
export const readSameGoal = (
  { input, now, operation: name, write }: ApprovalReview,
  { read }: OrganizationPageReader
) => {
  const outdated =
    now !== null && now.differences.length > 0 && operationByName.get(name)?.effect === "guarded"
  if (!outdated) return Effect.succeed(null)
  return read(name, { ...input, dry_run: true }).pipe(
    Effect.map((output): SameGoal | null => {
      const preview = output as Readonly<Record<string, unknown>>
      const changes = Object.entries((preview["would_change"] ?? {}) as Record<string, unknown>)
      const data = changes.flatMap(([field, change]) =>
        isFieldChange(change) ? [differenceOf(field, change, write.organization.currency)] : []
      )
      const hash = preview["preview_hash"]
      return data.length === 0 || typeof hash !== "string" || "blocked_reason" in preview
        ? null
        : { data, previewHash: hash }
    }),
    Effect.catchIf(
      (error) => error._tag !== "SqlError",
      () => Effect.succeed(null)
    )
  )
}

interface Row {
  readonly what: Content
  readonly line: Content
  readonly change: Content
  readonly today?: true
}

/** The page names the campaign already. */
const withoutSlug = (text: string): string => text.replace(/^[a-z0-9-]+: /, "")

const changeOf = (differences: ReadonlyArray<Difference>, text: string): Content =>
  differences.length === 0
    ? text
    : differences.map(
        ({ from, name, step, to }) =>
          html`<div>${name} ${from} → <b>${to}</b>${step === undefined ? null : html` <span class="soft">${step}</span>`}</div>`
      )

/** The story of a request that is out of date: what was asked, what happened since, what it would be today. */
export const outdatedCard = (
  { laterChanges, now, write }: ApprovalReview,
  { differences }: DescribedChange,
  sameGoal: SameGoal | null
): Html => {
  const stale = now?.differences ?? []
  const rows: ReadonlyArray<Row> = [
    {
      what: "As it was asked",
      line: moment(write.requestedAt),
      change: html`${changeOf(differences, stale.map(({ queued }) => withoutSlug(queued)).join("; "))}${write.comment === null ? null : html`<span class="small"><bdi>${quotation(write.comment)}</bdi></span>`}`
    },
    ...laterChanges.map(
      ({ at, by, detail, key_last_four: key }): Row => ({
        what: html`${by ?? "The service"}`,
        line: html`${moment(at)}${key === null ? null : html` · key <code>…${key}</code>`}`,
        change: detail
      })
    ),
    {
      what: "The same request today",
      line: "needs a new preview",
      change: changeOf(sameGoal?.data ?? [], stale.map((one) => withoutSlug(one.now)).join("; ")),
      today: true
    }
  ]
  const { campaign, organization } = write
  return card({
    id: "change",
    title: "What changed meanwhile",
    ...(campaign === null
      ? {}
      : {
          note: html`<a href="${pagePaths.campaign(organization.slug, campaign.slug)}">${campaign.name}</a>`
        }),
    padded: false,
    body: table({
      labelledBy: "change",
      rows,
      picked: ({ today }) => today === true,
      columns: [
        { title: "Who", cell: ({ line, what }) => html`${what}<span class="small">${line}</span>` },
        { title: "Change", cell: ({ change }) => change }
      ]
    }),
    ...(laterChanges.length === 0
      ? { foot: "No change here explains it. It was probably made in the ad platform." }
      : {})
  })
}

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

/** What others changed in the campaign, which an approval may not overwrite. */
const outsideCheck = ({ outside }: Now, currency: string): ReadonlyArray<Check> =>
  outside.map((change) => ({
    passes: "warn",
    name: "Changed in the ad platform",
    detail: `The ${settingNames[change.field]} is ${settingValue(change, change.theirs, currency)} there${change.by === null ? "" : ` (set by ${change.by})`} and ${settingValue(change, change.ours, currency)} here. It is overwritten only by a lower value or a pause; otherwise it has to be accepted first`
  }))
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
    ...(now.platformCheck === null ? [] : [platformCheck(now.platformCheck)])
  ]
}
