import type { ApprovalReview, OrganizationPageReader } from "@adwarden/core"
import { operationByName } from "@adwarden/core/contract"
import { Effect } from "effect"
import { type Difference, money, percentChange } from "../../parts/index.ts"

/** What a request that is out of date would do today as a change of the approver's own. */
export interface SameGoal {
  readonly data: ReadonlyArray<Difference>
  readonly previewHash: string
}

interface FieldChange {
  readonly from: string | number | null
  readonly to: string | number | null
}

const isFieldChange = (value: unknown): value is FieldChange =>
  typeof value === "object" && value !== null && "from" in value && "to" in value

const amounts: ReadonlySet<string> = new Set(["budget", "target_cpa"])
const names: Readonly<Record<string, string>> = { budget: "Daily budget", target_cpa: "Target CPA" }

const differenceOf = (field: string, { from, to }: FieldChange, currency: string): Difference => {
  const shown = (value: string | number | null) =>
    typeof value === "number" && amounts.has(field) ? money(value, currency) : String(value ?? "none")
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

/** The result of an operation that a person ran from the page. */
export interface OwnChange {
  readonly applied?: unknown
}
