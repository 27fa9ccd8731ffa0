import { Duration, Effect } from "effect"

/** Progress is for people, on stderr: stdout is for the request log. */
export const say = (line: string): Effect.Effect<void> => Effect.sync(() => process.stderr.write(`${line}\n`))

/** Does a step and then says what it did, and how long it took. */
export const step = <A, E, R>(
  label: string,
  work: Effect.Effect<A, E, R>,
  detail: (result: A) => string
): Effect.Effect<A, E, R> =>
  Effect.timed(work).pipe(
    Effect.tap(([took, result]) => {
      const seconds = Duration.toSeconds(took).toFixed(1)
      return say(`✓ ${label} (${seconds} s): ${detail(result)}`)
    }),
    Effect.map(([, result]) => result)
  )
