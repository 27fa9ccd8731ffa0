import { Effect, Schema } from "effect"
import { Day, type Output, ReportId } from "../../contract/index.ts"
import { cut, listOf, totalOf } from "../../paging/cursor.ts"
import { handler } from "../../request/handler.ts"
import { Statements, statement } from "../../storage/index.ts"

type Row = Output<"reports.list">["reports"][number]
interface Found extends Row {
  readonly period_to: Day
  readonly total: number
}

const of = "reports where organization_id = $1 and type = $2"

/** By the days that they are about, which stay as they are when a report is made again. */
const page = statement(`
select id, type, generated_at, period_to, (select count(*) from ${of}) as total from ${of}
  and ($3::date is null or (period_to, id) < ($3::date, $4::text))
order by period_to desc, id desc limit $5`)
const count = statement(`select count(*) as total from ${of}`)

const Position = Schema.typeSchema(Schema.Tuple(Day, ReportId))

export const listReports = handler(
  "reports.list",
  Effect.map(Statements, (statements) =>
    Effect.fnUntraced(function* ({ organization }, { cursor, limit, type }) {
      const list = listOf(Position, "reports", organization.id, type)
      const [to, id] = (yield* list.read(cursor)) ?? [null, null]
      const within = [organization.id, type]
      const rows = yield* statements.query<Found>(page, [...within, to, id, limit + 1])
      const { last, page: shown } = cut(rows, limit)
      return {
        reports: shown.map(({ generated_at, id, type }) => ({ id, type, generated_at })),
        total: yield* totalOf(rows, statements.query<{ total: number }>(count, within)),
        next_cursor: last === null ? null : list.write([last.period_to, ReportId.make(last.id)])
      }
    })
  )
)
