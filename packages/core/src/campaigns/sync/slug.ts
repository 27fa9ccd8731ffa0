/** The maximum length that the contract accepts. */
const maxSlugLength = 100
/** Reserved for a number at the end, so that every name gets a slug. */
const suffixLength = 8

/** Converts a name into a slug. */
const slugOf = (name: string): string => {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
  return trimmed(plain, maxSlugLength) || "campaign"
}

const trimmed = (text: string, length: number): string =>
  text.replace(/^-+/, "").slice(0, length).replace(/-+$/, "")

/** Returns the common prefix of all slugs made from a name. */
export const stemOf = (name: string): string => trimmed(slugOf(name), maxSlugLength - suffixLength)

/** Returns the first free of name, name-2, name-3, … and marks it as taken. */
export const freeSlug = (name: string, taken: Set<string>): string => {
  let slug = slugOf(name)
  for (let n = 2; taken.has(slug); n++) slug = `${stemOf(name)}-${n}`
  taken.add(slug)
  return slug
}
