/** The same for another business: every word that names it is exchanged, wherever it stands. */
export const replaceWords = <Value>(value: Value, words: Readonly<Record<string, string>>): Value => {
  const replaceIn = (part: unknown): unknown => {
    if (typeof part === "string") {
      return Object.entries(words).reduce((replaced, [from, to]) => replaced.replaceAll(from, to), part)
    }
    if (Array.isArray(part)) return part.map(replaceIn)
    if (typeof part !== "object" || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, replaceIn(item)]))
  }
  return replaceIn(value) as Value
}

/** Northwind's twin across the sea: the same trade and the same campaigns, in another city and currency. */
export const fabrikamWords = {
  Northwind: "Fabrikam",
  northwind: "fabrikam",
  Seattle: "Dublin",
  seattle: "dublin",
  Bellevue: "Dún Laoghaire",
  ballard: "rathmines",
  spokane: "cork"
}
