import { Clock, Effect, Schema } from "effect"
import { shortMoneyFormatter } from "../../contract/index.ts"
import { earliestLocalFrom, instantOf, localOf } from "../local-time.ts"
import type { AdAccount, CampaignSetting, ExternalChange, PreviousSettings } from "../model.ts"
import { collectRows, gaqlString, type Search, text } from "./search.ts"
import { aiMaxMask } from "./settings-writes.ts"

/* Describes external edits for people. Fields without a sentence of their own are named by their words. */

type Resource = Readonly<Record<string, unknown>>

export interface Edit {
  /** `CAMPAIGN_BUDGET`, `AD_GROUP_CRITERION`, … */
  readonly kind: string
  readonly operation: string
  readonly fields: ReadonlyArray<string>
  readonly before: Resource
  readonly after: Resource
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
  CAMPAIGN_ASSET: "Sitelink or callout",
  ASSET_GROUP: "Asset group",
  ASSET_GROUP_ASSET: "Asset of an asset group"
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

const valueAt = (body: Resource, path: string): unknown =>
  path.split(".").reduce<unknown>((value, key) => (value as Resource | undefined)?.[key], body)

const amountText = (micros: unknown, currency: string | null): string => {
  if (micros === undefined) return "none"
  const amount = Number(micros) / 1_000_000
  return currency === null ? amount.toFixed(2) : shortMoneyFormatter(currency)(amount)
}

/** "none" where a campaign has no end. */
const dayText = (local: unknown): string => (typeof local === "string" ? local.slice(0, 10) : "none")

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
  if (field === "totalAmountMicros") return `Total budget changed ${amounts()}`
  if (field === "endDateTime") return `End changed from ${dayText(from)} to ${dayText(to)}`
  if (field.endsWith("targetCpaMicros")) return `Target CPA changed ${amounts()}`
  if (field === aiMaxMask) return `AI Max turned ${to === true ? "on" : "off"}`
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

/* What an external edit replaced, as far as an edit of ours can restore it. */

/** The setting of a campaign that a field of the platform holds. */
const settingOf = (field: string): CampaignSetting | undefined => {
  if (field === "name") return "name"
  if (field === "amountMicros") return "budget"
  if (field === "status") return "state"
  if (field === aiMaxMask) return "ai_max"
  return field.endsWith("targetCpaMicros") ? "target_cpa" : undefined
}

const amountOf = (micros: unknown): number | null => {
  const amount = Number(micros)
  return micros === undefined || micros === null || !Number.isFinite(amount) ? null : amount / 1_000_000
}

const partStates: Readonly<Record<string, "enabled" | "paused">> = { ENABLED: "enabled", PAUSED: "paused" }

/** The state before an edit of a keyword or an ad; undefined if it is unknown or was not changed. */
const stateBefore = ({ before, fields }: Edit) =>
  fields.includes("status") ? partStates[String(before["status"])] : undefined

const ofCampaign = ({ before, fields, kind }: Edit): PreviousSettings => {
  const { name, status } = before
  const budget = fields.includes("amountMicros") ? amountOf(before["amountMicros"]) : null
  if (kind === "CAMPAIGN_BUDGET") return budget === null ? {} : { budget }
  const paused = status === "PAUSED" ? "paused" : null
  const state = status === "ENABLED" ? "live" : paused
  const target = fields.find((field) => settingOf(field) === "target_cpa")
  return {
    ...(fields.includes("name") && typeof name === "string" ? { name } : {}),
    ...(budget === null ? {} : { budget }),
    // The platform leaves out a target that is not set.
    ...(target === undefined ? {} : { target_cpa: amountOf(valueAt(before, target)) || null }),
    // The platform leaves out what is off.
    ...(fields.includes(aiMaxMask) ? { ai_max: valueAt(before, aiMaxMask) === true } : {}),
    ...(fields.includes("status") && state !== null ? { state } : {})
  }
}

const ofPart = (edit: Edit): PreviousSettings => {
  const state = stateBefore(edit)
  if (state === undefined) return {}
  if (edit.kind === "AD_GROUP") return { ad: state }
  if (edit.kind === "AD_GROUP_AD") return { text_ad: state }
  return edit.before["negative"] === true ? {} : { keyword: state }
}

/** The kinds of parts that are added and removed. Of a removed part the platform may tell no more than its name. */
const parts: ReadonlySet<string> = new Set(["AD_GROUP", "AD_GROUP_CRITERION", "CAMPAIGN_CRITERION"])

/** What was before an edit of a campaign, its budget, keywords, negative keywords or ads. */
const previousOf = (edit: Edit): PreviousSettings => {
  const { kind, operation } = edit
  if (operation !== "UPDATE") return parts.has(kind) ? { existed: operation === "REMOVE" } : {}
  if (kind === "CAMPAIGN" || kind === "CAMPAIGN_BUDGET") return ofCampaign(edit)
  return parts.has(kind) || kind === "AD_GROUP_AD" ? ofPart(edit) : {}
}

const fields = `change_event.resource_name, change_event.change_date_time, change_event.client_type,
 change_event.user_email, change_event.change_resource_type, change_event.change_resource_name,
 change_event.resource_change_operation, change_event.changed_fields, change_event.old_resource,
 change_event.new_resource, change_event.campaign`

const ResourceBody = Schema.Record({ key: Schema.String, value: Schema.Unknown })
const Row = Schema.Struct({
  changeEvent: Schema.Struct({
    resourceName: Schema.String,
    changeDateTime: Schema.String,
    clientType: text,
    userEmail: text,
    changeResourceType: text,
    changeResourceName: text,
    resourceChangeOperation: text,
    changedFields: text,
    oldResource: Schema.optional(Schema.Record({ key: Schema.String, value: ResourceBody })),
    newResource: Schema.optional(Schema.Record({ key: Schema.String, value: ResourceBody })),
    campaign: text
  })
})
type Event = (typeof Row.Type)["changeEvent"]

/**
 * The platform's limits: 30 days back, and this many rows per request. It counts days in the account's time
 * zone, where a DST change could push thirty times 24 hours into the day before.
 */
const [oldestMillis, pageSize] = [(30 * 24 - 2) * 3_600_000, 10_000]

/**
 * Whether an event is our own write: it comes from the API with the login's email. Without an email, all API
 * events count as ours.
 */
const isOurs = ({ clientType, userEmail }: Event, email: string | null): boolean =>
  clientType === "GOOGLE_ADS_API" && (email === null || email.toLowerCase() === userEmail.toLowerCase())

const changeOf = (event: Event, { currency, timeZone }: AdAccount, now: Date): ExternalChange => {
  const edit: Edit = {
    kind: event.changeResourceType,
    operation: event.resourceChangeOperation,
    fields: event.changedFields.split(",").filter((field) => field !== ""),
    before: Object.values(event.oldResource ?? {})[0] ?? {},
    after: Object.values(event.newResource ?? {})[0] ?? {},
    client: event.clientType,
    currency
  }
  return {
    id: event.resourceName.slice(event.resourceName.lastIndexOf("/") + 1),
    at: instantOf(event.changeDateTime, timeZone ?? "UTC", now),
    by: event.userEmail || null,
    what: describeEdit(edit),
    campaign: event.campaign || null,
    resource: event.changeResourceName,
    settings: edit.fields.flatMap((field) => settingOf(field) ?? []),
    detail: {
      resource: event.changeResourceName,
      campaign: event.campaign || null,
      client: edit.client,
      operation: edit.operation,
      fields: edit.fields,
      before: edit.before,
      after: edit.after,
      previous: previousOf(edit)
    }
  }
}

const isoDay = (instant: Date, timeZone: string): string => localOf(instant, timeZone).slice(0, 10)

export const changesSince = (search: Search) => (account: AdAccount, since: Date) =>
  Effect.gen(function* () {
    const now = yield* Clock.currentTimeMillis
    const timeZone = account.timeZone ?? "UTC"
    const from = new Date(Math.max(since.getTime(), now - oldestMillis))
    // Later than today: the account's clock may be ahead of ours.
    const until = isoDay(new Date(now + 2 * 86_400_000), timeZone)
    const events: Array<Event> = []
    for (let start = earliestLocalFrom(from, timeZone); ; ) {
      const rows = yield* collectRows(
        search(
          account,
          `SELECT ${fields} FROM change_event WHERE change_event.change_date_time >= ${gaqlString(start)}
           AND change_event.change_date_time <= ${gaqlString(until)}
           ORDER BY change_event.change_date_time ASC LIMIT ${pageSize}`,
          Row
        )
      )
      events.push(...rows.map(({ changeEvent }) => changeEvent))
      const last = rows.at(-1)?.changeEvent.changeDateTime
      if (rows.length < pageSize || last === undefined || last === start) break
      start = last
    }
    const known = new Map(events.map((event) => [event.resourceName, event]))
    return (
      [...known.values()]
        .filter((event) => !isOurs(event, account.login.email))
        .map((event) => changeOf(event, account, new Date(now)))
        // The platform's clock shows whole seconds, and the query may begin an hour earlier where clocks go back.
        .filter(({ at }) => Date.parse(at) >= Math.floor(from.getTime() / 1000) * 1000)
        .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    )
  }).pipe(Effect.withSpan("GoogleAds.changesSince"))
