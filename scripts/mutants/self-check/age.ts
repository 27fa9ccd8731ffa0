/* The code for the command's own test: the tests next to it kill some of its mutants and miss others. */

export const isAdult = (age: number): boolean => age >= 18

export const howMany = (count: number): string => (count > 0 ? "some" : "none")

export const firstAbove = (limit: number, numbers: ReadonlyArray<number>): number | null => {
  for (let n = 0; n < numbers.length; n++) {
    if (numbers[n]! > limit) return numbers[n]!
  }
  return null
}
