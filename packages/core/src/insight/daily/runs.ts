import { Schema } from "effect"
import { type BoundStatement, bindStatement, statement } from "../../storage/index.ts"
import { storedColumn } from "../../storage/stored-json.ts"
import { Undecided } from "./undecided.ts"

export const undecidedColumn = storedColumn(
  "detector_runs.undecided",
  Schema.Struct({ list: Schema.Array(Undecided) })
)

const record = statement(`
insert into detector_runs (organization_id, campaign_id, ran_at, recommendations, undecided)
values ($1, $2, now(), $3, $4::jsonb)
on conflict (organization_id, campaign_id) do update
set ran_at = excluded.ran_at, recommendations = excluded.recommendations, undecided = excluded.undecided`)

/** Records that the detectors have run on a campaign. */
export const recordRun = (
  organization: number,
  campaign: number,
  recommendations: number,
  undecided: ReadonlyArray<Undecided>
) =>
  bindStatement(record, [
    organization,
    campaign,
    recommendations,
    JSON.stringify(undecidedColumn.write({ list: undecided }))
  ])

/** The last daily run on a campaign. */
export interface DailyRun {
  readonly campaign: number
  readonly ran_at: string
  readonly recommendations: number
  /** Null before a run that looks for it. */
  readonly undecided: unknown
  /** Whether it is at most two days old: a sync may have been late. */
  readonly recent: boolean
}

const runs = statement(`
select campaign_id as campaign, ran_at, recommendations, undecided, ran_at > now() - interval '2 days' as recent
from detector_runs where organization_id = $1`)

/** Reads the last daily run on each campaign of an organization. */
export const readDailyRuns = (organization: number): BoundStatement<DailyRun> =>
  bindStatement(runs, [organization])
