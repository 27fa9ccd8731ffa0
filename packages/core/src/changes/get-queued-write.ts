import { Effect } from "effect"
import { NotFound, type Output } from "../contract/index.ts"
import { handler } from "../pipeline/handler.ts"
import { Statements, statement } from "../storage/index.ts"
import { queuedResultColumn } from "./stored.ts"

type QueuedWrite = Output<"queued_writes.get">
interface Found extends Omit<QueuedWrite, "reason" | "result"> {
  readonly reason: string | null
  readonly result: unknown
}

const find = statement(`
select id, status, operation, requested_at, reason, result from queued_writes
where organization_id = $1 and id = $2`)

export const getQueuedWrite = handler(
  "queued_writes.get",
  Effect.map(
    Statements,
    (statements) =>
      ({ organization }, { queued_id }) =>
        Effect.flatMap(statements.query<Found>(find, [organization.id, queued_id]), ([row]) => {
          if (row === undefined) {
            return new NotFound({
              what: `The queued write ${queued_id}`,
              next: "Use the queued_recommendation_id that the call returned."
            })
          }
          const { reason, result, ...rest } = row
          return Effect.succeed<QueuedWrite>({
            ...rest,
            ...(reason === null ? {} : { reason }),
            ...(result === null
              ? {}
              : { result: queuedResultColumn.read(result, { organization: organization.id, id: queued_id }) })
          })
        })
  )
)
