/**
 * Builds a path in which each value stays one segment. Rejects `.` and `..`, which cannot be escaped, and an empty
 * value, which would address the list instead of an item.
 */
export const path = (texts: TemplateStringsArray, ...values: ReadonlyArray<string | number>): string =>
  texts.reduce((whole, text, at) => {
    const value = values[at - 1]
    const segment = String(value)
    if (value === undefined || value === null || /^\.{0,2}$/.test(segment)) {
      throw new TypeError(
        `${JSON.stringify(value) ?? "undefined"} cannot be part of a path. Use a slug or an id.`
      )
    }
    return whole + encodeURIComponent(segment) + text
  })
