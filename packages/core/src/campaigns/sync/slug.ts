const most = 100

/** A name as it can stand in a path. */
export const slugOf = (name: string): string => {
  const plain = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, most)
    .replaceAll(/^-+|-+$/g, "")
  return plain === "" ? "campaign" : plain
}

/** The first of name, name-2, name-3, … that is not taken; it then is. */
export const freeSlug = (name: string, taken: Set<string>): string => {
  const base = slugOf(name)
  let slug = base
  for (let n = 2; taken.has(slug); n++) slug = `${base}-${n}`
  taken.add(slug)
  return slug
}
