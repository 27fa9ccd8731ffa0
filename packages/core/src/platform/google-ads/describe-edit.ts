/* Describes external edits for people. Unknown fields keep the platform's own names. */

type Body = Readonly<Record<string, unknown>>

export interface Edit {
  /** `CAMPAIGN_BUDGET`, `AD_GROUP_CRITERION`, … */
  readonly kind: string
  readonly operation: string
  readonly fields: ReadonlyArray<string>
  readonly before: Body
  readonly after: Body
}

const nouns: Readonly<Record<string, string>> = {
  CAMPAIGN: "Campaign",
  CAMPAIGN_BUDGET: "Budget",
  AD_GROUP: "Ad",
  AD_GROUP_AD: "Ad text",
  AD: "Ad text",
  AD_GROUP_CRITERION: "Keyword",
  CAMPAIGN_CRITERION: "Targeting",
  ASSET: "Asset",
  CAMPAIGN_ASSET: "Sitelink or callout"
}
const verbs: Readonly<Record<string, string>> = { CREATE: "added", UPDATE: "changed", REMOVE: "removed" }

const valueAt = (body: Body, path: string): unknown =>
  path.split(".").reduce<unknown>((value, key) => (value as Body | undefined)?.[key], body)

const money = (micros: unknown): string =>
  micros === undefined ? "none" : (Number(micros) / 1_000_000).toFixed(2)

const states: Readonly<Record<string, string>> = {
  ENABLED: "enabled",
  PAUSED: "paused",
  REMOVED: "removed"
}

/** Returns the subject of the edit, by name if it has one. */
const describeSubject = ({ after, before, kind }: Edit): string => {
  const keyword = String(valueAt(after, "keyword.text") ?? valueAt(before, "keyword.text") ?? "")
  if (keyword !== "") {
    const negative = valueAt(after, "negative") ?? valueAt(before, "negative")
    return `${negative === true || kind === "CAMPAIGN_CRITERION" ? "Negative keyword" : "Keyword"} "${keyword}"`
  }
  return nouns[kind] ?? kind.toLowerCase().replaceAll("_", " ")
}

const describeFieldChange = (edit: Edit, field: string): string | undefined => {
  const [from, to] = [valueAt(edit.before, field), valueAt(edit.after, field)]
  if (field === "amountMicros") return `Daily budget changed from ${money(from)} to ${money(to)}`
  if (field.endsWith("targetCpaMicros")) return `Target CPA changed from ${money(from)} to ${money(to)}`
  if (field === "status") return `${describeSubject(edit)} ${states[String(to)] ?? String(to).toLowerCase()}`
  if (field === "name") return `Renamed from "${String(from)}" to "${String(to)}"`
  return undefined
}

export const describeEdit = (edit: Edit): string => {
  if (edit.operation === "UPDATE") {
    const known = edit.fields.flatMap((field) => describeFieldChange(edit, field) ?? [])
    if (known.length > 0) return known.join("; ")
    if (edit.fields.length > 0) return `${describeSubject(edit)} changed: ${edit.fields.join(", ")}`
  }
  return `${describeSubject(edit)} ${verbs[edit.operation] ?? "changed"}`
}
