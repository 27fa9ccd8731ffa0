export {
  type AttentionFacts,
  type AttentionItem,
  type AttentionKind,
  attentionOf,
  isUrgent,
  rankOf
} from "./model.ts"
export { noAttention, type OrganizationAttention, readAttention } from "./read.ts"
export { type AttentionWords, dayOf, headlineOf, usualText, weekText, wordsOf } from "./words.ts"
