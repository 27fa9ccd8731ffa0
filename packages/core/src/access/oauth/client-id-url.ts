import { hasDotSegments, uriProblem } from "./redirects.ts"

/*
 * A client ID can be the URL of a document that describes the client (Client ID Metadata Document). IDs are
 * compared character by character, so only URLs with one canonical spelling are accepted.
 */

const maxLength = 512

/** Whether a text is an https URL with a path, in canonical spelling. */
export const isMetadataDocumentUrl = (text: string): boolean => {
  if (text.length > maxLength || uriProblem(text) !== null || !text.startsWith("https://")) return false
  const url = new URL(text)
  return url.href === text && url.pathname !== "/" && !hasDotSegments(text)
}

const minFreshSeconds = 300
const maxFreshSeconds = 86_400
const defaultFreshSeconds = 3600

/** The number of seconds to cache a document: its server's value, within our bounds. */
export const freshSecondsOf = (cacheControl: string | undefined): number => {
  const maxAge = /(?:^|[\s,])max-age=(\d{1,9})(?:$|[\s,])/i.exec(cacheControl ?? "")?.[1]
  const stale = /(?:^|[\s,])no-(?:store|cache)(?:$|[\s,=])/i.test(cacheControl ?? "")
  const seconds = stale ? 0 : maxAge === undefined ? defaultFreshSeconds : Number(maxAge)
  return Math.min(maxFreshSeconds, Math.max(minFreshSeconds, seconds))
}
