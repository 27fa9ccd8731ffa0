/** As long as the contract can read one again. */
const maxSlugLength = 100
/** Left free for a number at the end, so that no name is taken whatever its number comes to. */
const suffixLength = 8

/** A name as it can stand in a path. */
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

/** What every slug that is made from a name begins with. */
export const stemOf = (name: string): string => trimmed(slugOf(name), maxSlugLength - suffixLength)

/** The first of name, name-2, name-3, … that is not taken; it then is. */
export const freeSlug = (name: string, taken: Set<string>): string => {
  let slug = slugOf(name)
  for (let n = 2; taken.has(slug); n++) slug = `${stemOf(name)}-${n}`
  taken.add(slug)
  return slug
}
