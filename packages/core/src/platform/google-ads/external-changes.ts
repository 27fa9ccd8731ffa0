import { Clock, Effect, Schema } from "effect"
import { earliestLocalFrom, instantOf, localOf } from "../local-time.ts"
import type { AdAccount, ExternalChange } from "../model/index.ts"
import { describeEdit, type Edit } from "./describe-edit.ts"
import { previousOf, settingOf } from "./previous-settings.ts"
import { gaqlString, text } from "./rows.ts"
import { collectRows, type Search } from "./search.ts"

const fields = `change_event.resource_name, change_event.change_date_time, change_event.client_type,
 change_event.user_email, change_event.change_resource_type, change_event.change_resource_name,
 change_event.resource_change_operation, change_event.changed_fields, change_event.old_resource,
 change_event.new_resource, change_event.campaign`

const Body = Schema.Record({ key: Schema.String, value: Schema.Unknown })
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
    oldResource: Schema.optional(Schema.Record({ key: Schema.String, value: Body })),
    newResource: Schema.optional(Schema.Record({ key: Schema.String, value: Body })),
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
