import type { Exclusion } from "./blocks.ts"

const most = 5

/** What the action log says of exclusions that were added. */
export const addedDetail = (added: ReadonlyArray<Exclusion>): string => {
  const shown = added.slice(0, most).map(({ text }) => JSON.stringify(text))
  const more = added.length > most ? ` and ${added.length - most} more` : ""
  const what = `${added.length} negative keyword${added.length === 1 ? "" : "s"} added`
  return added.length === 0 ? what : `${what} (${added[0]!.match}): ${shown.join(", ")}${more}`
}
