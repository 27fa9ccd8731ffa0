import { Effect } from "effect"
import { Queue } from "../../tasks/queue.ts"
import { registerSchedule } from "../../tasks/registries.ts"
import { campaignPush } from "./jobs.ts"
import { readWaiting } from "./waiting.ts"

/** Sends changes that waited for a broken connection, once it works again. A repeated push is harmless. */
export const resendWaiting = Effect.gen(function* () {
  const queue = yield* Queue
  const waiting = yield* readWaiting
  yield* Effect.forEach(
    waiting,
    ({ campaign, organization }) =>
      queue.send(campaignPush, { organization, campaign, fields: [] }, { organization }),
    { discard: true }
  )
  return { sent: waiting.length }
})

export const resendJobs = registerSchedule({ name: "push-waiting", cron: "*/2 * * * *", run: resendWaiting })
