import { Cause, Duration, Effect } from "effect"

/** What was found of one part of the service, and what to do about it. */
export interface Finding {
  readonly part: string
  readonly status: "ok" | "warning" | "problem" | "not checked"
  readonly message: string
  /** A command or a step; null where there is nothing to do. */
  readonly next: string | null
}

const findingWith =
  (status: Finding["status"]) =>
  (part: string, message: string, next: string | null = null): Finding => ({ part, status, message, next })

export const ok = findingWith("ok")
export const warning = findingWith("warning")
export const problem = findingWith("problem")
export const notChecked = findingWith("not checked")

const checkTimeout = Duration.seconds(20)

/**
 * A look at one part that always ends and never fails: what goes wrong in it is what it found. A doctor that stops at
 * the first thing that is down would tell of that alone.
 */
export const checkPart = <E, R>(
  part: string,
  work: Effect.Effect<ReadonlyArray<Finding>, E, R>
): Effect.Effect<ReadonlyArray<Finding>, never, R> =>
  work.pipe(
    Effect.timeoutTo({
      duration: checkTimeout,
      onSuccess: (findings) => findings,
      onTimeout: () => [problem(part, `gave no answer within ${Duration.toSeconds(checkTimeout)} seconds`)]
    }),
    Effect.catchAllCause((cause) => Effect.succeed([problem(part, errorText(Cause.squash(cause)))]))
  )

/** What an error says, in one line: a driver's own words are inside it. */
export const errorText = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return (cause instanceof Error ? cause.message || cause.name : String(cause)).replaceAll(/\s*\n\s*/g, " ")
}

/** "3 minutes": as exact as somebody wants to hear it. */
export const durationText = (seconds: number): string => {
  const [amount, unit] =
    seconds < 120
      ? [seconds, "second"]
      : seconds < 7200
        ? [seconds / 60, "minute"]
        : seconds < 172_800
          ? [seconds / 3600, "hour"]
          : [seconds / 86_400, "day"]
  const rounded = Math.round(amount)
  return `${rounded} ${unit}${rounded === 1 ? "" : "s"}`
}
