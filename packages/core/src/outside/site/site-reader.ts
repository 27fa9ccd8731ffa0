import { Context, Effect, Layer } from "effect"
import { Fetcher } from "../fetch/fetcher.ts"
import type { Site } from "./page.ts"
import type { SiteUnreadable } from "./site-unreadable.ts"

export interface ReadOptions<E = never, R = never> {
  /** Told what is being done, in a short sentence, while it is done. */
  readonly onStage?: ((sentence: string) => Effect.Effect<unknown, E, R>) | undefined
  /** At most so many pages; 24 unless it is said. */
  readonly pages?: number | undefined
}

/** Reads websites of strangers, politely: a few dozen pages of one registered domain, as far as its hosts allow. */
export class SiteReader extends Context.Tag("@adwarden/SiteReader")<
  SiteReader,
  {
    readonly read: <E = never, R = never>(
      url: string,
      options?: ReadOptions<E, R>
    ) => Effect.Effect<Site, SiteUnreadable | E, R>
    /** What a text is written in, as two letters; null where its words do not tell. */
    readonly languageOf: (text: string) => Effect.Effect<string | null>
  }
>() {
  static readonly layer = Layer.effect(
    SiteReader,
    Effect.map(Fetcher, (fetcher) => ({
      // The parsers are loaded by whoever reads a site first: most hosts and commands never do.
      read: (url, options = {}) =>
        Effect.flatMap(
          Effect.promise(() => import("./crawl.ts")),
          ({ crawl }) => crawl(fetcher, url, options)
        ),
      languageOf: (text) =>
        Effect.map(
          Effect.promise(() => import("./language.ts")),
          ({ languageOfText }) => languageOfText(text)
        )
    }))
  )
}
