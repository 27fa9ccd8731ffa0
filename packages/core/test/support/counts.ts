/**
 * How often the long tests repeat: the first number in `npm test`, the second in `npm run test:long`, which is for the
 * night. All of them are here, so that one look tells what `npm test` leaves to the night. Beside these, the night
 * follows the README on a demo world that `adwarden dev` builds (`isLong`).
 */
const counts = {
  /** Kills of a host and its worker between accepting writes and the platform's answers. */
  crashKills: [6, 200],
  /** Random requests of each property of the fuzz of all surfaces. */
  fuzzRuns: [20, 400],
  /** Random hostile websites that are read. */
  hostileWebsites: [4, 100],
  /** Random sequences of syncs after which every kept total equals the sum of its days. */
  keptTotalsRuns: [6, 60],
  /** Random budgets and rules of the spending rules. */
  moneyRuns: [2000, 50_000],
  /** Random campaigns of the laws of detectors. */
  detectorRuns: [150, 4000],
  /** Random texts of the rules of ad copy. */
  copyRuns: [150, 4000],
  /** Rounds in which three processes open and close one embedded database. */
  embeddedRounds: [3, 40],
  /** Seeds of random sequences of changes that are all undone. */
  undoneSequences: [2, 20]
} as const satisfies Readonly<Record<string, readonly [short: number, long: number]>>

/** Whether this is `npm run test:long`. */
export const isLong = process.env["TEST_LONG"] === "1"

/** How often a test repeats in this run. */
export const count = (name: keyof typeof counts): number => counts[name][isLong ? 1 : 0]
