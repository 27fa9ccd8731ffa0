import { hasDotSegments, uriProblem } from "./redirects.ts"

/*
 * A client may be an address: that of a document which says what the client is (Client ID Metadata Document). The
 * address is its id, character by character, so only those are taken that have one spelling.
 */

const maxLength = 512

/** An https address with a path, written as every parser writes it. */
export const isMetadataDocumentUrl = (text: string): boolean => {
  if (text.length > maxLength || uriProblem(text) !== null || !text.startsWith("https://")) return false
  const url = new URL(text)
  return url.href === text && url.pathname !== "/" && !hasDotSegments(text)
}

const minFreshSeconds = 300
const maxFreshSeconds = 86_400
const defaultFreshSeconds = 3600

/** For how many seconds a document may be believed: as its server says, within bounds of ours. */
export const freshSecondsOf = (cacheControl: string | undefined): number => {
  const maxAge = /(?:^|[\s,])max-age=(\d{1,9})(?:$|[\s,])/i.exec(cacheControl ?? "")?.[1]
  const stale = /(?:^|[\s,])no-(?:store|cache)(?:$|[\s,=])/i.test(cacheControl ?? "")
  const seconds = stale ? 0 : maxAge === undefined ? defaultFreshSeconds : Number(maxAge)
  return Math.min(maxFreshSeconds, Math.max(minFreshSeconds, seconds))
}
