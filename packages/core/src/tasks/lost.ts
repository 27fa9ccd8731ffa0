import { endings, TaskFailed } from "./failure.ts"

/** What the queue notes of a job that ended without its worker's word. */
const signs: ReadonlyArray<readonly [RegExp, keyof typeof endings]> = [
  [/job heartbeat timeout/, "killed_by_restart"],
  [/job timed out|handler execution exceeded/, "stuck_timeout"],
  [/pg-boss shut down while active/, "worker_shutdown"]
]

/** Why a job was lost for good, from what the queue wrote down. */
export const lostBecause = (output: unknown): TaskFailed => {
  const text = JSON.stringify(output ?? "")
  const reason = signs.find(([sign]) => sign.test(text))?.[1] ?? "task_error"
  return new TaskFailed({ reason, message: endings[reason] })
}
