import { newRequestId } from "@adwarden/core/http"

/** A file that every page needs, under a URL that changes with its content. */
export interface StaticAsset {
  readonly type: string
  readonly text: string
}

/**
 * Serves a static asset from memory, outside of the pipeline: it reads no data, so it is neither audited nor
 * rate-limited. Otherwise an office behind one IP address would lose the stylesheet before it loses the pages.
 */
export const staticAsset =
  ({ text, type }: StaticAsset) =>
  (): Response =>
    new Response(text, {
      headers: {
        "Content-Type": type,
        "Cache-Control": "public, max-age=31536000, immutable",
        "X-Content-Type-Options": "nosniff",
        "X-Request-Id": newRequestId()
      }
    })
