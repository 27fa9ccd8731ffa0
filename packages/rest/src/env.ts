import type { Connection } from "@adwarden/core/http"

export interface Env {
  Bindings: Connection
}
