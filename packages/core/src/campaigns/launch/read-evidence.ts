import { Effect } from "effect"
import { runSql } from "../../storage/index.ts"
import { readLandingPages, readLineContext } from "../rows/landing-pages.ts"
import { evidenceOf } from "./evidence.ts"

/** Reads what the lines of a draft rest on, for the checks of edits and launches. */
export const readEvidence = (organization: number, campaign: number) =>
  Effect.gen(function* () {
    const [row] = yield* runSql<{ readonly language: string | null; readonly today: string }>`
      select language, to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as today from campaigns
      where organization_id = ${organization} and id = ${campaign}`
    const pages = yield* readLandingPages(organization, campaign)
    const context = yield* readLineContext(organization, campaign)
    return evidenceOf(pages, context, row!.language, row!.today)
  })
