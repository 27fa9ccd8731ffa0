import { Effect, Schema } from "effect"
import { Day, type Output, ReportId } from "../../contract/index.ts"
import { cursorCodec, splitPage, totalOf } from "../../paging/cursor.ts"
import { handler } from "../../request/handler.ts"
import { Statements, statement } from "../../storage/index.ts"

type Row = Output<"reports.list">["reports"][number]
interface ReportListRow extends Row {
  readonly period_to: Day
  readonly total: number
}

const reportsOfType = "reports where organization_id = $1 and type = $2"

/** Ordered by period, which stays the same when a report is generated again. */
const page = statement(`
select id, type, generated_at, period_to, (select count(*) from ${reportsOfType}) as total from ${reportsOfType}
  and ($3::date is null or (period_to, id) < ($3::date, $4::text))
order by period_to desc, id desc limit $5`)
const count = statement(`select count(*) as total from ${reportsOfType}`)

const CursorPosition = Schema.typeSchema(Schema.Tuple(Day, ReportId))

export const listReports = handler(
  "reports.list",
  Effect.map(Statements, (statements) =>
    Effect.fnUntraced(function* ({ organization }, { cursor, limit, type }) {
      const list = cursorCodec(CursorPosition, "reports", organization.id, type)
      const [to, id] = (yield* list.decode(cursor)) ?? [null, null]
      const within = [organization.id, type]
      const rows = yield* statements.query<ReportListRow>(page, [...within, to, id, limit + 1])
      const { last, page: pageRows } = splitPage(rows, limit)
      return {
        reports: pageRows.map(({ generated_at, id, type }) => ({ id, type, generated_at })),
        total: yield* totalOf(rows, statements.query<{ total: number }>(count, within)),
        next_cursor: last === null ? null : list.encode([last.period_to, ReportId.make(last.id)])
      }
    })
  )
)
