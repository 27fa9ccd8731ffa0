import { Effect } from "effect"
import { runSql } from "../storage/index.ts"

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

/** Reads the alarms of one organization, or of all (null), longest first. */
const readAlarms = (organization: number | null) =>
  runSql<Row>`
    select organization_id, 'all' as subject, null as slug, null as name, conversions_stopped_since as since
    from organization_signals
    where conversions_stopped_since is not null and (${organization}::bigint is null or organization_id = ${organization})
    union all
    select s.organization_id, s.campaign_id::text, c.slug, c.name, s.conversions_stopped_since from campaign_signals s
    join campaigns c on c.organization_id = s.organization_id and c.id = s.campaign_id and c.state = 'live'
    where s.conversions_stopped_since is not null and c.removed_at is null
      and (${organization}::bigint is null or s.organization_id = ${organization})
      and not exists (select 1 from organization_signals o
        where o.organization_id = s.organization_id and o.conversions_stopped_since is not null)
    order by since`

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
