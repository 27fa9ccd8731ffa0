import type { WriteOptions } from "./options.ts"

/**
 * The organization requires approval, and the write is now queued. This is not an error, and the write must not be sent
 * again. Wait for the decision with `client.queuedWrites.wait(held)`.
 */
export interface Held {
  readonly outcome: "held"
  readonly code: "approval_required"
  /** The explanation for the person who requested the write. */
  readonly message: string
  readonly doc_url: string
  /** The id for `client.queuedWrites.get`. */
  readonly queued_recommendation_id: string
  /** The page on which a signed-in person decides. */
  readonly url: string
}

/** The preview of a write, with `execute` to carry out exactly that. */
export type Preview<Previewed extends object, Executed extends object> = Previewed & {
  /**
   * Executes the previewed write: the same parameters with its `preview_hash`. Fails with `preview_stale` if the result
   * would now differ. A second call returns the first response.
   */
  readonly execute: (options?: WriteOptions) => Promise<Executed | Held>
}

/** Selects execution. */
export interface Executing {
  /** `false` executes the write. */
  readonly dry_run: false
}

/** Selects a preview, which is the default. */
export interface Previewing {
  /** `true`, the default, previews the write. */
  readonly dry_run?: true | undefined
}
