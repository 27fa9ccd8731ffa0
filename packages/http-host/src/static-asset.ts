import { newRequestId } from "@adwarden/core/http"

/** A file that every page needs: the same for everybody, under an address that changes with its content. */
export interface StaticAsset {
  readonly type: string
  readonly text: string
}

/**
 * Serves a static asset from memory. Like a health check it reads no data, so it stays outside of the pipeline: it is
 * neither audited nor counted against the caller's rate. Otherwise an office behind one address would lose the
 * stylesheet before it loses the pages.
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
