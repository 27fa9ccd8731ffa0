const steps = "▁▂▃▄▅▆▇█"

/** Renders values as a line of small bars, scaled to the largest; zero is the lowest bar. */
export const sparkline = (values: ReadonlyArray<number>): string => {
  const maximum = Math.max(...values, 0)
  return values
    .map((value) => {
      if (maximum <= 0 || value <= 0) return steps[0]
      return steps[Math.max(0, Math.ceil((value / maximum) * steps.length) - 1)]
    })
    .join("")
}

const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]

/** Renders a bar in proportion to the largest value; any value above zero is visible. */
export const bar = (value: number, maximum: number, width = 12): string => {
  if (value <= 0 || maximum <= 0) return ""
  const parts = Math.max(1, Math.round((Math.min(value, maximum) / maximum) * width * 8))
  return "█".repeat(Math.floor(parts / 8)) + eighths[parts % 8]
}
