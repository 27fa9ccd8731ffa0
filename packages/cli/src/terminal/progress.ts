import type { Screen } from "./terminal.ts"
import { truncate } from "./width.ts"

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] as const
const clearLine = "\r\u001b[2K"

interface Progress {
  /** Shows the current stage. */
  readonly show: (text: string) => void
  readonly end: () => void
}

/** On a terminal one animated line; elsewhere a line for each new stage. */
export const progressOn = (screen: Screen, now: () => number = Date.now): Progress => {
  let lastText = ""
  if (!screen.isTerminal) {
    return {
      show: (text) => {
        if (text !== lastText) screen.line(text)
        lastText = text
      },
      end: () => undefined
    }
  }
  const startedAt = now()
  let frame = 0
  const draw = () => {
    const seconds = Math.floor((now() - startedAt) / 1000)
    const text = truncate(`${lastText} (${seconds} s)`, (screen.width ?? 80) - 3)
    screen.write(`${clearLine}${screen.paint.accent(frames[frame++ % frames.length]!)} ${text}`)
  }
  const timer = setInterval(draw, 100)
  timer.unref()
  return {
    show: (text) => {
      lastText = text
      draw()
    },
    end: () => {
      clearInterval(timer)
      screen.write(clearLine)
    }
  }
}

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
