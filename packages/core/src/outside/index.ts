import { Layer } from "effect"
import { Fetcher } from "./fetch/fetcher.ts"
import { Names } from "./fetch/names.ts"
import { SiteReader } from "./site/site-reader.ts"

export { FetchFailed, type FetchReason } from "./fetch/failure.ts"
export { type Fetched, Fetcher, type FetchOptions } from "./fetch/fetcher.ts"
export { documentLimits, type FetchLimits, pageLimits } from "./fetch/limits.ts"
export { type Destination, Names, NameUnresolved } from "./fetch/names.ts"
export { targetOf } from "./fetch/target.ts"
export { isSameSite, registeredDomain } from "./site/domain.ts"
export type { Offer, SiteFacts, SiteLocation, SitelinkCandidate } from "./site/facts/fact-types.ts"
export { siteFacts } from "./site/facts/site-facts.ts"
export type { Found, Heading, Link, Page, Passage, Site } from "./site/page.ts"
export { type ReadOptions, SiteReader } from "./site/site-reader.ts"
export { SiteUnreadable } from "./site/site-unreadable.ts"

/** What reaches out, on the names of the open internet and those of development. */
export const outside = SiteReader.layer.pipe(Layer.provideMerge(Fetcher.layer), Layer.provide(Names.layer))
