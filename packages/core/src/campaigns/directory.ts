import { Effect, Layer } from "effect"
import { CampaignDirectory, type CampaignEntry } from "../log/read-actions.ts"
import {
  type ConnectionRow,
  connectionOf,
  readConnections,
  type SyncFacts,
  syncStatus
} from "../platform/connection.ts"
import { bindStatement, Statements, statement } from "../storage/index.ts"
import { campaignById, campaignFilter } from "./campaign.ts"
import { conflictMessageOf } from "./known-settings.ts"

interface Row extends Omit<SyncFacts, "connection" | "conflict"> {
  readonly conflict: unknown
  readonly id: number
  readonly slug: string
  readonly name: string
  readonly unpushed: ReadonlyArray<string>
  readonly ad_account_id: string | null
}

const byIds = statement(`
  select id, slug, name, state, state_error, unpushed, unpushed <> '{}' as waiting, ad_account_id, conflict,
    platform_resource_name is not null as in_platform
  from campaigns where organization_id = $1 and id = any($2::bigint[])`)

const entryOf = (
  row: Row,
  organization: number,
  connections: ReadonlyArray<ConnectionRow>
): CampaignEntry => {
  const connection = connectionOf(row.ad_account_id, connections)
  const conflict = conflictMessageOf(row, organization, connection?.currency ?? null)
  return {
    slug: row.slug,
    name: row.name,
    unsyncedKeys: row.unpushed.map((field) => `campaign/${row.id}/${field}`),
    syncError: row.waiting ? syncStatus({ ...row, conflict, connection }).sync_error : null
  }
}

/** Campaigns own their rows, so they look them up for the change engine. */
export const campaignDirectoryLayer = Layer.effect(
  CampaignDirectory,
  Effect.map(Statements, (statements) => ({
    find: Effect.fnUntraced(function* (organization, ids) {
      const known = [...new Set(ids.filter((id) => id !== null))]
      if (known.length === 0) return new Map()
      const rows = yield* statements.read(bindStatement<Row>(byIds, [organization, known]))
      const accounts = rows.flatMap(({ ad_account_id, waiting }) => (waiting ? (ad_account_id ?? []) : []))
      const connections =
        accounts.length === 0 ? [] : yield* statements.read(readConnections(organization, accounts))
      return new Map(rows.map((row) => [row.id, entryOf(row, organization, connections)]))
    }),
    findId: (organization, slug) => campaignFilter(statements, organization, slug),
    findForPlan: campaignById
  }))
)
