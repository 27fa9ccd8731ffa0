/**
 * The repetitions of the long tests: the first number in `npm test`, the second in `npm run test:long`, which
 * runs at night. They are all here, to show what `npm test` leaves out. The nightly run also follows the README
 * on demo data that `adwarden dev` builds (`isLong`).
 */
const counts = {
  /** Kills of a host and its worker between accepting writes and the platform's responses. */
  crashKills: [6, 200],
  /** Random requests per property of the fuzz tests of all surfaces. */
  fuzzRuns: [20, 400],
  /** Random hostile websites that are read. */
  hostileWebsites: [4, 100],
  /** Random sequences of syncs after which every stored total equals the sum of its days. */
  keptTotalsRuns: [6, 60],
  /** Random budgets and rules of the spending rules. */
  moneyRuns: [2000, 50_000],
  /** Random campaigns for the detectors' properties. */
  detectorRuns: [150, 4000],
  /** Random texts for the rules of ad copy. */
  copyRuns: [150, 4000],
  /** Rounds in which three processes open and close one embedded database. */
  embeddedRounds: [3, 40],
  /** Seeds of random sequences of changes that are all undone. */
  undoneSequences: [2, 20]
} as const satisfies Readonly<Record<string, readonly [short: number, long: number]>>

/** Whether this is `npm run test:long`. */
export const isLong = process.env["TEST_LONG"] === "1"

/** The number of repetitions in this run. */
export const count = (name: keyof typeof counts): number => counts[name][isLong ? 1 : 0]
