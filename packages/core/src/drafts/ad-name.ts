/** The number that an ad was given for want of a name; 0 for one that has a name of its own. */
const numberOf = (name: string): number => Number(/^Ad (\d{1,6})$/i.exec(name)?.[1] ?? 0)

/**
 * The name of the next ad: numbered after those that are there, however they are called, and after the highest number
 * among them. A number that was free before may be anybody's in the platform.
 */
export const nextAdName = (present: ReadonlyArray<string>): string =>
  `Ad ${Math.max(present.length, ...present.map(numberOf)) + 1}`
