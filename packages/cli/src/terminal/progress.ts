import type { Screen } from "./terminal.ts"
import { truncate } from "./width.ts"

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] as const
const clearLine = "\r\u001b[2K"

export interface Progress {
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
