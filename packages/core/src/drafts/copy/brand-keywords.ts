import { termProblem } from "../../campaigns/index.ts"
import type { BusinessFacts } from "./facts.ts"
import { fromTerms, type KeywordDraft, keywordLimits, toSearchText, wordCount } from "./keywords.ts"
import { tidyHeading } from "./line.ts"

const legalForms =
  /\s+(?:inc|llc|ltd|limited|gmbh|ag|kg|ug|sarl|sas|sa|s\.?l\.?|corp|co|company|plc|bv|oy|ab)\.?$/iu

/** Returns searches of people who know the business: its name without the legal form, and with its location. */
export const brandKeywords = (facts: BusinessFacts, domain: string): ReadonlyArray<KeywordDraft> => {
  const { brand, cities, offers } = facts
  const name = { ...brand, text: tidyHeading(brand.text).replace(legalForms, "") }
  const label = domain.split(".")[0] ?? ""
  // The domain's word counts as the business's name only if the name contains it.
  const short =
    toSearchText(name.text).split(" ")[0] === label.toLowerCase() ? [{ ...brand, text: label }] : []
  const names = [name, ...short]
  const texts: ReadonlyArray<readonly [template: string, text: string, match: KeywordDraft["match"]]> = [
    ...names.flatMap(({ text }) =>
      (["phrase", "exact"] as const).map((match) => ["brand", toSearchText(text), match] as const)
    ),
    ["domain", toSearchText(domain), "exact"],
    ...cities
      .slice(0, 2)
      .map(
        ({ text }) => ["brand city", `${toSearchText(name.text)} ${toSearchText(text)}`, "phrase"] as const
      ),
    ...names.flatMap(({ text }) =>
      offers
        .slice(0, 2)
        .map(
          (offer) =>
            ["brand service", `${toSearchText(text)} ${toSearchText(offer.name.text)}`, "phrase"] as const
        )
    )
  ]
  const unique = new Map(
    texts
      .filter(([, text]) => text !== "" && termProblem(text) === null && wordCount(text) <= 7)
      .map(
        ([template, text, match]) =>
          [`${match} ${text}`, { ...fromTerms(template, text, [brand]), match }] as const
      )
  )
  return [...unique.values()].slice(0, keywordLimits.max)
}
