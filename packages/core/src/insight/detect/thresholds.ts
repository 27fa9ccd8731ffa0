/*
 * Every cut-off of the detectors and of the engine's own recommendations. A finding needs evidence: a healthy
 * term that cost as much as one conversion has none by luck 37 percent of the time.
 */

/** Judging by absence: what is expected to convert, and did not. */
export const evidence = {
  /** Days up to the latest with data, whatever window is shown. */
  days: 90,
  /** The latest days, whose conversions may still be credited, are no evidence of absence. */
  lagDays: 3,
  /** Conversions of the campaign that make a reference, without and with a target CPA. */
  minConversions: 10,
  minConversionsWithTarget: 5,
  /** The normal quantile of the one-sided 80 percent lower bound of the conversion rate. */
  boundQuantile: 0.841_621_233_572_914,
  /** Cost, in reference CPAs, from which a term, keyword or word is judged. */
  minCpas: 2,
  /** The share of false findings that is accepted (Benjamini-Hochberg). */
  falseFindings: 0.1,
  /** Searches that share a word before the word is judged. */
  minSharingTerms: 3
} as const

export const highCpcCutoffs = {
  minClicks: 10,
  /** With conversions, a keyword is paused above this multiple of the reference CPA, on enough of them. */
  pauseCpas: 1.5,
  minConversions: 3
} as const

export const zeroImpressionCutoffs = {
  days: 90,
  /** Days since the keyword was added, and days of service without an impression. */
  minDays: 30,
  /** Days to the same weekdays of the year before. */
  yearDays: 364
} as const

/** Search terms with at most this many words are excluded as exact: a phrase would block too much. */
export const maxWordsForExactMatch = 2

export const tcpaCutoffs = {
  minConversions: 15,
  /** The target is lowered at this share of it, and raised at that one if this share of the budget is left. */
  better: 0.85,
  worse: 1.2,
  maxSpent: 0.8,
  /** The new target: this multiple of the actual CPA, or the smallest and largest share of the old target. */
  aboveActual: 1.1,
  lowest: 0.8,
  highest: 1.2
} as const

export const hipoCutoffs = { minConversions: 5, maxCpas: 0.8, minBudgetSpent: 0.9 } as const

/** Conversions that prove a search term; with one alone its CPA must reach the reference. */
export const minProvenConversions = 2

/** The highest CPA, in reference CPAs, of a proven search over 90 days. */
export const newKeywordCpas = 1.2

/** The budget is raised if it was spent on this many of the last days. */
export const raiseBudgetCutoffs = { minSpent: 0.95, days: 5, of: 7, factor: 1.2 } as const

/**
 * The budget is lowered if no day of service spent more than this share; the new one stays above the largest
 * day. A campaign that did not serve within `recentDays` has just restarted, so earlier spend is no evidence.
 */
export const lowerBudgetCutoffs = { maxSpent: 0.5, of: 14, aboveLargest: 1.2, recentDays: 3 } as const
