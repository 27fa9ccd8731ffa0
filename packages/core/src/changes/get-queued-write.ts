import { Effect } from "effect"
import { NotFound } from "../contract/index.ts"
import type { OrganizationFacts } from "../request/caller.ts"
import { handler } from "../request/handler.ts"
import { Settings } from "../settings.ts"
import { Statements, statement } from "../storage/index.ts"
import {
  type QueuedWriteRow,
  queuedWriteColumns,
  queuedWriteTables,
  toQueuedWriteOutput
} from "./queued-write-output.ts"

const findStatement = statement(`
select ${queuedWriteColumns} from ${queuedWriteTables}
where q.organization_id = $1 and q.id = $2`)

/** Reads a queued write in its wire format, or fails with not_found. */
export const readQueuedWrite = Effect.gen(function* () {
  const statements = yield* Statements
  const { appUrl } = yield* Settings
  return Effect.fnUntraced(function* (organization: Pick<OrganizationFacts, "id" | "slug">, id: string) {
    const [row] = yield* statements.query<QueuedWriteRow>(findStatement, [organization.id, id])
    if (row !== undefined) return toQueuedWriteOutput(row, organization, appUrl)
    return yield* new NotFound({
      what: `The queued write ${id}`,
      next: "Use the queued_recommendation_id that the call returned, or an id from {queued_writes.list}."
    })
  })
})

export const getQueuedWrite = handler(
  "queued_writes.get",
  Effect.map(
    readQueuedWrite,
    (read) =>
      ({ organization }, { queued_id }) =>
        read(organization, queued_id)
  )
)
