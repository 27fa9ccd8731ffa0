import { termProblem } from "../../campaigns/index.ts"
import type { DraftContent } from "../copy/compose.ts"
import { asTyped, type KeywordDraft } from "../copy/keywords.ts"
import type { Focus } from "../draft-task.ts"

/** Searches that a recommendation found, as keywords of the first ad: they come from people, not from the website. */
const keywordsOf = ({ keywords }: Focus): ReadonlyArray<KeywordDraft> =>
  [...new Set(keywords.map(asTyped))]
    .filter((text) => termProblem(text) === null)
    .map((text) => ({
      text,
      match: "exact",
      source: { from: "template", template: "keyword: searched for", with: [] }
    }))

/** A draft that is to be found by just these searches: they stand before what was made of the website. */
export const withFocus = (draft: DraftContent, focus: Focus | null): DraftContent => {
  const [first, ...others] = draft.ads
  if (focus === null || first === undefined || focus.keywords.length === 0) return draft
  const wanted = keywordsOf(focus)
  const isOther = ({ match, text }: KeywordDraft) =>
    !wanted.some((one) => one.text === text && one.match === match)
  return {
    ...draft,
    ads: [{ ...first, keywords: [...wanted, ...first.keywords.filter(isOther)] }, ...others]
  }
}
