// `npm run check long`: everything that `npm test` does, with property tests, kills and fuzzing at full count
// (see packages/core/test/support/counts.ts) and the test files in a random order. It takes more than an
// hour, so it runs nightly. As in start.mjs, this file uses only old syntax.
import { nodeIsRecent } from "./lib/old-node.mjs"

process.env.TEST_LONG = "1"
if (nodeIsRecent("npm run check long")) import("./lib/check.mjs")
