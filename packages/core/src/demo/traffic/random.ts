/**
 * A stream of numbers in [0, 1) that depends on its name alone. Each entity and day has its own, so that figures
 * do not depend on what else was made before them.
 */
export const randomFor = (...name: ReadonlyArray<string | number>): (() => number) => {
  let state = hash(name.join("\u0000"))
  return () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** FNV-1a, stirred once more so that names that differ in their last letter part at once. */
const hash = (text: string): number => {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  value ^= value >>> 16
  return Math.imul(value, 0x85ebca6b) ^ (value >>> 13)
}

export const between = (random: () => number, from: number, to: number): number =>
  from + random() * (to - from)

/** A whole number near this one, right on the average. */
export const wholeNear = (random: () => number, value: number): number => Math.floor(value + random())
