import type { OrganizationRow } from "../../access/organizations.ts"
import type { Platform } from "../../platform/index.ts"
import type { ReportSource } from "../reports/read/source.ts"
import type { CampaignAudit } from "./gather/audit.ts"
import type { StrategyDocument } from "./rows.ts"

/*
 * The facts of a strategy, gathered before any text is written. Everything after that is pure: the same facts
 * give the same document.
 */

/** The organization and its budget rules. */
export interface StrategyOrganization extends OrganizationRow {
  /** The monthly sum of all daily budgets, as the cap counts it. */
  readonly committedMonthly: number
}

/** The business according to its website. */
export interface StrategyBusiness {
  readonly url: string
  readonly name: string
  readonly description: string
  readonly products: ReadonlyArray<string>
  readonly customers: ReadonlyArray<string>
  readonly competitors: ReadonlyArray<string>
  readonly strengths: ReadonlyArray<string>
  readonly places: ReadonlyArray<string>
}

/** The searches that the platform reports, or why it reported none. */
export type Demand =
  | { readonly available: true; readonly places: number; readonly ideas: ReadonlyArray<Platform.KeywordIdea> }
  | { readonly available: false; readonly reason: string }

export interface StrategyFacts {
  /** The day of writing. */
  readonly today: string
  readonly organization: StrategyOrganization
  readonly business: StrategyBusiness | null
  /** The last 30 days with data beside the 30 before, and twelve weeks. */
  readonly source: ReportSource
  readonly audits: ReadonlyArray<CampaignAudit>
  readonly demand: Demand
  /** External changes in the platform since the last sync, which the audit does not include. */
  readonly outsideChanges: number
  /** The display name of the ad platform. */
  readonly platform: string
  readonly documents: ReadonlyArray<StrategyDocument>
}

/** A draft that is being generated has no keywords yet; a discarded one has none any more. */
export const enabledKeywords = (keywords: ReportSource["keywords"]): ReportSource["keywords"] =>
  keywords.filter(({ state }) => state === "enabled")
