import type { Detector } from "../../contract/index.ts"
import { definitions } from "../detect/detectors/index.ts"
import { changesOf, partOf, textOf } from "../recommendations/parts.ts"
import type { NewRecommendation } from "../recommendations/rows.ts"

/** The recommendation that the findings of a detector make. */
export interface DailyRecommendation extends NewRecommendation {
  readonly type: Extract<Detector, NewRecommendation["type"]>
}

const rank = ({ type }: DailyRecommendation): number => definitions[type].strength

/**
 * Leaves each term and keyword to one recommendation of a campaign: to a change before a review, then to the stronger
 * detector. Recommendations without a change of their own are left out.
 */
export const oneRowEach = (found: ReadonlyArray<DailyRecommendation>): ReadonlyArray<DailyRecommendation> => {
  const changed = new Map<string, DailyRecommendation["type"]>()
  const all = found
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap((one) => {
      const part = partOf(
        one,
        ({ text }) => text === null || !changed.has(text),
        (text) => !changed.has(text)
      )
      for (const operation of part?.operations ?? [])
        for (const { text } of changesOf(operation)) if (text !== null) changed.set(text, one.type)
      return part ?? []
    })
  const reviewed = new Set<string>()
  return all.map((one) => {
    const findings = one.findings.filter((finding) => {
      const text = textOf(finding)
      const other = text === null ? undefined : changed.get(text)
      return text === null || (other === undefined ? !reviewed.has(text) : other === one.type)
    })
    for (const finding of findings) {
      const text = textOf(finding)
      if (text !== null) reviewed.add(text)
    }
    return findings.length === one.findings.length ? one : { ...one, findings }
  })
}
