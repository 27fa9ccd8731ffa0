import { Effect, Schema } from "effect"
import { EpochMillis, filteredList } from "../paging.ts"
import { handler } from "../request/handler.ts"
import { Statements } from "../storage/index.ts"
import {
  currentStatus,
  makeQueuedWriteOutputs,
  type QueuedWriteRow,
  queuedWriteColumns
} from "./queued-write-output.ts"

const readPage = filteredList({
  name: "queued writes",
  position: Schema.Tuple(EpochMillis, Schema.String.pipe(Schema.pattern(/^qw_[0-9A-Za-z]{8,40}$/))),
  positionOf: ({ id, requested_at }: QueuedWriteRow) => [Date.parse(requested_at), id],
  conditions: { status: (value) => `${currentStatus} = ${value}` },
  after: (at, id) =>
    `(requested_at, id) < (to_timestamp(${at}::bigint / 1000.0)::timestamptz(3), ${id}::text)`,
  page: (where, limit) => `
select ${queuedWriteColumns} from queued_writes where ${where}
order by requested_at desc, id desc limit ${limit}`,
  count: (where) => `select count(*) as total from queued_writes where ${where}`
})

/** Lists the queued writes of an organization, newest first. */
export const listQueuedWrites = handler(
  "queued_writes.list",
  Effect.gen(function* () {
    const statements = yield* Statements
    const toOutputs = yield* makeQueuedWriteOutputs
    return Effect.fnUntraced(function* (clearance, { status = null, ...request }) {
      const organization = clearance.organization.id
      const { rows, ...page } = yield* readPage(statements, organization, { status }, request)
      return { queued_writes: yield* toOutputs(rows, clearance), ...page }
    })
  })
)
