import { Effect } from "effect"
import type { Output } from "../contract/index.ts"
import { TimePosition } from "../paging/cursor.ts"
import { pagedList } from "../paging/paged-list.ts"
import { handler } from "../request/handler.ts"
import { Statements, statement } from "../storage/index.ts"
import { CampaignDirectory, type CampaignEntry } from "./campaign-directory.ts"

type Entry = Output<"actions.list">["actions"][number]
interface ActionRow extends Omit<Entry, "actor" | "campaign" | "comment" | "sync_error"> {
  readonly campaign_id: number | null
  readonly actor_type: Entry["actor"]["type"]
  readonly actor_key_prefix: string | null
  readonly actor_key_last_four: string | null
  readonly actor_user_email: string | null
  readonly comment: string | null
  readonly sequence: number
}

/** Days are passed as instants: a day is in UTC, whatever the database's time zone. */
const filter = `organization_id = $1 and state = 'executed' and ($2::text is null or source = $2)
  and ($3::bigint is null or at >= to_timestamp($3 / 1000.0)) and ($4::bigint is null or at < to_timestamp($4 / 1000.0))`

const readPage = pagedList({
  name: "actions",
  position: TimePosition,
  positionOf: ({ at, sequence }: ActionRow) => [Date.parse(at), sequence],
  page: `
select id, at, source, actor_type, actor_key_prefix, actor_key_last_four, actor_user_email, op, campaign_id, detail,
  comment, undone_at is not null as undone, sequence
from actions where ${filter}
  and ($5::bigint is null or (at, sequence) < (to_timestamp($5 / 1000.0)::timestamptz(3), $6::bigint))
order by at desc, sequence desc limit $7`,
  count: `select count(*) as total from actions where ${filter}`
})

/** Of the actions $2, those that set a value with one of the keys $3 and that no later action has replaced. */
const latestOf = statement(`
select a.id from actions a where a.organization_id = $1 and a.id = any($2::text[]) and a.affected_keys && $3::text[]
  and not exists (select from actions later where later.organization_id = $1 and later.sequence > a.sequence
    and later.state = 'executed' and later.affected_keys && a.affected_keys)`)

const dayLength = 86_400_000

const toEntry = (row: ActionRow, campaign: CampaignEntry | undefined, unsynced: boolean): Entry => ({
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
  campaign: campaign?.slug ?? null,
  detail: row.detail,
  undone: row.undone,
  ...(row.comment === null ? {} : { comment: row.comment }),
  ...(unsynced && campaign?.syncError != null ? { sync_error: campaign.syncError } : {})
})

export const listActions = handler(
  "actions.list",
  Effect.gen(function* () {
    const statements = yield* Statements
    const directory = yield* CampaignDirectory

    /** Finds the actions with a value that cannot reach the platform. There are none on most pages. */
    const findUnsynced = Effect.fnUntraced(function* (
      organization: number,
      rows: ReadonlyArray<ActionRow>,
      campaigns: ReadonlyMap<number | null, CampaignEntry>
    ) {
      const failing = rows.filter(
        ({ campaign_id }) => (campaigns.get(campaign_id)?.syncError ?? null) !== null
      )
      if (failing.length === 0) return new Set()
      const keys = failing.flatMap(({ campaign_id }) => campaigns.get(campaign_id)?.unsyncedKeys ?? [])
      const found = yield* statements.query<Pick<ActionRow, "id">>(latestOf, [
        organization,
        failing.map(({ id }) => id),
        [...new Set(keys)]
      ])
      return new Set(found.map(({ id }) => id))
    })

    return Effect.fnUntraced(function* ({ organization }, { from, source = null, to, ...request }) {
      const since = from === undefined ? null : Date.parse(from)
      const before = to === undefined ? null : Date.parse(to) + dayLength
      const filters = [organization.id, source, since, before]
      const { rows, ...page } = yield* readPage(statements, filters, request)
      const campaigns = yield* directory.find(
        organization.id,
        rows.map(({ campaign_id }) => campaign_id)
      )
      const unsynced = yield* findUnsynced(organization.id, rows, campaigns)
      return {
        actions: rows.map((row) => toEntry(row, campaigns.get(row.campaign_id), unsynced.has(row.id))),
        ...page
      }
    })
  })
)
