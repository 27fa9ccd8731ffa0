import { Effect } from "effect"
import { runSql } from "../../storage/index.ts"
import { readLandingPages, readLineContext, readWebsite } from "../rows/landing-pages.ts"
import { evidenceOf, type LineEvidence } from "./evidence.ts"
import { pageKey, websiteOf } from "./lines.ts"

interface Row {
  readonly language: string | null
  readonly today: string
}

/** Reads what the lines of a draft rest on, for the checks of edits and launches. */
export const readEvidence = (organization: number, campaign: number) =>
  Effect.gen(function* () {
    const [row] = yield* runSql<Row>`
      select language, to_char(now() at time zone 'UTC', 'YYYY-MM-DD') as today from campaigns
      where organization_id = ${organization} and id = ${campaign}`
    const pages = yield* readLandingPages(organization, campaign)
    const context = yield* readLineContext(organization, campaign)
    return evidenceOf(pages, context, row!.language, row!.today)
  })

/**
 * Reads what the lines of a running campaign rest on: its own pages, and those of its website that were read for website
 * facts. No launch checks these lines again.
 */
export const readEvidenceOfRunning = (organization: number, campaign: number, website: string) =>
  Effect.gen(function* () {
    const own = yield* readEvidence(organization, campaign)
    const reads = yield* readWebsite(organization, websiteOf(website))
    const pages = new Map(own.pages)
    for (const { pages: read, readAt } of reads.toReversed())
      for (const page of read) pages.set(pageKey(page.url), { ...page, readAt })
    const [newest] = reads
    const evidence: LineEvidence = {
      ...own,
      pages,
      isRunning: true,
      context: own.context ?? (newest === undefined ? null : { ...newest, confirmed: [] }),
      language: own.pages.size === 0 ? ([...pages.values()][0]?.language ?? own.language) : own.language
    }
    return evidence
  })
