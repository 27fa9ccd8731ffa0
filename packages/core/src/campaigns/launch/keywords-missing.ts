import { termProblem } from "../negatives/validity.ts"
import { firstAd } from "./ads.ts"
import type { LaunchContent } from "./facts.ts"
import { firstOf, quoted } from "./wording.ts"

/** Every ad needs a keyword that brings it searches, and the platform must take each of them. */
export const keywordsMissing = (content: LaunchContent): string | null =>
  firstAd(content, ({ keywords }) => {
    if (!keywords.some(({ state }) => state === "enabled")) {
      return keywords.length === 0
        ? "has no keyword"
        : "has only paused keywords; at least one must be enabled"
    }
    return firstOf(keywords, ({ text }) => {
      const said = termProblem(text)
      return said === null ? null : `has the keyword ${quoted(text)}, which ${said}`
    })
  })
