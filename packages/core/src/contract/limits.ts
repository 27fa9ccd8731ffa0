/** The numbers of the contract, each with its meaning. */
const table = {
  approvalDays: [7, "Days after which a queued write that nobody decided on is rejected"],
  budgetChangePercent: [
    25,
    "Percent by which one call may move a budget, unless an owner sets another limit"
  ],
  keyYears: [1, "Years after which a key expires, unless its creator chose less"],
  keyOverlapHours: [48, "Hours for which a rotated key keeps working at most"],
  connectionIdleDays: [60, "Days without a refresh after which a connected app must be connected again"],
  refreshGraceSeconds: [60, "Seconds for which a replaced refresh token is still accepted"],
  sessionDays: [7, "Days after which people sign in again"],
  invitationDays: [7, "Days for which an invitation can be accepted"],
  keywords: [200, "Keywords that one call adds, pauses, enables or removes"],
  negativeTerms: [100, "Negative keywords in one call"],
  furtherCampaigns: [50, "Further campaigns that one call excludes terms from"],
  appliedFindings: [200, "Findings of a recommendation that one call names"],
  appliedTogether: [50, "Recommendations that one call applies"],
  negativeTermCharacters: [80, "Characters of a negative keyword"],
  strategyDocuments: [5, "Documents of a strategy"],
  strategyDocumentCharacters: [20_000, "Characters of each document"],
  syncConflictDays: [30, "Days for which a launch looks for changes made in the ad platform"],
  auditExportDays: [30, "Days of an audit export without a first day"],
  websiteReads: [20, "Websites that website facts read for an organization on a day (UTC)"],
  websiteFactsHours: [24, "Hours for which website facts are kept"],
  performanceDays: [7, "Days with data that performance has without dates"]
} as const

type Name = keyof typeof table

/** Code, messages and docs take the contract's numbers from here. */
export const limits = Object.fromEntries(
  Object.entries(table).map(([name, [value]]) => [name, value])
) as unknown as { readonly [K in Name]: (typeof table)[K][0] }

/** The meaning of each limit, for the docs. */
export const limitMeanings: ReadonlyArray<readonly [meaning: string, value: number]> = Object.values(
  table
).map(([value, meaning]) => [meaning, value])

/** A key's creator is emailed this many days before it expires. */
export const keyExpiryNoticeDays = [30, 7] as const
