// `npm run check citus`: everything that `npm test` does, with the tests on one Citus node. It also checks that each
// statement of a request touches one shard. CITUS_BIN names the directory of the Postgres programs with Citus. As in
// start.mjs, this file uses only old syntax.
import { nodeIsRecent } from "./lib/old-node.mjs"

process.env.TEST_CITUS = "1"
if (nodeIsRecent("npm run check citus")) import("./lib/check.mjs")
