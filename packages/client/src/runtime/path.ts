/**
 * A path with values put in so that each stays the one segment it stands for. A value that a URL parser would take for
 * "here" or "one up" cannot be escaped at all, and an empty one would name the list instead of the thing.
 */
export const path = (texts: TemplateStringsArray, ...values: ReadonlyArray<string | number>): string =>
  texts.reduce((whole, text, at) => {
    const value = values[at - 1]
    const segment = String(value)
    if (value === undefined || value === null || /^\.{0,2}$/.test(segment)) {
      throw new TypeError(
        `${JSON.stringify(value) ?? "undefined"} cannot stand in a path: a slug or an id is needed`
      )
    }
    return whole + encodeURIComponent(segment) + text
  })
