// `npm test`: sets up what is missing, builds, type-checks, lints and runs every test. Arguments after `--`
// go on to vitest. As in start.mjs, only old syntax may stand here.
import { nodeIsRecent } from "./lib/old-node.mjs"

if (nodeIsRecent("npm test")) import("./lib/check.mjs")
