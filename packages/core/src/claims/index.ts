export { checkLine, nearestSentence } from "./check-line.ts"
export { addressesProgram, formProblem, isPlaceholder, isUsefulSection } from "./form.ts"
export { isExpired, noEvidenceIn } from "./no-evidence.ts"
export {
  type CheckContext,
  type Evidence,
  type Line,
  type LineCheck,
  type LinePart,
  lineChecks,
  type NoEvidence,
  type PageSentence,
  type PageText,
  type RegulatedCategory,
  regulatedCategories,
  type Verdict
} from "./page-text.ts"
export { regulatedCategoryOf } from "./regulated.ts"
export { normalise, sentencesIn } from "./text.ts"
export { type Claim, claimOf, deniesSomething, hasClaim } from "./words.ts"
