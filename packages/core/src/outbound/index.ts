import { Layer } from "effect"
import { Fetcher } from "./fetch/fetcher.ts"
import { NameResolver } from "./fetch/names.ts"
import { CopyWriter } from "./language-model/copy-writer.ts"
import { ProseWriter } from "./language-model/prose-writer.ts"
import { SiteReader } from "./site/site-reader.ts"

export { FetchFailed, type FetchReason } from "./fetch/failure.ts"
export { type FetchResponse, Fetcher, type FetchOptions } from "./fetch/fetcher.ts"
export { documentLimits, type FetchLimits, pageLimits } from "./fetch/limits.ts"
export { type Destination, NameResolver, NameUnresolved } from "./fetch/names.ts"
export { parseTarget } from "./fetch/target.ts"
export { IsolatedRunner, IsolatedFailure } from "./isolated/isolated.ts"
export { type IsolatedJob, isolatedJob } from "./isolated/job.ts"
export { CopyWriter } from "./language-model/copy-writer.ts"
export { extractFigures, unsupportedFigures } from "./language-model/figures.ts"
export { givesInstructions, addressesProgram } from "./language-model/instructions.ts"
export { type CopyCandidates, CopyFailed, type CopyRequest } from "./language-model/prompt.ts"
export type { Prose, ProseRequest } from "./language-model/prose-rules.ts"
export { ProseWriter } from "./language-model/prose-writer.ts"
export type { ReadOptions } from "./site/crawl.ts"
export { domainLabel, isSameSite, registeredDomain } from "./site/domain.ts"
export type { SiteOffer, SiteFacts, SiteLocation, SitelinkCandidate } from "./site/facts/fact-types.ts"
export { siteFacts } from "./site/facts/site-facts.ts"
export type { PageText, Heading, Link, Page, Passage, Site } from "./site/page.ts"
export { SiteReader } from "./site/site-reader.ts"
export { SiteUnreadable } from "./site/site-unreadable.ts"

/** What reaches out: websites, on the names of the open internet and those of development, and a language model. */
export const outbound = Layer.mergeAll(
  SiteReader.layer.pipe(Layer.provideMerge(Fetcher.layer), Layer.provide(NameResolver.layer)),
  CopyWriter.layer,
  ProseWriter.layer
)
