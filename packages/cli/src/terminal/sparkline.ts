const steps = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const

/** A sparkline from the smallest to the largest value. A constant series is a low line. */
export const sparkline = (values: ReadonlyArray<number>): string => {
  const minimum = Math.min(...values)
  const range = Math.max(...values) - minimum
  return values
    .map((value) => steps[range === 0 ? 0 : Math.round(((value - minimum) / range) * (steps.length - 1))])
    .join("")
}

const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"] as const

/** A bar of at most `maxWidth` columns, relative to the largest value. */
export const bar = (value: number, largest: number, maxWidth: number): string => {
  const parts = largest <= 0 || value <= 0 ? 0 : Math.max(1, Math.round((value / largest) * maxWidth * 8))
  return "█".repeat(Math.floor(parts / 8)) + eighths[parts % 8]!
}

/** Shortens a series by averaging neighbours. */
export const downsample = (values: ReadonlyArray<number>, maxWidth: number): ReadonlyArray<number> => {
  if (values.length <= maxWidth) return values
  return Array.from({ length: maxWidth }, (_, index) => {
    const part = values.slice(
      Math.floor((index * values.length) / maxWidth),
      Math.floor(((index + 1) * values.length) / maxWidth)
    )
    return part.reduce((sum, value) => sum + value, 0) / part.length
  })
}
