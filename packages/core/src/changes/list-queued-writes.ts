import { Effect, Schema } from "effect"
import { cursorCodec, EpochMillis, splitPage, totalOf } from "../paging/cursor.ts"
import { handler } from "../request/handler.ts"
import { Statements, statement } from "../storage/index.ts"
import {
  currentStatus,
  makeQueuedWriteOutputs,
  type QueuedWriteRow,
  queuedWriteColumns
} from "./queued-write-output.ts"

interface ListedWriteRow extends QueuedWriteRow {
  readonly total: number
}

const filter = `organization_id = $1 and ($2::text is null or ${currentStatus} = $2)`

const page = statement(`
select ${queuedWriteColumns}, (select count(*) from queued_writes where ${filter}) as total
from queued_writes where ${filter}
  and ($3::bigint is null or (requested_at, id) < (to_timestamp($3 / 1000.0)::timestamptz(3), $4::text))
order by requested_at desc, id desc limit $5`)

const countAll = statement(`select count(*) as total from queued_writes where ${filter}`)

const Position = Schema.Tuple(EpochMillis, Schema.String.pipe(Schema.pattern(/^qw_[0-9A-Za-z]{8,40}$/)))

/** Lists the queued writes of an organization, newest first. */
export const listQueuedWrites = handler(
  "queued_writes.list",
  Effect.gen(function* () {
    const statements = yield* Statements
    const toOutputs = yield* makeQueuedWriteOutputs
    return Effect.fnUntraced(function* ({ organization }, { cursor, limit, status = null }) {
      const list = cursorCodec(Position, "queued writes", organization.id, status)
      const [cursorTime, id] = (yield* list.decode(cursor)) ?? [null, null]
      const filters = [organization.id, status]
      const rows = yield* statements.query<ListedWriteRow>(page, [...filters, cursorTime, id, limit + 1])
      const { last, page: pageRows } = splitPage(rows, limit)
      const total = yield* totalOf(rows, statements.query(countAll, filters))
      return {
        queued_writes: yield* toOutputs(pageRows, organization),
        total,
        next_cursor: last === null ? null : list.encode([Date.parse(last.requested_at), last.id])
      }
    })
  })
)
