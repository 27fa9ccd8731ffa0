const steps = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const

/** A series at a glance: from its least to its most; a series that never moves is a low line. */
export const sparkline = (values: ReadonlyArray<number>): string => {
  const minimum = Math.min(...values)
  const range = Math.max(...values) - minimum
  return values
    .map((value) => steps[range === 0 ? 0 : Math.round(((value - minimum) / range) * (steps.length - 1))])
    .join("")
}

const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"] as const

/** A value beside the largest of its kind, as a bar of at most so many places. */
export const bar = (value: number, largest: number, maxWidth: number): string => {
  const parts = largest <= 0 || value <= 0 ? 0 : Math.max(1, Math.round((value / largest) * maxWidth * 8))
  return "█".repeat(Math.floor(parts / 8)) + eighths[parts % 8]!
}

/** A series made shorter by taking the mean of neighbours, so that it fits. */
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
