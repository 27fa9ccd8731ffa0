import { nearestOf } from "@adwarden/core/nearest"

/** A sentence that names what somebody probably meant, with a space before it; nothing where nothing is near. */
export const didYouMean = (given: string, known: ReadonlyArray<string>): string => {
  const meant = nearestOf(given, known)
  return meant === null ? "" : ` Did you mean ${meant}?`
}
