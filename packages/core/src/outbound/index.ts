import { Layer } from "effect"
import { Fetcher } from "./fetch/fetcher.ts"
import { NameResolver } from "./fetch/target.ts"
import { CopyWriter } from "./language-model/copy-writer.ts"
import { ProseWriter } from "./language-model/prose-writer.ts"
import { SiteReader } from "./site/site-reader.ts"

export { Fetcher, type FetchOptions, type FetchResponse } from "./fetch/fetcher.ts"
export { documentLimits, type FetchLimits, pageLimits } from "./fetch/limits.ts"
export {
  type Destination,
  FetchFailed,
  type FetchReason,
  NameResolver,
  NameUnresolved,
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
  extractFigures,
  givesInstructions,
  type Prose,
  type ProseRequest,
  unsupportedFigures
} from "./language-model/prose-rules.ts"
export { ProseWriter } from "./language-model/prose-writer.ts"
export type { ReadOptions } from "./site/crawl.ts"
export { domainLabel, isSameSite, registeredDomain } from "./site/domain.ts"
export { promises } from "./site/facts/offers.ts"
export { siteFacts } from "./site/facts/site-facts.ts"
export {
  isGermanWork,
  isSameWord,
  languageWords,
  termWords,
  titleSeparator
} from "./site/facts/terms.ts"
export { isAboutTheBusiness } from "./site/facts/words.ts"
export {
  type Page,
  type PageText,
  pageTextOf,
  type Site,
  type SiteFacts,
  type SiteLocation,
  type SiteOffer
} from "./site/page.ts"
export { SiteReader, websiteAddress } from "./site/site-reader.ts"
export { SiteUnreadable } from "./site/site-unreadable.ts"

/** Fetching single documents, through public and development names. */
export const fetching = Fetcher.layer.pipe(Layer.provide(NameResolver.layer))

/** Reading websites, and a language model. Requires `fetching`. */
export const reading = [SiteReader.layer, CopyWriter.layer, ProseWriter.layer] as const
