import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import {
  channelProblem,
  noSuchCampaign,
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
import {
  allDetectors,
  type Channel,
  type Detector,
  detectorCount,
  detectors,
  isApplicable
} from "../../contract/index.ts"
import { readOwnTexts } from "../../organizations/index.ts"
import type { OrganizationFacts } from "../../request/caller.ts"
import { handler } from "../../request/handler.ts"
import { type BoundStatement, inOneRoundTrip, Statements } from "../../storage/index.ts"
import { joinSentences } from "../markdown.ts"
import { saveRecommendation } from "../recommendations/rows.ts"
import { accuracyWarning, readTypeAccuracy } from "../savings/accuracy.ts"
import { boughtConversions, combinedSaving } from "../savings/estimate.ts"
import { describeBought, lowerBoundReason } from "../savings/sentences.ts"
import type { Detection } from "./definition.ts"
import { detect, explainNoFindings, explainSilence, partsOf, windowDays } from "./detect.ts"
import { containsVariant, distinctiveWord } from "./excluded-terms.ts"
import { type CampaignView, evidence, type ViewPart, zeroImpressionCutoffs } from "./view.ts"

/** A campaign to analyse, and whether it runs in the platform. */
interface ReadCampaign {
  readonly id: number
  readonly channel: Channel
  readonly view: CampaignView
  readonly running: boolean
}

export interface AnalysedOrganization {
  readonly id: number
  readonly currency: string
}

/** The keywords without the brand, whose words say what the business sells. */
const genericTexts = (keywords: ReadonlyArray<{ readonly text: string }>, brand: ReadonlyArray<string>) =>
  keywords
    .map(({ text }) => text)
    .filter((text) => !brand.some((name) => name !== "" && containsVariant(text, name)))

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
  const figures = readCampaignFigures(organization, slug, evidence.days, window, reach)
  const ads = readAdNames(organization, slug)
  const keywords = readKeywordFigures(organization, slug, evidence.days, reach, yearDays)
  const keywordTexts = readKeywordTexts(organization, slug)
  const terms = readTermFigures(organization, slug, evidence.days, window)
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
  return Effect.map(inOneRoundTrip([...needed, figures]), (results): ReadCampaign | null => {
    const rowsOf = <Row>(statement: BoundStatement<Row>) =>
      (results[needed.indexOf(statement)] ?? []) as ReadonlyArray<Row>
    const [row] = results.at(-1) as NonNullable<typeof figures.rowType>[]
    if (row === undefined) return null
    const { bidding, channel, id, locations, running, ...campaignFigures } = row
    const [texts] = rowsOf(own)
    const ownTexts = [
      ...locations,
      ...(texts?.products ?? []),
      ...(texts?.places ?? []).filter((name) => name !== null)
    ]
    const ownKeywords = parts.has("keywords") ? rowsOf(keywords) : rowsOf(keywordTexts).map(withoutFigures)
    const [name, brandTexts] = [texts?.brand ?? "", rowsOf(brandKeywords).map(({ text }) => text)]
    const generic = campaignFigures.type === "brand" ? [] : genericTexts(ownKeywords, [name, ...brandTexts])
    const brand = [name, distinctiveWord(name, [...ownTexts, ...generic]) ?? "", ...brandTexts]
    const view: CampaignView = {
      ...campaignFigures,
      takesTargetCpa: takesTargetCpa(bidding),
      currency,
      currencyUnit: smallestUnit(currency),
      windowDays: window,
      ads: rowsOf(ads),
      keywords: ownKeywords,
      terms: rowsOf(terms).map(termFigures),
      converting: rowsOf(converting),
      negatives: rowsOf(negatives),
      accountKeywords: rowsOf(accountKeywords).map(({ text }) => text),
      brand: brand.filter((text) => text !== ""),
      ownTexts
    }
    return { id, channel, running, view }
  })
}

/** Adds the recommendation's id to the findings that applying changes. */
const findingsWithRecommendation = ({ findings }: Detection, recommendation: string | null) =>
  findings.map(({ fields, operation }) =>
    operation !== null && recommendation !== null
      ? { ...fields, recommendation_id: recommendation }
      : { ...fields }
  )

const noFindingsNote = `None of the ${detectorCount} detectors found anything. Run one alone to see why.`

const noteOf = (...notes: ReadonlyArray<string | null>) => {
  const note = joinSentences(...notes)
  return note === "" ? {} : { note }
}

