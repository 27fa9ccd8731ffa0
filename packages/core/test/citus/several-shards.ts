/**
 * The statements that may touch several shards, by the beginning of their text. None but the first is on the path of a
 * request: they are sent by schedules, workers and operators, and look for rows of all organizations.
 */
export const severalShards: Readonly<Record<string, ReadonlyArray<RegExp>>> = {
  "An id of a task, action or queued write is looked up in the shards of the caller's own organizations": [
    /^select organization_id from \w+ where organization_id = any\(\$1::bigint\[\]\) and id = \$2/
  ],
  "The sealer, by organization": [/^with gone as/, /^insert into audit_chains/],
  "Schedules that look for organizations with due rows": [/^select distinct organization_id as id/],
  "Retention of the audit trail": [/^select (c\.)?organization_id as chain/],
  "The schedule that tells requesters about decisions": [/^with told as/],
  "The schedule that updates notices": [
    /^with reserved as \(\s*select q\.organization_id/,
    /^(insert into|delete from) (notices|notice_receipts)\b/,
    /^select organization_id, (max\(id\) as id from notices|id as subject from queued_writes)/
  ],
  "Schedules that find open executions, tasks and messages, and campaigns to push": [
    /^select organization_id(, id from executions| as organization, id)/,
    /^select c\.organization_id as organization, c\.id as campaign/,
    /^select distinct n\.organization_id as organization, n\.awaits_campaign_id/,
    /^select a\.organization_id as "organizationId"/
  ],
  "The sync, which writes many rows of one organization": [
    /json_to_recordset|from unnest\(.* as there \(ref, name\)/,
    /^with (incoming|terms|week|spans|kept) as/,
    /^insert into search_term_(totals|windows) as/
  ]
}
