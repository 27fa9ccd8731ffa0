export interface Destination {
  /** Where messages go, and what speaks for the person there. */
  readonly url: string
  readonly token: string
  /** What the person should know of it, once. */
  readonly warning: string | null
}

/**
 * Says where the next message goes and as whom: asked before each one, so that a login which runs out is renewed in
 * between, and somebody who signs in meanwhile need not start their client anew. With the token that was just refused it
 * fetches another, where there is one to be had. It rejects with what has to be set right, in words for the person.
 */
export type Ask = (asked: { readonly refused?: string }) => Promise<Destination>
