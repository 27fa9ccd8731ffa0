import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Context, Effect } from "effect"
import type { ActionId, NotFound, Output } from "../contract/index.ts"
import { filteredList, TimePosition } from "../paging.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import { handler, registerHandlers } from "../request/handler.ts"
import { bindStatement, type PlanningReader, Statements, statement } from "../storage/index.ts"
import { actorOf, type MetOutsideChange, outsideChangesColumn } from "./action-log.ts"

/** What a plan reads with, for whom. */
export interface PlanReads extends PlanningReader {
  readonly clearance: OrganizationClearance
}

/** What lists of changes show of a campaign. */
export interface CampaignEntry {
  readonly slug: string
  readonly name: string
  /** The affected keys of changes that have not reached the platform yet. */
  readonly unsyncedKeys: ReadonlyArray<string>
  /** Why they have not, and what to do; null if they are on their way. */
  readonly syncError: string | null
}

/** Finds the campaigns of actions and queued writes. The module that owns campaigns provides it. */
export class CampaignDirectory extends Context.Tag("@adwarden/CampaignDirectory")<
  CampaignDirectory,
  {
    /** Reads campaigns by their ids, discarded ones included. Ids that are null are left out. */
    readonly find: (
      organization: number,
      ids: ReadonlyArray<number | null>
    ) => Effect.Effect<ReadonlyMap<number | null, CampaignEntry>, SqlError>
    /** Finds the id of the campaign that a filter names; null without one. */
    readonly findId: (
      organization: { readonly id: number; readonly slug: string },
      slug: string | undefined
    ) => Effect.Effect<number | null, NotFound | SqlError>
    /** Reads the campaign of a plan, once for the write and its edits. */
    readonly findForPlan: (
      context: PlanReads,
      id: number
    ) => Effect.Effect<
      { readonly id: number; readonly slug: string; readonly removed: boolean },
      SqlError,
      SqlClient.SqlClient
    >
  }
>() {}

type Entry = Output<"actions.list">["actions"][number]

/** An executed action, with its actor at that time. */
interface ActionRow extends Pick<Entry, "at" | "source" | "op" | "detail" | "undone"> {
  readonly id: ActionId
  readonly campaign_id: number | null
  readonly actor_type: Entry["actor"]["type"]
  readonly actor_user_id: number | null
  readonly actor_user_email: string | null
  readonly actor_key_id: number | null
  readonly actor_key_prefix: string | null
  readonly actor_key_last_four: string | null
  readonly actor_connection_id: string | null
  readonly queued_write_id: string | null
  /** Why, in the requester's own words: untrusted text. */
  readonly comment: string | null
  readonly undone_at: string | null
  /** The email of the person who undid it. */
  readonly undone_by: string | null
  readonly sequence: number
  /** Stored JSON. */
  readonly outside_changes: unknown
}

/** What a list of actions contains; null for everything. Days are passed as instants: a day is in UTC. */
interface ActionFilter {
  readonly source: string | null
  readonly since: number | null
  readonly before: number | null
  readonly campaign: number | null
  readonly user: number | null
  readonly key: number | null
}

const columns = `id, at, source, actor_type, actor_user_id, actor_user_email, actor_key_id, actor_key_prefix,
  actor_key_last_four, actor_connection_id, queued_write_id, op, campaign_id, detail, comment,
  undone_at is not null as undone, undone_at, undone_by ->> 'user' as undone_by, sequence, outside_changes`

const readPage = filteredList({
  name: "actions",
  position: TimePosition,
  positionOf: ({ at, sequence }: ActionRow) => [Date.parse(at), sequence],
  // In this order, cursors of the version before are still valid.
  conditions: {
    source: (value) => `source = ${value}`,
    since: (value) => `at >= to_timestamp(${value}::bigint / 1000.0)`,
    before: (value) => `at < to_timestamp(${value}::bigint / 1000.0)`,
    campaign: (value) => `campaign_id = ${value}`,
    user: (value) => `actor_user_id = ${value} and actor_key_id is null`,
    key: (value) => `actor_key_id = ${value}`
  },
  after: (at, sequence) =>
    `(at, sequence) < (to_timestamp(${at}::bigint / 1000.0)::timestamptz(3), ${sequence}::bigint)`,
  page: (where, limit) => `
select ${columns} from actions where ${where} and state = 'executed'
order by at desc, sequence desc limit ${limit}`,
  count: (where) => `select count(*) as total from actions where ${where} and state = 'executed'`
})

const byId = statement(
  `select ${columns} from actions where organization_id = $1 and state = 'executed' and id = $2`
)

/** Of the actions $2, those that set a value with one of the keys $3 and that no later action has replaced. */
const latestOf = statement(`
select a.id from actions a where a.organization_id = $1 and a.id = any($2::text[]) and a.affected_keys && $3::text[]
  and not exists (select 1 from actions later where later.organization_id = $1 and later.sequence > a.sequence
    and later.state = 'executed' and later.affected_keys && a.affected_keys)`)

