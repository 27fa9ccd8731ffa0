export { FetchFailed, type FetchReason } from "./fetch/failure.ts"
export { Fetcher, type FetchOptions, type FetchResponse } from "./fetch/fetcher.ts"
export { documentLimits, type FetchLimits, pageLimits } from "./fetch/limits.ts"
export { type Destination, NameResolver, NameUnresolved } from "./fetch/name-resolver.ts"
export { parseTarget } from "./fetch/target.ts"
export { IsolatedFailure, type IsolatedJob, IsolatedRunner, isolatedJob } from "./isolated/isolated.ts"
export {
  type CopyCandidates,
  CopyFailed,
  type CopyRequest,
  CopyWriter
} from "./language-model/copy-writer.ts"
export { extractFigures, unsupportedFigures } from "./language-model/figures.ts"
export { addressesProgram, givesInstructions } from "./language-model/instructions.ts"
export type { Prose, ProseRequest } from "./language-model/prose-rules.ts"
export { ProseWriter } from "./language-model/prose-writer.ts"
export { fetching, reading } from "./layers.ts"
export type { ReadOptions } from "./site/crawl.ts"
export { domainLabel, isSameSite, registeredDomain } from "./site/domain.ts"
export { siteFacts } from "./site/facts/site-facts.ts"
export { coreName, headNoun, isGermanWork, isSameWord, languageWords, termWords } from "./site/facts/terms.ts"
export { titleSeparator } from "./site/facts/titles.ts"
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
