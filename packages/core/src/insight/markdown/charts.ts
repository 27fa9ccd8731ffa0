const steps = "▁▂▃▄▅▆▇█"

/** A line of small bars, the largest value being the highest; nothing at all is the lowest of them. */
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

/** A bar as long as the value's part of the largest; whatever there is shows. */
export const bar = (value: number, maximum: number, width = 12): string => {
  if (value <= 0 || maximum <= 0) return ""
  const parts = Math.max(1, Math.round((Math.min(value, maximum) / maximum) * width * 8))
  return "█".repeat(Math.floor(parts / 8)) + eighths[parts % 8]
}