/** An action with its campaign. */
export interface ReadAction {
  readonly row: ActionRow
  readonly campaign: CampaignEntry | undefined
  /** Why its value does not reach the platform, and what to do; null if it does. */
  readonly syncError: string | null
  /** What its push found changed by others in the platform. */
  readonly outside: ReadonlyArray<MetOutsideChange>
}

/** Makes the functions that read executed actions: a page of them, newest first, or one. */
export const makeActionReader = Effect.gen(function* () {
  const statements = yield* Statements
  const directory = yield* CampaignDirectory

  /** Finds the actions with a value that cannot reach the platform. There are none on most pages. */
  const findUnsynced = Effect.fnUntraced(function* (
    organization: number,
    rows: ReadonlyArray<ActionRow>,
    campaigns: ReadonlyMap<number | null, CampaignEntry>
  ) {
    const failing = rows.filter(({ campaign_id }) => (campaigns.get(campaign_id)?.syncError ?? null) !== null)
    if (failing.length === 0) return new Set()
    const keys = failing.flatMap(({ campaign_id }) => campaigns.get(campaign_id)?.unsyncedKeys ?? [])
    const found = yield* statements.read(
      bindStatement<Pick<ActionRow, "id">>(latestOf, [
        organization,
        failing.map(({ id }) => id),
        [...new Set(keys)]
      ])
    )
    return new Set(found.map(({ id }) => id))
  })

  const withCampaigns = Effect.fnUntraced(function* (organization: number, rows: ReadonlyArray<ActionRow>) {
    const campaigns = yield* directory.find(
      organization,
      rows.map(({ campaign_id }) => campaign_id)
    )
    const unsynced = yield* findUnsynced(organization, rows, campaigns)
    return rows.map((row): ReadAction => {
      const campaign = campaigns.get(row.campaign_id)
      const outside =
        row.outside_changes === null
          ? []
          : outsideChangesColumn.read(row.outside_changes, { organization, id: row.id }).list
      return {
        row,
        campaign,
        syncError: unsynced.has(row.id) ? (campaign?.syncError ?? null) : null,
        outside
      }
    })
  })

  return {
    page: Effect.fnUntraced(function* (
      organization: number,
      filter: ActionFilter,
      request: { readonly cursor?: string | undefined; readonly limit: number }
    ) {
      const { rows, ...page } = yield* readPage(statements, organization, filter, request)
      return { actions: yield* withCampaigns(organization, rows), ...page }
    }),
    find: Effect.fnUntraced(function* (organization: number, id: string) {
      const rows = yield* statements.read(bindStatement<ActionRow>(byId, [organization, id]))
      const [action] = yield* withCampaigns(organization, rows)
      return action ?? null
    })
  }
})

const dayLength = 86_400_000

const everything: ActionFilter = {
  source: null,
  since: null,
  before: null,
  campaign: null,
  user: null,
  key: null
}

const toEntry = ({ campaign, outside, row, syncError }: ReadAction): Entry => ({
  id: row.id,
  at: row.at,
  source: row.source,
  actor: actorOf({
    type: row.actor_type,
    prefix: row.actor_key_prefix,
    lastFour: row.actor_key_last_four,
    user: row.actor_user_email
  }),
  op: row.op,
  campaign: campaign?.slug ?? null,
  detail: row.detail,
  undone: row.undone,
  ...(row.comment === null ? {} : { comment: row.comment }),
  ...(syncError === null ? {} : { sync_error: syncError }),
  ...(outside.length === 0 ? {} : { outside_change: outside })
})

const listActions = handler(
  "actions.list",
  Effect.map(makeActionReader, (reader) =>
    Effect.fnUntraced(function* ({ organization }, { from, source = null, to, ...request }) {
      const filter = {
        ...everything,
        source,
        since: from === undefined ? null : Date.parse(from),
        before: to === undefined ? null : Date.parse(to) + dayLength
      }
      const { actions, ...page } = yield* reader.page(organization.id, filter, request)
      return { actions: actions.map(toEntry), ...page }
    })
  )
)

/** Lists the actions of the calling key, or of the calling person, who may have used the dashboard and any app. */
const listOwnActions = handler(
  "actions.list_mine",
  Effect.gen(function* () {
    const reader = yield* makeActionReader
    const campaigns = yield* CampaignDirectory
    return Effect.fnUntraced(function* ({ caller, organization }, { campaign, ...request }) {
      const filter = {
        ...everything,
        campaign: yield* campaigns.findId(organization, campaign),
        ...(caller.kind === "api_key" ? { key: caller.keyId } : { user: caller.userId })
      }
      const { actions, ...page } = yield* reader.page(organization.id, filter, request)
      return { actions: actions.map(toEntry), ...page }
    })
  })
)

export const actionHandlers = registerHandlers(listActions, listOwnActions)
