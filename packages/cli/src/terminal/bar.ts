import type { Screen } from "./terminal.ts"
import { truncate } from "./width.ts"

const clearLine = "\r\u001b[2K"
const barWidth = 24

/** The progress of long work. */
export interface Bar {
  readonly update: (done: number, of: number, what: string) => void
  readonly end: () => void
}

const drawBar = (share: number): string => {
  const full = Math.round(Math.min(1, Math.max(0, share)) * barWidth)
  return `${"█".repeat(full)}${"░".repeat(barWidth - full)}`
}

/** A progress bar on a terminal. Elsewhere nothing is written, so that logs stay short. */
export const barOn = (screen: Screen): Bar => {
  if (!screen.isTerminal) return { update: () => undefined, end: () => undefined }
  let last = ""
  return {
    update: (done, of, what) => {
      const share = of === 0 ? 1 : done / of
      const text = `${drawBar(share)} ${String(Math.round(share * 100)).padStart(3)} %  ${what}`
      const line = truncate(text, (screen.width ?? 80) - 1)
      // Redrawn only when it changes: a file has more chunks than a bar has columns.
      if (line !== last) screen.write(`${clearLine}${line}`)
      last = line
    },
    end: () => screen.write(clearLine)
  }
}
