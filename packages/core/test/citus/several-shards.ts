/**
 * The statements that may touch several shards. None is on the path of a request: they are sent by schedules, workers
 * and operators.
 */
export const backgroundStatements: ReadonlyArray<{ readonly statement: RegExp; readonly why: string }> = [
  {
    statement: /^(select distinct organization_id|with gone as|insert into audit_chains)/,
    why: "the sealer, and schedules that look for organizations with due rows"
  },
  { statement: /^with told as/, why: "the schedule that tells requesters about decisions" },
  {
    statement: /(insert into|delete from|from) (notices|notice_receipts)\b/,
    why: "the schedule that updates notices"
  },
  { statement: /json_to_recordset|from unnest\(.* as there \(ref, name\)/, why: "the sync" },
  { statement: /^with (incoming|terms|week|spans|kept) as/, why: "the sync" },
  { statement: /^insert into search_term_(totals|windows) as/, why: "the sync" }
]
