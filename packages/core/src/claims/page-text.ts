/*
 * The text of a page as evidence: its sentences, and which of them prove nothing. It is plain data, which is stored
 * with the lines that rest on it: a launch reads no website.
 */

/** Why a sentence proves nothing. */
export type NoEvidence =
  | "testimonial"
  | "navigation"
  | "legal"
  | "notice"
  | "expired"
  | "unavailable"
  | "placeholder"
  | "question"
  | "excluded"

export interface PageSentence {
  readonly text: string
  readonly kind: "heading" | "sentence" | "item" | "structured"
  /** Why it is no evidence; null if it is. An expired date is found when a line is checked. */
  readonly notEvidence: NoEvidence | null
}

export interface PageText {
  readonly url: string
  /** Two letters; null if the page does not show it. */
  readonly language: string | null
  /** ISO 8601. */
  readonly readAt: string
  readonly sentences: ReadonlyArray<PageSentence>
}

/** The part of an ad that a line is. */
export type LinePart = "headline" | "description" | "callout" | "sitelink" | "sitelink description" | "path"

export interface Line {
  readonly part: LinePart
  readonly text: string
  /** The words of the page that the line rests on. */
  readonly quote?: string | undefined
}

/** The checks that a line can fail. */
export const lineChecks = ["form", "evidence", "dropped", "not_evidence", "placeholder", "regulated"] as const
export type LineCheck = (typeof lineChecks)[number]

/** The categories of which the law or the platform restricts the advertising. */
export const regulatedCategories = [
  "prescription_drugs",
  "health_outcomes",
  "weight_loss",
  "earnings",
  "credit",
  "gambling",
  "political"
] as const
export type RegulatedCategory = (typeof regulatedCategories)[number]

export interface Evidence {
  readonly url: string
  readonly sentence: string
}

export type Verdict =
  | {
      readonly holds: true
      /** The sentence that proves the line; null if it claims nothing. */
      readonly evidence: Evidence | null
    }
  | {
      readonly holds: false
      readonly check: LineCheck
      /** A sentence that says what is wrong with the line. */
      readonly reason: string
      /** The sentence of the page that shares most words with the line; null if none shares any. */
      readonly nearest: string | null
      readonly category?: RegulatedCategory
    }

export interface CheckContext {
  /** Two letters. */
  readonly language: string
  /** Every form of the business's name: whole, short, domain. */
  readonly brandNames: ReadonlyArray<string>
  /** The places that the campaign targets or that the website names. A line may end with "in {place}". */
  readonly places?: ReadonlyArray<string>
  /** Names of what the website sells, and what the business is: they need no evidence on each page. */
  readonly names?: ReadonlyArray<string>
  /** ISO date, to recognise an offer that has ended. */
  readonly today: string
  /** Categories that a person confirmed for this campaign. */
  readonly confirmed?: ReadonlyArray<RegulatedCategory>
}
