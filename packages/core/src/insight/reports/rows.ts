import { Effect } from "effect"
import { type Output, randomId } from "../../contract/index.ts"
import { bindStatement, runSql, type StatementsShape, statement } from "../../storage/index.ts"
import type { Period } from "../performance/period.ts"
import { factsColumn, type ReportFacts } from "./facts/index.ts"
import type { ReportType } from "./periods.ts"

export interface NewReport {
  readonly type: ReportType
  readonly period: Period
  readonly facts: ReportFacts
  readonly markdown: string
  /** When its figures were read. */
  readonly readAt: Date
}

/**
 * Stores a report. A period has one: a new one replaces it and keeps the id. Of two concurrent ones, the one
 * that was read later wins, whichever finishes first.
 */
export const saveReport = (organization: number, { facts, markdown, period, readAt, type }: NewReport) =>
  runSql`
    insert into reports (organization_id, id, type, period_from, period_to, facts, markdown, generated_at)
    values (${organization}, ${randomId("rpt")}, ${type}, ${period.from}, ${period.to},
      ${JSON.stringify(factsColumn.write(facts))}::jsonb, ${markdown}, ${readAt})
    on conflict (organization_id, type, period_to, period_from) do update
    set facts = excluded.facts, markdown = excluded.markdown, generated_at = excluded.generated_at
    where reports.generated_at <= excluded.generated_at`

type Report = Output<"reports.get">
interface ReportRow extends Report {
  /** In stored form, because few readers request them. */
  readonly facts: unknown
}

const columns = "id, type, generated_at, markdown, facts"
const latest = statement(`
select ${columns} from reports where organization_id = $1 and type = $2
order by period_to desc, period_from desc limit 1`)
const byId = statement(`select ${columns} from reports where organization_id = $1 and type = $2 and id = $3`)

/** Finds a report by id, or the one of the latest period. */
export const findReport = (
  statements: StatementsShape,
  organization: number,
  type: ReportType,
  id: string | "latest"
) =>
  Effect.map(
    id === "latest"
      ? statements.read(bindStatement<ReportRow>(latest, [organization, type]))
      : statements.read(bindStatement<ReportRow>(byId, [organization, type, id])),
    ([report]) => report ?? null
  )
