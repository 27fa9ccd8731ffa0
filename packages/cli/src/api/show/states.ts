import type { Paint } from "../../terminal/paint.ts"

type Colour = keyof Pick<Paint, "good" | "bad" | "warning" | "faint">

/** Words of the contract that say how something stands. */
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

/** A state in its colour; any other text as it is. */
export const paintState = (value: unknown, text: string, paint: Paint): string => {
  const colour = typeof value === "string" ? colours[value] : undefined
  return colour === undefined ? text : paint[colour](text)
}
