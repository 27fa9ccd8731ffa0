import * as SqlClient from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { readCampaignFigures } from "../../campaigns/index.ts"
import { readBrandName } from "../../organizations/index.ts"
import { makePlanningReader } from "../../storage/index.ts"
import type { CampaignView } from "./view.ts"

/** A campaign to analyse, and whether it runs in the platform. */
export interface ReadCampaign {
  readonly view: CampaignView
  readonly running: boolean
}

/**
 * Reads a campaign's view for the detectors; `days` is the requested window. It uses its own connection and
 * transaction, because a large campaign takes long and must not delay other reads.
 */
export const readView = (organization: number, id: number, days: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(
      makePlanningReader().read(...readCampaignFigures(organization, id, days), readBrandName(organization))
    )
  ).pipe(
    Effect.map(([[row], ads, keywords, terms, negatives, brandKeywords, brandName]): ReadCampaign => {
      const { running, ...campaign } = row!
      const brand = [...brandName, ...brandKeywords].map(({ text }) => text)
      return { running, view: { ...campaign, windowDays: days, ads, keywords, terms, negatives, brand } }
    })
  )
