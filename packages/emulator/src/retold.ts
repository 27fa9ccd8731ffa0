/** The same for another business: every word that names it is exchanged, wherever it stands. */
export const retold = <Told>(value: Told, words: Readonly<Record<string, string>>): Told => {
  const tell = (part: unknown): unknown => {
    if (typeof part === "string") {
      return Object.entries(words).reduce((told, [from, to]) => told.replaceAll(from, to), part)
    }
    if (Array.isArray(part)) return part.map(tell)
    if (typeof part !== "object" || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, tell(item)]))
  }
  return tell(value) as Told
}

/** Northwind's twin across the sea: the same trade and the same campaigns, in another city and currency. */
export const asFabrikam = {
  Northwind: "Fabrikam",
  northwind: "fabrikam",
  Seattle: "Dublin",
  seattle: "dublin",
  Bellevue: "Dún Laoghaire",
  ballard: "rathmines",
  spokane: "cork"
}
