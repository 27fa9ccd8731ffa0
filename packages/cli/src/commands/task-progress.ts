import type { FollowedTask, FollowOptions } from "@adwarden/core"
import { Effect } from "effect"
import { Stop } from "../stop.ts"
import { type Bar, barOn } from "../terminal/bar.ts"
import { progressOn } from "../terminal/progress.ts"
import { safeLine } from "../terminal/safe-text.ts"
import { thisTerminal } from "../terminal/terminal.ts"

/* What somebody sees who waits: always on standard error, and gone when the work is, however it ends. */

/** Work on many things, with a bar. */
export const withBar = <A, E, R>(work: (bar: Bar) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const bar = barOn(thisTerminal().err)
    return Effect.ensuring(work(bar), Effect.sync(bar.end))
  })

/** A task has ended long before, one way or the other. */
const maxWaitSeconds = 900

/** Starts a task and, for whoever waits, tells what a worker is at. */
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

/** Why a task that was waited for brought nothing; null where it is done, or nobody waited. */
export const stopOf = (what: string, waited: boolean, followed: FollowedTask): Stop | null => {
  const { message, stage, status, task } = followed
  if (status === "failed") {
    return new Stop({ message: `${what} failed (task ${task}). ${message ?? ""}`, exitReason: "ended" })
  }
  if (!waited || status === "completed") return null
  const lastSeen = stage === null ? "No worker has taken it up: is one running?" : `It was last at: ${stage}`
  const next = stage === null ? { next: "adwarden doctor" } : {}
  return new Stop({ message: `${what} is not over yet (task ${task}). ${lastSeen}`, ...next })
}
