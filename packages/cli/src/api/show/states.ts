import type { Paint } from "../../terminal/paint.ts"

type Colour = keyof Pick<Paint, "good" | "bad" | "warning" | "faint">

/** The colours of the contract's state values. */
const colours: Readonly<Record<string, Colour>> = {
  live: "good",
  enabled: "good",
  completed: "good",
  succeeded: "good",
  approved: "good",
  applied: "good",
  in_sync: "good",
  ready: "good",
  ok: "good",
  linked: "good",
  paused: "warning",
  pending: "warning",
  queued: "warning",
  running: "warning",
  analysing: "warning",
  draft: "faint",
  dismissed: "faint",
  undone: "faint",
  never: "faint",
  error: "bad",
  failed: "bad",
  rejected: "bad",
  broken: "bad"
}

/** Colours a state. Any other text stays as it is. */
export const paintState = (value: unknown, text: string, paint: Paint): string => {
  const colour = typeof value === "string" ? colours[value] : undefined
  return colour === undefined ? text : paint[colour](text)
}
