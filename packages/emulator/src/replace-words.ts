/** Returns a copy for another business: replaces every word that names it, in all strings. */
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

/** Turns Northwind into Fabrikam: the same trade and campaigns in another city and currency. */
export const fabrikamWords = {
  Northwind: "Fabrikam",
  northwind: "fabrikam",
  Seattle: "Dublin",
  seattle: "dublin",
  Bellevue: "Dún Laoghaire",
  ballard: "rathmines",
  spokane: "cork"
}
