import { Layer } from "effect"
import { Fetcher } from "./fetch/fetcher.ts"
import { Names } from "./fetch/names.ts"

export { FetchFailed, type FetchReason } from "./fetch/failure.ts"
export { type Fetched, Fetcher, type FetchOptions } from "./fetch/fetcher.ts"
export { documentLimits, type FetchLimits, pageLimits } from "./fetch/limits.ts"
export { type Destination, Names, NameUnresolved } from "./fetch/names.ts"
export type { Offer, SiteFacts, SiteLocation, SitelinkCandidate } from "./site/facts/site-facts.ts"
export type { Found, Heading, Link, Page, Site } from "./site/page.ts"
export { type ReadOptions, SiteReader } from "./site/site-reader.ts"
export { SiteUnreadable } from "./site/site-unreadable.ts"

/** What reaches out, on the names of the open internet and those of development. */
export const outside = Fetcher.layer.pipe(Layer.provide(Names.layer))
