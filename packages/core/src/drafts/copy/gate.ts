import { isSameWord, termWords } from "../../outbound/index.ts"
import { type AdTheme, minLines } from "./ad-lines.ts"
import type { AdContent } from "./content.ts"
import { type KeywordDraft, keywordLimits } from "./keywords.ts"
import { type CopyLine, lineKey } from "./line.ts"

/* The gate of an ad: a specialist's reasons not to launch it, and a score of what is left. */

/** The least score of an ad that is worth its clicks, of 100. */
export const passingScore = 60

/** Returns what an ad lacks, such as "5 of 8 headlines"; empty if it can be made. */
export const shortages = (
  headlines: ReadonlyArray<CopyLine>,
  descriptions: ReadonlyArray<CopyLine>,
  keywords: ReadonlyArray<KeywordDraft>,
  minKeywords: number = keywordLimits.min
): ReadonlyArray<string> => [
  ...(headlines.length < minLines.headlines
    ? [`${headlines.length} of ${minLines.headlines} headlines`]
    : []),
  ...(descriptions.length < minLines.descriptions
    ? [`${descriptions.length} of ${minLines.descriptions} descriptions`]
    : []),
  ...(keywords.length < minKeywords ? [`${keywords.length} of ${minKeywords} keywords`] : [])
]

const share = (count: number, all: number): number => (all === 0 ? 0 : count / all)
const upTo = (count: number, enough: number): number => Math.min(1, count / enough)

/** Headlines that say nearly the same: all words of one are in another. */
const nearDuplicates = (lines: ReadonlyArray<CopyLine>): number =>
  lines.filter(({ text }, index) =>
    lines.some((other, otherIndex) => {
      const words = new Set(lineKey(other.text).split(" "))
      const own = lineKey(text).split(" ")
      return otherIndex < index && own.length === words.size && own.every((word) => words.has(word))
    })
  ).length

/**
 * Scores an ad from 0 to 100: how much of the ad there is (40), how much of it is about its theme or quotes its
 * page (30), how different its headlines are (15), and how many keywords name its theme (15).
 */
export const scoreOf = (
  { offer, page }: AdTheme,
  ad: Pick<AdContent, "headlines" | "descriptions" | "keywords">
): number => {
  const subject = [offer.name, ...offer.terms]
    .flatMap(({ text }) => termWords(text))
    .filter((word) => word.length > 3)
  const isOnTheme = (text: string) =>
    termWords(text).some((word) => subject.some((one) => isSameWord(one, word) || word.includes(one)))
  const isOfPage = ({ source, text }: CopyLine) =>
    isOnTheme(text) ||
    (source.from === "place" && source.at.in === "website" && source.at.page === page.url) ||
    source.from === "model"
  const coverage =
    (upTo(ad.headlines.length, 12) + upTo(ad.descriptions.length, 4) + upTo(ad.keywords.length, 10)) / 3
  const specific = share(
    [...ad.headlines, ...ad.descriptions].filter(isOfPage).length,
    ad.headlines.length + ad.descriptions.length
  )
  const variety = 1 - share(nearDuplicates(ad.headlines), ad.headlines.length)
  const focus = share(ad.keywords.filter(({ text }) => isOnTheme(text)).length, ad.keywords.length)
  return Math.round(40 * coverage + 30 * specific + 15 * variety + 15 * focus)
}
