// `node scripts/launch.mjs test` is `npm test`: runs one of the commands that install what is missing. Arguments after the
// name are the command's.
//
// The scripts in package.json are `exec "$npm_node_execpath" …`. With `exec`, no shell is between npm and this
// process, which a signal would end instead. The Node is npm's own, because node_modules/.bin/node, which npm
// would find first, is such a shell script and unreliable during an install.
//
// This file uses only syntax that a very old Node can parse, so that such a Node prints a message instead of
// a syntax error.
import { nodeIsRecent } from "./lib/old-node.mjs"

const commands = {
  start: { line: "npm start", file: "serve.mjs", env: {} },
  test: { line: "npm test", file: "check.mjs", env: {} },
  // What `npm test` does, with property tests, kills and fuzzing at full count (packages/core/test/support/counts.ts) and
  // the test files in a random order. It takes more than an hour, so it runs nightly.
  long: { line: "npm run check long", file: "check.mjs", env: { TEST_LONG: "1" } },
  // What `npm test` does, with the tests on one Citus node. It also checks that each statement of a request touches one
  // shard. CITUS_BIN names the directory of the Postgres programs with Citus.
  citus: { line: "npm run check citus", file: "check.mjs", env: { TEST_CITUS: "1" } },
  dates: { line: "npm run check dates", file: "dates/command.mjs", env: {} },
  steady: { line: "npm run check steady", file: "steady/command.mjs", env: {} }
}

const command = commands[process.argv.splice(2, 1)[0]]
Object.assign(process.env, command.env)
if (nodeIsRecent(command.line)) import(`./lib/${command.file}`)
