import { type Bar, barOn, progressOn, safeLine, thisTerminal } from "@adwarden/cli"
import type { FollowedTask, FollowOptions } from "@adwarden/core"
import { Effect } from "effect"
import { Stop } from "../stop.ts"

/** Progress on standard error, which is removed when the work ends, in any way. */

/** Work on many items, with a progress bar. */
export const withBar = <A, E, R>(work: (bar: Bar) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const bar = barOn(thisTerminal().err)
    return Effect.ensuring(work(bar), Effect.sync(bar.end))
  })

/** Longer than any task runs. */
const maxWaitSeconds = 900

/** Starts a task and, with `--wait`, shows the worker's current stage. */
export const startAndFollow = <A, E, R>(
  wait: boolean,
  start: (startAndFollow: FollowOptions) => Effect.Effect<A, E, R>
): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    if (!wait) return start({ seconds: 0 })
    const progress = progressOn(thisTerminal().err)
    const tell = ({ stage }: Pick<FollowedTask, "stage">) =>
      progress.show(safeLine(stage ?? "Waiting for a worker"))
    tell({ stage: null })
    return Effect.ensuring(start({ seconds: maxWaitSeconds, onProgress: tell }), Effect.sync(progress.end))
  })

/** The reason why a task has no result; null if it completed, or the command did not wait. */
export const stopOf = (what: string, waited: boolean, followed: FollowedTask): Stop | null => {
  const { message, stage, status, task } = followed
  if (status === "failed") {
    return new Stop({ message: `${what} failed (task ${task}). ${message ?? ""}`, exitReason: "ended" })
  }
  if (!waited || status === "completed") return null
  const lastSeen =
    stage === null ? "No worker has started it. Check that one is running." : `Its last stage: ${stage}`
  const next = stage === null ? { next: "adwarden doctor" } : {}
  return new Stop({ message: `${what} has not finished yet (task ${task}). ${lastSeen}`, ...next })
}
