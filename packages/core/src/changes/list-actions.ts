import { Effect } from "effect"
import type { Output } from "../contract/index.ts"
import { cursorCodec, splitPage, TimePosition, totalOf } from "../paging/cursor.ts"
import { connectionFactsSql, joinLoginSql } from "../platform/connection.ts"
import { type SyncFacts, syncStatus } from "../platform/sync-status.ts"
import { handler } from "../request/handler.ts"
import { Statements, statement } from "../storage/index.ts"

type Entry = Output<"actions.list">["actions"][number]
interface ActionRow extends Omit<Entry, "actor" | "sync_error"> {
  readonly actor_type: Entry["actor"]["type"]
  readonly actor_key_prefix: string | null
  readonly actor_key_last_four: string | null
  readonly actor_user_email: string | null
  readonly sequence: number
  readonly total: number
  /** The sync state of the campaign while a value of this action has not reached the platform; else null. */
  readonly sync_facts: SyncFacts | null
}

/** Days are passed as instants: a day is in UTC, whatever the database's time zone. */
const filter = `organization_id = $1 and state = 'executed' and ($2::text is null or source = $2)
  and ($3::bigint is null or at >= to_timestamp($3 / 1000.0)) and ($4::bigint is null or at < to_timestamp($4 / 1000.0))`

const page = statement(`
select a.id, a.at, a.source, a.actor_type, a.actor_key_prefix, a.actor_key_last_four, a.actor_user_email, a.op,
  c.slug as campaign, a.detail, a.undone_at is not null as undone, a.sequence,
  (select count(*) from actions where ${filter}) as total,
  case when exists (select from unnest(c.unpushed) field where 'campaign/' || c.id || '/' || field = any (a.affected_keys))
    and not exists (select from actions later where later.organization_id = $1 and later.sequence > a.sequence
      and later.state = 'executed' and later.affected_keys && a.affected_keys)
  then json_build_object('state', c.state, 'state_error', c.state_error, 'waiting', true,
    'in_platform', c.platform_resource_name is not null,
    'connection', (select ${connectionFactsSql} from ad_accounts a ${joinLoginSql}
      where a.organization_id = $1 and a.id = c.ad_account_id)) end as sync_facts
from (
  select * from actions where ${filter}
    and ($5::bigint is null or (at, sequence) < (to_timestamp($5 / 1000.0)::timestamptz(3), $6::bigint))
  order by at desc, sequence desc limit $7
) a
left join campaigns c on c.organization_id = $1 and c.id = a.campaign_id
order by a.at desc, a.sequence desc`)

const countAll = statement(`select count(*) as total from actions where ${filter}`)

const dayLength = 86_400_000
const syncError = ({ sync_facts }: ActionRow): { readonly sync_error?: string } => {
  const problem = sync_facts === null ? null : syncStatus(sync_facts).sync_error
  return problem === null ? {} : { sync_error: problem }
}
const toEntry = (row: ActionRow): Entry => ({
  id: row.id,
  at: row.at,
  source: row.source,
  actor: {
    type: row.actor_type,
    ...(row.actor_key_prefix === null ? {} : { prefix: row.actor_key_prefix }),
    ...(row.actor_key_last_four === null ? {} : { last_four: row.actor_key_last_four }),
    ...(row.actor_user_email === null ? {} : { user: row.actor_user_email })
  },
  op: row.op,
  campaign: row.campaign,
  detail: row.detail,
  undone: row.undone,
  ...syncError(row)
})

export const listActions = handler(
  "actions.list",
  Effect.map(Statements, (statements) =>
    Effect.fnUntraced(function* ({ organization }, { cursor, from, limit, source = null, to }) {
      const since = from === undefined ? null : Date.parse(from)
      const before = to === undefined ? null : Date.parse(to) + dayLength
      const list = cursorCodec(TimePosition, "actions", organization.id, source, since, before)
      const [cursorTime, sequence] = (yield* list.decode(cursor)) ?? [null, null]
      const filters = [organization.id, source, since, before]
      const rows = yield* statements.query<ActionRow>(page, [...filters, cursorTime, sequence, limit + 1])
      const { last, page: pageRows } = splitPage(rows, limit)
      const total = yield* totalOf(rows, statements.query(countAll, filters))
      return {
        actions: pageRows.map(toEntry),
        total,
        next_cursor: last === null ? null : list.encode([Date.parse(last.at), last.sequence])
      }
    })
  )
)
