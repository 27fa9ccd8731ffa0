export { Fetcher, type FetchOptions, type FetchResponse } from "./fetch/fetcher.ts"
export {
  type Destination,
  documentLimits,
  FetchFailed,
  type FetchLimits,
  type FetchReason,
  NameResolver,
  NameUnresolved,
  pageLimits,
  parseTarget
} from "./fetch/target.ts"
export { IsolatedFailure, type IsolatedJob, IsolatedRunner, isolatedJob } from "./isolated/isolated.ts"
export {
  type CopyCandidates,
  CopyFailed,
  type CopyRequest,
  CopyWriter
} from "./language-model/copy-writer.ts"
export {
  addressesProgram,
  extractFigures,
  givesInstructions,
  type Prose,
  type ProseRequest,
  unsupportedFigures
} from "./language-model/prose-rules.ts"
export { ProseWriter } from "./language-model/prose-writer.ts"
export { fetching, reading } from "./layers.ts"
export type { ReadOptions } from "./site/crawl.ts"
export { domainLabel, isSameSite, registeredDomain } from "./site/domain.ts"
export { siteFacts } from "./site/facts/site-facts.ts"
export {
  coreName,
  headNoun,
  isGermanWork,
  isSameWord,
  languageWords,
  termWords,
  titleSeparator
} from "./site/facts/terms.ts"
export { isAboutTheBusiness, placeholderText, soldOut } from "./site/facts/words.ts"
export type {
  Heading,
  Link,
  Page,
  PageText,
  Passage,
  Site,
  SiteFacts,
  SiteLocation,
  SitelinkCandidate,
  SiteOffer
} from "./site/page.ts"
export { SiteReader } from "./site/site-reader.ts"
export { SiteUnreadable } from "./site/site-unreadable.ts"
