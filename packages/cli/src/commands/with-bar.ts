import { Effect } from "effect"
import { type Bar, barOn } from "../terminal/bar.ts"
import { thisTerminal } from "../terminal/terminal.ts"

/** Work with a bar on standard error, which is gone when the work is, however it ends. */
export const withBar = <A, E, R>(work: (bar: Bar) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const bar = barOn(thisTerminal().err)
    return Effect.ensuring(work(bar), Effect.sync(bar.end))
  })
