import type { Screen } from "./terminal.ts"
import { verbosity } from "./verbosity.ts"

/**
 * A fetch that, with --verbose, notes each request and its response: method, URL, status, time and request id. Headers
 * and bodies can contain secrets and are not noted.
 */
export const loggedFetch =
  ({ line, paint }: Screen): typeof fetch =>
  async (resource, options) => {
    if (verbosity() !== "verbose") return fetch(resource, options)
    const method = options?.method ?? "GET"
    const startedAt = performance.now()
    const note = (end: string) => {
      const millis = Math.round(performance.now() - startedAt)
      line(paint.faint(`${method} ${String(resource)} ${end} in ${millis} ms`))
    }
    try {
      const response = await fetch(resource, options)
      note(`${response.status}, ${response.headers.get("x-request-id") ?? "no request id"},`)
      return response
    } catch (error) {
      note("failed")
      throw error
    }
  }
