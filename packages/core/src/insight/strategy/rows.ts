import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Schema } from "effect"
import { randomId, StrategyId } from "../../contract/index.ts"
import { storedColumn } from "../../storage/stored-json.ts"

const StrategyDocument = Schema.Struct({ name: Schema.String, content: Schema.String })
export type StrategyDocument = typeof StrategyDocument.Type

export const documentsColumn = storedColumn(
  "strategies.documents",
  Schema.Struct({ list: Schema.Array(StrategyDocument) })
)

/** The URL of its page. */
export const strategyUrl = (appUrl: string, org: string, id: string): string =>
  `${appUrl}/${org}/strategy/${id}`

const encodeDocuments = (documents: ReadonlyArray<StrategyDocument>): string =>
  JSON.stringify(documentsColumn.write({ list: documents }))

/** Inserts a strategy that is still to be generated, with the name of the business if it is known. */
export const createStrategy = (
  organization: number,
  {
    documents,
    requestedBy
  }: { readonly documents: ReadonlyArray<StrategyDocument>; readonly requestedBy: number }
) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const id = StrategyId.make(randomId("str"))
    yield* sql`
      insert into strategies (organization_id, id, title, documents, requested_by)
      select o.id, ${id}, 'Strategy for ' || coalesce(nullif(p.brand_name, ''), o.name),
        ${encodeDocuments(documents)}::jsonb, ${requestedBy}
      from organizations o left join business_profiles p on p.organization_id = o.id
      where o.id = ${organization}`
    return id
  })

export const linkStrategyToTask = (organization: number, id: StrategyId, task: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql`update strategies set task_id = ${task} where organization_id = ${organization} and id = ${id}`
  )

/** A strategy as its task reads it. */
export interface QueuedStrategy {
  readonly id: StrategyId
  readonly org: string
  readonly title: string
  readonly status: "queued" | "running" | "succeeded" | "failed"
  readonly documents: ReadonlyArray<StrategyDocument>
}

/** Finds the strategy of a task and marks it as generating, unless it is finished. */
export const startStrategy = (organization: number, task: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<Omit<QueuedStrategy, "documents"> & { readonly documents: unknown }>`
      update strategies s set status = case s.status when 'queued' then 'running' else s.status end
      from organizations o
      where o.id = s.organization_id and s.organization_id = ${organization} and s.task_id = ${task}
      returning s.id, o.slug as org, s.title, s.status, s.documents`
    if (row === undefined) return null
    const { list } = documentsColumn.read(row.documents, { organization, id: row.id })
    const strategy: QueuedStrategy = { ...row, documents: list }
    return strategy
  })

/** Stores the complete text, once: a second writer changes nothing. */
export const finishStrategy = (organization: number, id: StrategyId, markdown: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      update strategies set status = 'succeeded', markdown = ${markdown}, finished_at = now()
      where organization_id = ${organization} and id = ${id} and status in ('queued', 'running')`
  )

export const failStrategy = (organization: number, task: number, error: string) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql`
      update strategies set status = 'failed', error = ${error}, finished_at = now()
      where organization_id = ${organization} and task_id = ${task} and status in ('queued', 'running')`
  )
