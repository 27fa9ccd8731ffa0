/**
 * A duration as people say it.
 *
 * @example durationText(1) // "1 second"
 * @example durationText(130) // "2 minutes"
 */
export const durationText = (seconds: number, round = Math.round): string => {
  const [amount, unit] =
    seconds < 120
      ? [seconds, "second"]
      : seconds < 7200
        ? [seconds / 60, "minute"]
        : seconds < 172_800
          ? [seconds / 3600, "hour"]
          : [seconds / 86_400, "day"]
  const rounded = round(amount)
  return `${rounded} ${unit}${rounded === 1 ? "" : "s"}`
}

/** How long to wait, rounded up: a shorter wait would be in vain. */
export const waitText = (seconds: number): string => durationText(seconds, Math.ceil)
