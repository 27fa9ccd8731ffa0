import { type QueueHealth, queueHealth } from "@adwarden/core"
import { durationText } from "@adwarden/core/contract"
import { Effect } from "effect"
import { checkPart, type Finding, ok, problem, warning } from "./finding.ts"

/** Workers report twice a minute. One that has not reported for this long is not alive. */
const silentSeconds = 120
const longWaitSeconds = 300

const worker = "adwarden worker"

/** Interprets the figures of the queue. */
export const queueFindings = (health: QueueHealth): ReadonlyArray<Finding> => {
  const { lost, oldestWaitingSeconds, stuck, waiting, workerSeenSeconds } = health
  const jobs = `${waiting} ${waiting === 1 ? "job waits" : "jobs wait"}`
  const findings: Array<Finding> = []
  if (workerSeenSeconds === null) {
    findings.push(problem("queue", `no worker ever ran here; ${jobs}`, worker))
  } else if (workerSeenSeconds > silentSeconds) {
    findings.push(
      problem(
        "queue",
        `no worker is alive: the last report was ${durationText(workerSeenSeconds)} ago; ${jobs}`,
        worker
      )
    )
  } else if (oldestWaitingSeconds > longWaitSeconds) {
    findings.push(
      warning(
        "queue",
        `${jobs}, the oldest for ${durationText(oldestWaitingSeconds)}: more than the workers can process`,
        worker
      )
    )
  } else findings.push(ok("queue", `a worker is alive; ${jobs}`))
  if (stuck > 0) {
    const what = stuck === 1 ? "1 job is stuck: its worker is" : `${stuck} jobs are stuck: their workers are`
    findings.push(
      warning("queue", `${what} overdue. Others take over once a worker runs`, "check the log of the workers")
    )
  }
  if (lost > 0) {
    findings.push(
      warning(
        "queue",
        `${lost} ${lost === 1 ? "job was" : "jobs were"} given up recently`,
        "check the log of the workers"
      )
    )
  }
  return findings
}

export const checkQueue = checkPart("queue", Effect.map(queueHealth, queueFindings))
