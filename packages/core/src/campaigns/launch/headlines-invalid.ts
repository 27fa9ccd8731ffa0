import { firstAd } from "./ads.ts"
import type { LaunchAd, LaunchContent } from "./facts.ts"
import { editorialProblem, firstOf, lengthProblem, quoted, repeated } from "./wording.ts"

export const headlineLimits = { fewest: 3, most: 15, width: 30, pathWidth: 15 } as const

const pathProblem = ([first = "", second = ""]: ReadonlyArray<string>): string | null => {
  if (first === "" && second !== "") return `has a second display path without a first: ${quoted(second)}`
  return firstOf([first, second], (path) =>
    path === "" ? null : lengthProblem(path, headlineLimits.pathWidth, "display path")
  )
}

const problem = ({ headlines, paths }: LaunchAd): string | null => {
  const { fewest, most, width } = headlineLimits
  const count = headlines.length
  if (count < fewest || count > most) {
    return `has ${count} ${count === 1 ? "headline" : "headlines"}; ${fewest} to ${most} are needed`
  }
  const said = firstOf(
    headlines,
    (line) =>
      lengthProblem(line, width, "headline") ??
      (line.includes("!") ? `has a headline with an exclamation mark: ${quoted(line)}` : null) ??
      editorialProblem(line, "headline")
  )
  if (said !== null) return said
  const twice = repeated(headlines)
  return twice === undefined ? pathProblem(paths) : `has the same headline twice: ${quoted(twice)}`
}

/** Headlines, and the display paths that are shown with them. */
export const headlinesInvalid = (content: LaunchContent): string | null => firstAd(content, problem)
