import { Effect } from "effect"
import {
  readAccountKeywords,
  readAdNames,
  readBrandKeywords,
  readCampaignFigures,
  readCampaignNegatives,
  readConvertingTerms,
  readKeywordFigures,
  readKeywordTexts,
  readTermFigures,
  smallestUnit,
  takesTargetCpa,
  termFigures,
  withoutFigures
} from "../../campaigns/index.ts"
import { readOwnTexts } from "../../organizations/index.ts"
import { type BoundStatement, readTogether } from "../../storage/index.ts"
import { evidence, zeroImpressionCutoffs } from "./thresholds.ts"
import type { CampaignView, ViewPart } from "./view.ts"

/** A campaign to analyse, and whether it runs in the platform. */
export interface ReadCampaign {
  readonly id: number
  readonly view: CampaignView
  readonly running: boolean
}

export interface AnalysedOrganization {
  readonly id: number
  readonly currency: string
}

const { days: quietDays, yearDays } = zeroImpressionCutoffs

/**
 * Reads the parts of a campaign's view that detectors need, in one round trip; `window` is the requested number of
 * days. Null if there is no such campaign. It uses a connection of its own, because a large campaign takes long and
 * must not delay other reads.
 */
export const readView = (
  { currency, id: organization }: AnalysedOrganization,
  slug: string,
  window: number,
  parts: ReadonlySet<ViewPart>
) => {
  const reach = parts.has("year") ? yearDays + quietDays : evidence.days
  const figures = readCampaignFigures(organization, slug, evidence, window, reach)
  const ads = readAdNames(organization, slug)
  const keywords = readKeywordFigures(organization, slug, evidence, reach, yearDays)
  const keywordTexts = readKeywordTexts(organization, slug)
  const terms = readTermFigures(organization, slug, evidence, window)
  const converting = readConvertingTerms(organization, slug)
  const negatives = readCampaignNegatives(organization, slug)
  const accountKeywords = readAccountKeywords(organization, slug)
  const brandKeywords = readBrandKeywords(organization, slug)
  const own = readOwnTexts(organization)
  const statementsOf: Readonly<Record<ViewPart, ReadonlyArray<BoundStatement>>> = {
    ads: [ads],
    keywords: [keywords],
    keywordTexts: parts.has("keywords") ? [] : [keywordTexts],
    year: [],
    terms: [terms],
    converting: [converting],
    negatives: [negatives],
    accountKeywords: [accountKeywords],
    brand: [brandKeywords, own],
    ownTexts: [own]
  }
  const needed = [...new Set([...parts].flatMap((part) => statementsOf[part]))]
  return Effect.map(readTogether([...needed, figures]), (results): ReadCampaign | null => {
    const rowsOf = <Row>(statement: BoundStatement<Row>) =>
      (results[needed.indexOf(statement)] ?? []) as ReadonlyArray<Row>
    const [row] = results.at(-1) as NonNullable<typeof figures.rowType>[]
    if (row === undefined) return null
    const { bidding, id, locations, running, ...campaignFigures } = row
    const [texts] = rowsOf(own)
    const brand = [texts?.brand ?? "", ...rowsOf(brandKeywords).map(({ text }) => text)]
    const view: CampaignView = {
      ...campaignFigures,
      takesTargetCpa: takesTargetCpa(bidding),
      currency,
      currencyUnit: smallestUnit(currency),
      windowDays: window,
      ads: rowsOf(ads),
      keywords: parts.has("keywords") ? rowsOf(keywords) : rowsOf(keywordTexts).map(withoutFigures),
      terms: rowsOf(terms).map(termFigures),
      converting: rowsOf(converting),
      negatives: rowsOf(negatives),
      accountKeywords: rowsOf(accountKeywords).map(({ text }) => text),
      brand: brand.filter((text) => text !== ""),
      ownTexts: [
        ...locations,
        ...(texts?.products ?? []),
        ...(texts?.places ?? []).filter((name) => name !== null)
      ]
    }
    return { id, running, view }
  })
}
