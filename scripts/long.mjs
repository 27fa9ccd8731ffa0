// `npm run test:long`: everything that `npm test` does, with property tests, kills and fuzzing at full count (see
// packages/core/test/support/counts.ts) and the test files in a random order. For the night: it takes more than an hour.
// As in start.mjs, only old syntax may stand here.
import { nodeIsRecent } from "./lib/old-node.mjs"

process.env.TEST_LONG = "1"
if (nodeIsRecent("npm run test:long")) import("./lib/check.mjs")
