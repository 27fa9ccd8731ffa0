import { Effect } from "effect"
import { Queue } from "../../tasks/queue.ts"
import { readOpenJobs } from "../../tasks/queue-health.ts"
import { registerSchedule } from "../../tasks/registries.ts"
import { campaignPush } from "./jobs.ts"
import { readWaiting } from "./waiting.ts"

type PushJob = Pick<typeof campaignPush.schema.Type, "organization" | "campaign">

const keyOf = ({ campaign, organization }: PushJob) => `${organization}/${campaign}`

/**
 * Sends changes again that waited for the platform or for a broken connection: those that stop spend first. A
 * repeated push is harmless, but a campaign whose job still waits needs no second one.
 */
export const resendWaiting = Effect.gen(function* () {
  const queue = yield* Queue
  const open = yield* readOpenJobs(campaignPush)
  if (open === null) return { sent: 0 }
  const queued = new Set(open.map(keyOf))
  const waiting = (yield* readWaiting).filter((row) => !queued.has(keyOf(row)))
  yield* Effect.forEach(
    waiting,
    ({ campaign, organization, stops }) =>
      queue.send(
        campaignPush,
        { organization, campaign, fields: [] },
        { organization, stopsSpend: stops, lowPriority: !stops }
      ),
    { discard: true }
  )
  return { sent: waiting.length }
})

export const resendJobs = registerSchedule({ name: "push-waiting", cron: "* * * * *", run: resendWaiting })
