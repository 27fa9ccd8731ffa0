import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Schema } from "effect"
import { readOrganization } from "../../access/organizations.ts"
import { pagePaths, randomId, StrategyId } from "../../contract/index.ts"
import { readBrandName } from "../../organizations/index.ts"
import { deferStatements, makePlanningReader, runSql } from "../../storage/index.ts"
import { storedColumn } from "../../storage/stored-json.ts"

const StrategyDocument = Schema.Struct({ name: Schema.String, content: Schema.String })
export type StrategyDocument = typeof StrategyDocument.Type

export const documentsColumn = storedColumn(
  "strategies.documents",
  Schema.Struct({ list: Schema.Array(StrategyDocument) })
)

/** The URL of its page. */
export const strategyUrl = (appUrl: string, org: string, id: string): string =>
  `${appUrl}${pagePaths.strategy(org, id)}`

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
    const [[found], [brand]] = yield* makePlanningReader().read(
      readOrganization(organization),
      readBrandName(organization)
    )
    const title = `Strategy for ${brand?.text ?? found!.name}`
    yield* deferStatements(sql`
      insert into strategies (organization_id, id, title, documents, requested_by)
      values (${organization}, ${id}, ${title}, ${encodeDocuments(documents)}::jsonb, ${requestedBy})`)
    return id
  })

export const linkStrategyToTask = (organization: number, id: StrategyId, task: number) =>
  runSql`update strategies set task_id = ${task} where organization_id = ${organization} and id = ${id}`

/** A strategy as its task reads it. */
export interface QueuedStrategy {
  readonly id: StrategyId
  readonly title: string
  readonly status: "queued" | "running" | "succeeded" | "failed"
  readonly documents: ReadonlyArray<StrategyDocument>
}

/** Finds the strategy of a task and marks it as generating, unless it is finished. */
export const startStrategy = (organization: number, task: number) =>
  Effect.gen(function* () {
    const [row] = yield* runSql<Omit<QueuedStrategy, "documents"> & { readonly documents: unknown }>`
      update strategies set status = case when status = 'queued' then 'running' else status end
      where organization_id = ${organization} and task_id = ${task}
      returning id, title, status, documents`
    if (row === undefined) return null
    const { list } = documentsColumn.read(row.documents, { organization, id: row.id })
    const strategy: QueuedStrategy = { ...row, documents: list }
    return strategy
  })

/** Stores the complete text, once: a second writer changes nothing. */
export const finishStrategy = (organization: number, id: StrategyId, markdown: string) =>
  runSql`update strategies set status = 'succeeded', markdown = ${markdown}, finished_at = now()
    where organization_id = ${organization} and id = ${id} and status in ('queued', 'running')`

export const failStrategy = (organization: number, task: number, error: string) =>
  runSql`update strategies set status = 'failed', error = ${error}, finished_at = now()
    where organization_id = ${organization} and task_id = ${task} and status in ('queued', 'running')`
