import { Effect } from "effect"
import { recordNotFound } from "../contract/index.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import { handler } from "../request/handler.ts"
import { Statements, statement } from "../storage/index.ts"
import { makeQueuedWriteOutputs, type QueuedWriteRow, queuedWriteColumns } from "./queued-write-output.ts"

const findStatement = statement(`
select ${queuedWriteColumns} from queued_writes where organization_id = $1 and id = $2`)

/** Reads a queued write in its wire format, or fails with not_found. */
export const readQueuedWrite = Effect.gen(function* () {
  const statements = yield* Statements
  const toOutputs = yield* makeQueuedWriteOutputs
  return Effect.fnUntraced(function* (
    clearance: Pick<OrganizationClearance, "caller" | "organization">,
    id: string
  ) {
    const rows = yield* statements.query<QueuedWriteRow>(findStatement, [clearance.organization.id, id])
    const [output] = yield* toOutputs(rows, clearance)
    if (output !== undefined) return output
    return yield* recordNotFound("queued write", id)
  })
})

export const getQueuedWrite = handler(
  "queued_writes.get",
  Effect.map(
    readQueuedWrite,
    (read) =>
      (clearance, { queued_id }) =>
        read(clearance, queued_id)
  )
)
