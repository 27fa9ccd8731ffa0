/*
 * Generated names. In the platform, campaigns of an account and ads of a campaign have unique names, ignoring
 * case.
 */

/** Returns the first of name, name 2, name 3, … that is free. */
export const freeName = (name: string, taken: Iterable<string>): string => {
  const others = new Set([...taken].map((one) => one.toLowerCase()))
  let free = name
  for (let n = 2; others.has(free.toLowerCase()); n++) free = `${name} ${n}`
  return free
}

/** Returns the number of an ad with a generated name; 0 for any other name. */
const numberOf = (name: string): number => Number(/^Ad (\d{1,6})$/i.exec(name)?.[1] ?? 0)

/**
 * Returns the name of the next ad: numbered after the count of ads and after the highest number among them. A
 * lower free number may be in use in the platform.
 */
export const nextAdName = (present: ReadonlyArray<string>): string =>
  `Ad ${Math.max(present.length, ...present.map(numberOf)) + 1}`
