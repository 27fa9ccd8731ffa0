import { shortMoneyFormatter } from "../../contract/index.ts"

/* Describes external edits for people. Fields without a sentence of their own are named by their words. */

type Body = Readonly<Record<string, unknown>>

export interface Edit {
  /** `CAMPAIGN_BUDGET`, `AD_GROUP_CRITERION`, … */
  readonly kind: string
  readonly operation: string
  readonly fields: ReadonlyArray<string>
  readonly before: Body
  readonly after: Body
  /** `GOOGLE_ADS_WEB_CLIENT`, `GOOGLE_ADS_SCRIPTS`, … */
  readonly client: string
  /** The currency of the account; null if it is unknown. */
  readonly currency: string | null
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

/** What made the edit, other than a person on the platform's website. */
const clients: Readonly<Record<string, string>> = {
  GOOGLE_ADS_AUTOMATED_RULE: "by an automated rule",
  GOOGLE_ADS_SCRIPTS: "by a script",
  GOOGLE_ADS_BULK_UPLOAD: "by a bulk upload",
  GOOGLE_ADS_API: "by another app",
  GOOGLE_ADS_EDITOR: "in Google Ads Editor",
  GOOGLE_ADS_MOBILE_APP: "in the mobile app",
  GOOGLE_ADS_RECOMMENDATIONS: "by accepting a recommendation of Google",
  GOOGLE_ADS_RECOMMENDATIONS_SUBSCRIPTION: "by a recommendation that Google applied automatically",
  SEARCH_ADS_360_SYNC: "by Search Ads 360",
  SEARCH_ADS_360_POST: "by Search Ads 360",
  INTERNAL_TOOL: "by Google"
}

export const valueAt = (body: Body, path: string): unknown =>
  path.split(".").reduce<unknown>((value, key) => (value as Body | undefined)?.[key], body)

const amountText = (micros: unknown, currency: string | null): string => {
  if (micros === undefined) return "none"
  const amount = Number(micros) / 1_000_000
  return currency === null ? amount.toFixed(2) : shortMoneyFormatter(currency)(amount)
}

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
  const amounts = () => `from ${amountText(from, edit.currency)} to ${amountText(to, edit.currency)}`
  if (field === "amountMicros") return `Daily budget changed ${amounts()}`
  if (field.endsWith("targetCpaMicros")) return `Target CPA changed ${amounts()}`
  if (field === "status") return `${describeSubject(edit)} ${states[String(to)] ?? String(to).toLowerCase()}`
  if (field === "name") return `Renamed from "${String(from)}" to "${String(to)}"`
  return undefined
}

/** Returns a field's name in words: "networkSettings.targetGoogleSearch" is "target google search". */
const fieldWords = (field: string): string =>
  field
    .slice(field.lastIndexOf(".") + 1)
    .replace(/Micros$/, "")
    .replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const describeChange = (edit: Edit): string => {
  if (edit.operation === "UPDATE") {
    const known = edit.fields.flatMap((field) => describeFieldChange(edit, field) ?? [])
    if (known.length > 0) return known.join("; ")
    if (edit.fields.length > 0)
      return `${describeSubject(edit)} changed: ${[...new Set(edit.fields.map(fieldWords))].join(", ")}`
  }
  return `${describeSubject(edit)} ${verbs[edit.operation] ?? "changed"}`
}

/** Describes an edit, and what made it unless a person did on the platform's website. */
export const describeEdit = (edit: Edit): string => {
  const client = clients[edit.client]
  return client === undefined ? describeChange(edit) : `${describeChange(edit)} (${client})`
}
