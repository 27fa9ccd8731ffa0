import { messageOf, renderMentions, type ServiceError } from "@adwarden/core/contract"
import type { Problem } from "./forms.ts"

/** Errors that say what was wrong with the form, so that it can be shown again. */
const shownAgain: ReadonlySet<string> = new Set([
  "validation_error",
  "role_denied",
  "not_found",
  "budget_cap_exceeded",
  "launch_blocked",
  "preview_stale",
  "ad_account_not_linked",
  "ad_account_not_selected",
  "ad_platform_connection_incomplete",
  "ad_not_supported",
  "business_profile_not_ready",
  "recommendation_not_pending",
  "recently_applied",
  "write_quota_exceeded"
])

/**
 * The name of a field in a sentence. An item of a list is named by its place.
 *
 * @example fieldName("keywords.0.text", {}) // "Keyword 1"
 */
const fieldName = (path: string, labels: Readonly<Record<string, string>>): string => {
  const [list = "", place] = path.split(".")
  if (labels[path] !== undefined) return labels[path]
  if (place === undefined || !/^\d+$/.test(place)) return path
  const words = (labels[list] ?? list).replaceAll("_", " ").replace(/s$/, "")
  return `${words[0]!.toUpperCase()}${words.slice(1)} ${Number(place) + 1}`
}

/**
 * The problems of a refused form as sentences, by field; null for an error that has a page of its own. `labels` are the
 * names of the fields in a sentence.
 */
export const formProblems = (
  error: { readonly _tag: string },
  labels: Readonly<Record<string, string>> = {}
): ReadonlyArray<Problem> | null => {
  if (!shownAgain.has(error._tag)) return null
  const refusal = error as ServiceError
  return refusal._tag === "validation_error"
    ? refusal.fields.map(({ message, path }) => ({ path, message: `${fieldName(path, labels)} ${message}.` }))
    : [{ path: "", message: renderMentions("dashboard", messageOf(refusal)) }]
}
