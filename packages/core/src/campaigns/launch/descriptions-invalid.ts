import { firstAd } from "./ads.ts"
import type { LaunchAd, LaunchContent } from "./facts.ts"
import { editorialProblem, firstOf, lengthProblem, quoted, repeated } from "./wording.ts"

export const descriptionLimits = { fewest: 2, most: 4, width: 90 } as const

const problem = ({ descriptions }: LaunchAd): string | null => {
  const { fewest, most, width } = descriptionLimits
  const count = descriptions.length
  if (count < fewest || count > most) {
    return `has ${count} ${count === 1 ? "description" : "descriptions"}; ${fewest} to ${most} are needed`
  }
  const said = firstOf(
    descriptions,
    (line) => lengthProblem(line, width, "description") ?? editorialProblem(line, "description")
  )
  if (said !== null) return said
  const twice = repeated(descriptions)
  return twice === undefined ? null : `has the same description twice: ${quoted(twice)}`
}

export const descriptionsInvalid = (content: LaunchContent): string | null => firstAd(content, problem)
