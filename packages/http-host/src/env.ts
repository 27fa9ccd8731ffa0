import type { Connection } from "@adwarden/core/http"

/** What Hono hands a handler beside the request, on every surface. */
export interface Env {
  Bindings: Connection
}