/** States what the saving of a detector bought; null if that was nothing, or is not known. */
const boughtNote = ({ saves }: Detection, detector: Detector): string | null => {
  const conversions = saves === null ? null : boughtConversions(saves.stops)
  return conversions === 0 || !isApplicable(detector) ? null : describeBought(conversions, detector)
}

/** Names the detectors whose estimates need a note. */
const joinNotes = (all: ReadonlyArray<{ readonly detector: Detector; readonly note: string | null }>) =>
  all.flatMap(({ detector, note }) => (note === null ? [] : [`${detector}: ${note}`])).join(" ") || null

export const runDetector = handler(
  "detectors.run",
  Effect.gen(function* () {
    const statements = yield* Statements
    const sql = yield* SqlClient.SqlClient
    const read = (
      organization: OrganizationFacts,
      slug: string,
      days: number,
      some: ReadonlyArray<Detector>
    ) =>
      readView(organization, slug, days, partsOf(some)).pipe(
        Effect.provideService(SqlClient.SqlClient, sql),
        Effect.flatMap((found) =>
          found === null ? noSuchCampaign(statements, organization, slug) : Effect.succeed(found)
        ),
        Effect.tap((found) => channelProblem(found) ?? Effect.void)
      )

    /** Runs one detector. Stores what can be applied if the campaign runs. */
    const runOne = (
      organization: number,
      { id: campaign, running, view }: ReadCampaign,
      detector: Detector,
      given: Readonly<Record<string, unknown>>
    ) =>
      Effect.gen(function* () {
        const detection = detect(detector, view, given)
        const bought = boughtNote(detection, detector)
        const [first, ...more] = detection.operations
        if (!running || first === undefined || !isApplicable(detector))
          return { detection, findings: findingsWithRecommendation(detection, null), note: bought }
        const recommendation = yield* saveRecommendation(statements, organization, campaign, {
          type: detector,
          summary: detection.summary,
          saving: detection.saving,
          ...(detection.saves === null ? {} : { saves: detection.saves }),
          ...(detection.evidence === undefined ? {} : { evidence: detection.evidence }),
          findings: detection.findings.map(({ fields, monthFields }) => monthFields ?? fields),
          operations: [first, ...more]
        })
        const findings = findingsWithRecommendation(detection, recommendation)
        if (recommendation === null || detection.saving === null) return { detection, findings, note: bought }
        const [accuracy] = yield* statements.read(readTypeAccuracy(organization, detector))
        return { detection, findings, note: joinSentences(accuracyWarning(accuracy!), bought) || null }
      })

    /** Views by their window: most detectors share one. */
    const runAll = (organization: OrganizationFacts, slug: string) =>
      Effect.gen(function* () {
        const byDays = Map.groupBy(detectors, (detector) => windowDays(detector, {}))
        let silence: string | null = null
        const results = new Map<Detector, Effect.Effect.Success<ReturnType<typeof runOne>>>()
        for (const [days, some] of byDays) {
          const found = yield* read(organization, slug, days, some)
          silence = explainSilence(found.view)
          for (const detector of some)
            results.set(detector, yield* runOne(organization.id, found, detector, {}))
        }
        const all = detectors.map((detector) => ({ detector, ...results.get(detector)! }))
        const findings = all.flatMap(({ detector, findings }) =>
          findings.map((one) => ({ detector, ...one }))
        )
        const saving = combinedSaving(all.map(({ detection }) => ({ campaign: "", saves: detection.saves })))
        return {
          detector: allDetectors,
          findings,
          ...noteOf(
            silence ?? (findings.length === 0 ? noFindingsNote : joinNotes(all)),
            saving?.atLeast === true ? `The saving is at least this much. ${lowerBoundReason}` : null
          ),
          ...(saving === null ? {} : { estimated_monthly_saving: saving.amount })
        }
      })

    return Effect.fnUntraced(function* ({ organization }, { detector, options = {}, slug }) {
      if (detector === allDetectors) return yield* runAll(organization, slug)
      const results = yield* read(organization, slug, windowDays(detector, options), [detector])
      const { detection, findings, note } = yield* runOne(organization.id, results, detector, options)
      return {
        detector,
        findings,
        ...noteOf(findings.length === 0 ? explainNoFindings(detector, results.view, options) : note),
        ...(detection.saving === null ? {} : { estimated_monthly_saving: detection.saving })
      }
    })
  })
)
