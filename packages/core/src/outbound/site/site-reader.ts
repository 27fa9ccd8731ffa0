import { Context, Effect, Either, Layer } from "effect"
import { Fetcher } from "../fetch/fetcher.ts"
import { parseTarget } from "../fetch/target.ts"
import { IsolatedRunner, isolatedJob } from "../isolated/isolated.ts"
import type { ReadOptions } from "./crawl.ts"
import { registeredDomain } from "./domain.ts"
import type { siteFacts } from "./facts/site-facts.ts"
import type { Site, SiteFacts } from "./page.ts"
import { type SiteUnreadable, siteNotParsed } from "./site-unreadable.ts"

const factsJob = isolatedJob<typeof siteFacts>(import.meta.url, "./facts/site-facts.ts", "siteFacts")

/**
 * Reads untrusted websites politely: a few dozen pages of one registered domain, as far as its hosts allow.
 */
export class SiteReader extends Context.Tag("@adwarden/SiteReader")<
  SiteReader,
  {
    readonly read: <E = never, R = never>(
      url: string,
      options?: ReadOptions<E, R>
    ) => Effect.Effect<Site, SiteUnreadable | E, R>
    /** Derives the facts about the business from its website. */
    readonly factsOf: (site: Site) => Effect.Effect<SiteFacts, SiteUnreadable>
  }
>() {
  static readonly layer: Layer.Layer<SiteReader, never, Fetcher> = Layer.effect(
    SiteReader,
    Effect.gen(function* () {
      const tools = { fetcher: yield* Fetcher, isolated: yield* IsolatedRunner }
      return {
        // The reader's code is loaded on the first read: most hosts and commands never need it.
        read: (url, options = {}) =>
          Effect.flatMap(
            Effect.promise(() => import("./crawl.ts")),
            ({ crawl }) => crawl(tools, url, options)
          ),
        factsOf: (site) =>
          Effect.mapError(tools.isolated.run(factsJob, site), (failure) => siteNotParsed(failure, site.url))
      }
    })
  ).pipe(Layer.provide(IsolatedRunner.layer))
}

/** Returns the address of a website without its fragment, or what is wrong with it as far as it shows without a request. */
export const websiteAddress = (url: string): Either.Either<string, string> =>
  parseTarget(url).pipe(
    Either.mapLeft(({ message }) => message),
    Either.filterOrLeft(
      ({ name }) => registeredDomain(name) !== null,
      () => "must be the address of a website, such as https://www.example.com"
    ),
    Either.map((target) => target.url.href)
  )
