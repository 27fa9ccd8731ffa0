import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import {
  readAccountKeywords,
  readAdNames,
  readBrandKeywords,
  readCampaignFigures,
  readCampaignNegatives,
  readConvertingTerms,
  readKeywordFigures,
  readTermFigures,
  smallestUnit,
  takesTargetCpa,
  termFigures
} from "../../campaigns/index.ts"
import { readBrandName, readOwnTexts } from "../../organizations/index.ts"
import { type BoundStatement, makePlanningReader } from "../../storage/index.ts"
import { evidence, zeroImpressionCutoffs } from "./thresholds.ts"
import type { CampaignView, ViewPart } from "./view.ts"

/** A campaign to analyse, and whether it runs in the platform. */
export interface ReadCampaign {
  readonly view: CampaignView
  readonly running: boolean
}

export interface AnalysedOrganization {
  readonly id: number
  readonly currency: string
}

const { days: quietDays, yearDays } = zeroImpressionCutoffs

/**
 * Reads the parts of a campaign's view that detectors need; `window` is the requested number of days. It uses its
 * own connection and transaction, because a large campaign takes long and must not delay other reads.
 */
export const readView = (
  { currency, id: organization }: AnalysedOrganization,
  campaign: number,
  window: number,
  parts: ReadonlySet<ViewPart>
) => {
  const reach = parts.has("year") ? yearDays + quietDays : evidence.days
  const figures = readCampaignFigures(organization, campaign, evidence, window, reach)
  const statements = {
    ads: readAdNames(organization, campaign),
    keywords: readKeywordFigures(organization, campaign, evidence, reach, yearDays),
    terms: readTermFigures(organization, campaign, evidence, window),
    converting: readConvertingTerms(organization, campaign),
    negatives: readCampaignNegatives(organization, campaign),
    accountKeywords: readAccountKeywords(organization, campaign),
    brandKeywords: readBrandKeywords(organization, campaign),
    brandName: readBrandName(organization),
    own: readOwnTexts(organization)
  }
  const isNeeded: Readonly<Record<keyof typeof statements, boolean>> = {
    ads: parts.has("ads"),
    keywords: parts.has("keywords"),
    terms: parts.has("terms"),
    converting: parts.has("converting"),
    negatives: parts.has("negatives"),
    accountKeywords: parts.has("accountKeywords"),
    brandKeywords: parts.has("brand"),
    brandName: parts.has("brand"),
    own: parts.has("ownTexts")
  }
  const needed = Object.entries(statements).flatMap(([name, one]) =>
    isNeeded[name as keyof typeof statements] ? [one as BoundStatement] : []
  )
  return Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(
      Effect.gen(function* () {
        const reader = makePlanningReader()
        // One round trip; the reader then has the rows of each part.
        yield* reader.read(figures, ...needed)
        const rowsOf = <Row>(statement: BoundStatement<Row>) =>
          needed.includes(statement)
            ? Effect.map(reader.read(statement), ([rows]) => rows)
            : Effect.succeed<ReadonlyArray<Row>>([])
        const [[row]] = yield* reader.read(figures)
        const { bidding, locations, running, ...campaignFigures } = row!
        const [own] = yield* rowsOf(statements.own)
        const brand = [...(yield* rowsOf(statements.brandName)), ...(yield* rowsOf(statements.brandKeywords))]
        const view: CampaignView = {
          ...campaignFigures,
          takesTargetCpa: takesTargetCpa(bidding),
          currency,
          currencyUnit: smallestUnit(currency),
          windowDays: window,
          ads: yield* rowsOf(statements.ads),
          keywords: yield* rowsOf(statements.keywords),
          terms: (yield* rowsOf(statements.terms)).map(termFigures),
          converting: yield* rowsOf(statements.converting),
          negatives: yield* rowsOf(statements.negatives),
          accountKeywords: (yield* rowsOf(statements.accountKeywords)).map(({ text }) => text),
          brand: brand.map(({ text }) => text),
          ownTexts: [
            ...locations,
            ...(own?.products ?? []),
            ...(own?.places ?? []).filter((name) => name !== null)
          ]
        }
        return { running, view } satisfies ReadCampaign
      })
    )
  )
}
