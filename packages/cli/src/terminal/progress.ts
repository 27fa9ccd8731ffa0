import type { Screen } from "./terminal.ts"
import { cut } from "./width.ts"

const frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"] as const
const clearLine = "\r\u001b[2K"

export interface Progress {
  /** What is going on now. */
  readonly says: (text: string) => void
  readonly end: () => void
}

/** On a terminal one line that moves; elsewhere a line whenever something else is going on. */
export const progressOn = (screen: Screen, now: () => number = Date.now): Progress => {
  let said = ""
  if (!screen.isTerminal) {
    return {
      says: (text) => {
        if (text !== said) screen.line(text)
        said = text
      },
      end: () => undefined
    }
  }
  const began = now()
  let frame = 0
  const draw = () => {
    const seconds = Math.floor((now() - began) / 1000)
    const text = cut(`${said} (${seconds} s)`, (screen.width ?? 80) - 3)
    screen.write(`${clearLine}${screen.paint.accent(frames[frame++ % frames.length]!)} ${text}`)
  }
  const timer = setInterval(draw, 100)
  timer.unref()
  return {
    says: (text) => {
      said = text
      draw()
    },
    end: () => {
      clearInterval(timer)
      screen.write(clearLine)
    }
  }
}
