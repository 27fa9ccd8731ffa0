import { Effect, Schema } from "effect"
import { maxTotal } from "../contract/index.ts"
import { EpochMillis } from "../paging/cursor.ts"
import { pagedList } from "../paging/paged-list.ts"
import { handler } from "../request/handler.ts"
import { Statements } from "../storage/index.ts"
import {
  currentStatus,
  makeQueuedWriteOutputs,
  type QueuedWriteRow,
  queuedWriteColumns
} from "./queued-write-output.ts"

const filter = `organization_id = $1 and ($2::text is null or ${currentStatus} = $2)`

const readPage = pagedList({
  name: "queued writes",
  position: Schema.Tuple(EpochMillis, Schema.String.pipe(Schema.pattern(/^qw_[0-9A-Za-z]{8,40}$/))),
  positionOf: ({ id, requested_at }: QueuedWriteRow) => [Date.parse(requested_at), id],
  page: `
select ${queuedWriteColumns} from queued_writes where ${filter}
  and ($3::bigint is null or (requested_at, id) < (to_timestamp($3 / 1000.0)::timestamptz(3), $4::text))
order by requested_at desc, id desc limit $5`,
  count: `select count(*) as total from (select from queued_writes where ${filter} limit $3) as counted`,
  maxTotal
})

/** Lists the queued writes of an organization, newest first. */
export const listQueuedWrites = handler(
  "queued_writes.list",
  Effect.gen(function* () {
    const statements = yield* Statements
    const toOutputs = yield* makeQueuedWriteOutputs
    return Effect.fnUntraced(function* ({ organization }, { status = null, ...request }) {
      const { rows, ...page } = yield* readPage(statements, [organization.id, status], request)
      return { queued_writes: yield* toOutputs(rows, organization), ...page }
    })
  })
)
