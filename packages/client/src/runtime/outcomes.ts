import type { WriteOptions } from "./options.ts"

/**
 * The organization wants a person to approve changes, and this one now waits. Nothing went wrong and nothing is to be
 * sent again: follow it with `client.queuedWrites.wait(held)`.
 */
export interface Held {
  readonly outcome: "held"
  readonly code: "approval_required"
  /** What to tell whoever asked for the change. */
  readonly message: string
  readonly doc_url: string
  /** What `client.queuedWrites.get` takes. */
  readonly queued_recommendation_id: string
}

/** What a change would do, and the way to do exactly that. */
export type Preview<Previewed extends object, Executed extends object> = Previewed & {
  /**
   * Executes what was previewed: the same parameters, with its `preview_hash`. Refused with `preview_stale` if something
   * else would come of it by now. A preview is executed once: again, the first answer comes back.
   */
  readonly execute: (options?: WriteOptions) => Promise<Executed | Held>
}

/** Says that a call is to be carried out. */
export interface Executing {
  /** false executes. */
  readonly dry_run: false
}

/** Says that a call is only to be looked at, which is also what happens when nothing is said. */
export interface Previewing {
  /** true, the default, previews. */
  readonly dry_run?: true | undefined
}
