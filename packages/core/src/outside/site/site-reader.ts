import { Context, type Effect } from "effect"
import type { Site } from "./page.ts"
import type { SiteUnreadable } from "./site-unreadable.ts"

export interface ReadOptions<E = never, R = never> {
  /** Told what is being done, in a short sentence, while it is done. */
  readonly onStage?: (sentence: string) => Effect.Effect<unknown, E, R>
  /** At most so many pages; 24 unless it is said. */
  readonly pages?: number
}

/** Reads websites of strangers, politely. */
export class SiteReader extends Context.Tag("@adwarden/SiteReader")<
  SiteReader,
  {
    readonly read: <E = never, R = never>(
      url: string,
      options?: ReadOptions<E, R>
    ) => Effect.Effect<Site, SiteUnreadable | E, R>
  }
>() {}
