import { Effect } from "effect"
import { runSqlText } from "../storage/index.ts"
import { runsSql } from "./seen-in-platform.ts"

/*
 * Where the latest sync found that conversions stopped although clicks went on: in the whole organization, else in
 * single live campaigns. A subject stays the same while the silence lasts.
 */

export interface ConversionAlarm {
  readonly subject: string
  /** Null for all campaigns together. */
  readonly campaign: { readonly slug: string; readonly name: string } | null
  /** The first day without conversions. */
  readonly since: string
}

interface Row extends Pick<ConversionAlarm, "subject" | "since"> {
  readonly organization_id: number
  readonly slug: string | null
  readonly name: string | null
}

/** SQL: the alarms of all organizations, or of $1, longest first. Each table names the organization itself. */
const alarmsSql = (scope: "all" | "one"): string => {
  const within = (table: string) => (scope === "one" ? `and ${table}.organization_id = $1` : "")
  return `
    select a.organization_id, 'all' as subject, null as slug, null as name, a.conversions_stopped_since as since
    from organization_signals a where a.conversions_stopped_since is not null ${within("a")}
    union all
    select s.organization_id, s.campaign_id::text, c.slug, c.name, s.conversions_stopped_since from campaign_signals s
    join campaigns c on c.organization_id = s.organization_id and c.id = s.campaign_id and ${runsSql("c")} ${within("c")}
    left join organization_signals o on o.organization_id = s.organization_id
      and o.conversions_stopped_since is not null ${within("o")}
    where s.conversions_stopped_since is not null and c.removed_at is null and o.organization_id is null ${within("s")}
    order by since`
}

const readAlarms = (organization: number | null) =>
  organization === null
    ? runSqlText<Row>(alarmsSql("all"), [])
    : runSqlText<Row>(alarmsSql("one"), [organization])

export const conversionAlarms = readAlarms(null)

export const conversionAlarmsOf = (organization: number) =>
  Effect.map(readAlarms(organization), (rows) =>
    rows.map(
      ({ name, since, slug, subject }): ConversionAlarm => ({
        subject,
        campaign: slug === null || name === null ? null : { slug, name },
        since
      })
    )
  )
