import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Exit } from "effect"
import { deliveryQueue } from "../../src/events/deliveries.ts"
import { Consumers } from "../../src/tasks/registries.ts"

/** Runs one attempt for each event that waits for a webhook; returns whether each ended. */
export const sendEvents = (isLast = false) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const consumer = (yield* Consumers).find(deliveryQueue.name)!
    const jobs =
      yield* sql<object>`select organization_id as organization, id as delivery from webhook_deliveries
      where num_nonnulls(sent_at, dropped_at, failed_at) = 0 order by id`
    return yield* Effect.forEach(jobs, (job) =>
      Effect.map(
        Effect.exit(consumer.run({ version: deliveryQueue.version, ...job }, { job: "job", isLast })),
        Exit.isSuccess
      )
    )
  })
