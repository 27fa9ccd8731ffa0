const steps = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const

/** A series at a glance: from its least to its most; a series that never moves is a low line. */
export const sparkline = (values: ReadonlyArray<number>): string => {
  const least = Math.min(...values)
  const range = Math.max(...values) - least
  return values
    .map((value) => steps[range === 0 ? 0 : Math.round(((value - least) / range) * (steps.length - 1))])
    .join("")
}

const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"] as const

/** A value beside the largest of its kind, as a bar of at most so many places. */
export const bar = (value: number, largest: number, places: number): string => {
  const parts = largest <= 0 || value <= 0 ? 0 : Math.max(1, Math.round((value / largest) * places * 8))
  return "█".repeat(Math.floor(parts / 8)) + eighths[parts % 8]!
}

/** A series made shorter by taking the mean of neighbours, so that it fits. */
export const condensed = (values: ReadonlyArray<number>, places: number): ReadonlyArray<number> => {
  if (values.length <= places) return values
  return Array.from({ length: places }, (_, at) => {
    const part = values.slice(
      Math.floor((at * values.length) / places),
      Math.floor(((at + 1) * values.length) / places)
    )
    return part.reduce((sum, value) => sum + value, 0) / part.length
  })
}
