// `npm test`: installs what is missing, builds, type-checks, lints and runs every test. Arguments after `--`
// are passed to vitest. As in start.mjs, this file uses only old syntax.
import { nodeIsRecent } from "./lib/old-node.mjs"

if (nodeIsRecent("npm test")) import("./lib/check.mjs")
