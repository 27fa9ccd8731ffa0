import { Effect, Layer } from "effect"
import { type ConversionAlarm, ConversionAlarms } from "../identity/index.ts"
import { runSql } from "../storage/index.ts"

interface Row {
  readonly subject: string
  readonly slug: string | null
  readonly name: string | null
  readonly since: string
}

const alarmOf = ({ name, since, slug, subject }: Row): ConversionAlarm => ({
  subject,
  campaign: slug === null || name === null ? null : { slug, name },
  since
})

/**
 * Reads where the latest sync found that conversions stopped: in the whole organization, else in single live
 * campaigns. A subject stays the same while the silence lasts.
 */
export const conversionAlarmsLayer = Layer.succeed(ConversionAlarms, {
  current: runSql<{ readonly organization_id: number; readonly subject: string }>`
    select organization_id, 'all' as subject from organization_signals where conversions_stopped_since is not null
    union all
    select s.organization_id, s.campaign_id::text from campaign_signals s
    join campaigns c on c.organization_id = s.organization_id and c.id = s.campaign_id and c.state = 'live'
    where s.conversions_stopped_since is not null and c.removed_at is null and not exists (
      select from organization_signals o
      where o.organization_id = s.organization_id and o.conversions_stopped_since is not null)`,
  of: (organization) =>
    Effect.map(
      runSql<Row>`
        select 'all' as subject, null as slug, null as name, conversions_stopped_since as since
        from organization_signals where organization_id = ${organization} and conversions_stopped_since is not null
        union all
        select s.campaign_id::text, c.slug, c.name, s.conversions_stopped_since from campaign_signals s
        join campaigns c on c.organization_id = s.organization_id and c.id = s.campaign_id and c.state = 'live'
        where s.organization_id = ${organization} and s.conversions_stopped_since is not null
          and c.removed_at is null and not exists (select from organization_signals o
            where o.organization_id = ${organization} and o.conversions_stopped_since is not null)
        order by since`,
      (rows) => rows.map(alarmOf)
    )
})
