/*
 * Names that are made here. In the platform no two campaigns of an account, and no two ads of a campaign, share one,
 * whatever their case.
 */

/** The first of name, name 2, name 3, … that is not taken. */
export const freeName = (name: string, taken: Iterable<string>): string => {
  const others = new Set([...taken].map((one) => one.toLowerCase()))
  let free = name
  for (let n = 2; others.has(free.toLowerCase()); n++) free = `${name} ${n}`
  return free
}

/** The number that an ad was given for want of a name; 0 for one that has a name of its own. */
const numberOf = (name: string): number => Number(/^Ad (\d{1,6})$/i.exec(name)?.[1] ?? 0)

/**
 * The name of the next ad: numbered after those that are there, however they are called, and after the highest number
 * among them. A number that was free before may be anybody's in the platform.
 */
export const nextAdName = (present: ReadonlyArray<string>): string =>
  `Ad ${Math.max(present.length, ...present.map(numberOf)) + 1}`
