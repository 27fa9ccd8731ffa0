import type { Screen } from "./terminal.ts"
import { truncate } from "./width.ts"

const clearLine = "\r\u001b[2K"
const barWidth = 24

/** How far a long piece of work has come. */
export interface Bar {
  readonly update: (done: number, of: number, what: string) => void
  readonly end: () => void
}

const drawBar = (share: number): string => {
  const full = Math.round(Math.min(1, Math.max(0, share)) * barWidth)
  return `${"█".repeat(full)}${"░".repeat(barWidth - full)}`
}

/** One line that fills up, for whoever looks; where nobody does, nothing is written, and logs stay short. */
export const barOn = (screen: Screen): Bar => {
  if (!screen.isTerminal) return { update: () => undefined, end: () => undefined }
  let last = ""
  return {
    update: (done, of, what) => {
      const share = of === 0 ? 1 : done / of
      const text = `${drawBar(share)} ${String(Math.round(share * 100)).padStart(3)} %  ${what}`
      const line = truncate(text, (screen.width ?? 80) - 1)
      // Drawn when there is something new to see: a file has more pieces than a bar has places.
      if (line !== last) screen.write(`${clearLine}${line}`)
      last = line
    },
    end: () => screen.write(clearLine)
  }
}
