/** Prints the figures of one comparison, their ratio and its limit. */
export const line = (name: string, figures: string, ratio: number, ratioLimit: string) =>
  console.log(
    `  ${name.padEnd(16)} ${figures.padEnd(42)} ratio ${ratio.toFixed(2).padStart(6)}   ${ratioLimit}`
  )

export const ms = (time: number) => `${time.toFixed(1)} ms`
