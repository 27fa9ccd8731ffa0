/**
 * Repetitions of the long tests: first in `npm test`, then in `npm run check long`, which runs nightly. This
 * list shows what `npm test` leaves out. Only the nightly run (`isLong`) also:
 * - follows the README on demo data that `adwarden dev` builds, all guides on the sources and through npm, and the guide
 *   about backups;
 * - packs all packages and checks them with publint, are-the-types-wrong and npm pack, and the client's types with the
 *   oldest compiler and each module resolution, as a release does. `npm test` packs the CLI, the emulator and the client;
 * - gives drafts and strategies up after repeated kills. `npm test` does so with a task of any type;
 * - interrupts the first start of `adwarden dev` at five moments instead of one;
 * - pulls the emergency stop after each step of an undo, instead of before, in the middle and after;
 * - lets axe check all sections of the page about the API, and each page in both widths and colour schemes;
 * - compares the table of planted waste in the detectors' page with 20 worlds;
 * - lets a push die both before and after each of its calls;
 * - runs the benchmarks of reads, pages, sync and growth.
 */
const counts = {
  /** Kills of a host and its worker between accepting writes and the platform's responses. */
  crashKills: [2, 200],
  /** Kills of a host that responds to requests. */
  hostKills: [1, 3],
  /** Random requests per property of the fuzz tests of all surfaces. */
  fuzzRuns: [4, 400],
  /** Random hostile websites that the service reads. */
  hostileWebsites: [4, 100],
  /** Random sequences of syncs, after which every rollup equals the sum of its days. */
  rollupRuns: [2, 60],
  /** Random budgets and limits for the spending rules. */
  moneyRuns: [1000, 50_000],
  /** Months in which the emulator bills as much as it may. */
  billedMonths: [2, 12],
  /** Random campaigns for the detectors' properties. */
  detectorRuns: [75, 4000],
  /** Simulated campaigns for each combination of size and rate, in which a detector looks for waste. */
  simulatedCampaigns: [20, 200],
  /** Simulated campaigns for each rule, size and delay, over a month of daily runs. */
  simulatedMonths: [4, 100],
  /** Worlds with planted waste. The detectors' page has the figures of the long run. */
  plantedWorlds: [5, 20],
  /** Campaigns of each volume, noise and budget whose spend may be found unusual by chance. */
  spendingCampaigns: [4, 8],
  /** Random texts for the rules of ad copy. */
  copyRuns: [150, 4000],
  /** Random figures and texts for the documents of an organization. */
  documentRuns: [60, 400],
  /** Audit events of the exports that are interrupted and measured. */
  auditEvents: [16_000, 40_000],
  /** Tasks with which one organization floods the queue. */
  floodedTasks: [52, 300],
  /** Days on which the emulator's demo world starts and has a finding for every detector. */
  demoDays: [2, 6],
  /** Accounts that the emulator bills under adversarial settings. */
  billingRounds: [6, 400],
  /** Rounds in which three processes open and close one embedded database. */
  embeddedRounds: [1, 40],
  /** Seeds of random sequences of changes that the test then undoes. */
  undoneSequences: [1, 20]
} as const satisfies Readonly<Record<string, readonly [short: number, long: number]>>

/** Whether this is a run of `npm run check long`. */
export const isLong = process.env["TEST_LONG"] === "1"

/** Returns the number of repetitions in this run. */
export const count = (name: keyof typeof counts): number => counts[name][isLong ? 1 : 0]
