import type { LaunchContent } from "./facts.ts"
import { firstOf, lengthProblem, quoted, repeated } from "./wording.ts"

const fewest = 2

export const calloutsInvalid = ({ callouts }: LaunchContent): string | null => {
  if (callouts.length < fewest) {
    return `The campaign has ${callouts.length} callouts; at least ${fewest} are needed for any to be shown.`
  }
  const problem = firstOf(callouts, (callout, n) => {
    const said = lengthProblem(callout, 25, "text")
    return said === null ? null : `Callout ${n + 1} ${said}.`
  })
  if (problem !== null) return problem
  const twice = repeated(callouts)
  return twice === undefined ? null : `Two callouts say the same: ${quoted(twice)}.`
}
