// `npm run check steady`: runs tests repeatedly with busy loops, and stops at the first failure. It finds tests that
// depend on timing: they pass on an idle machine and fail on a busy one.
//
//   npm run check steady                                                      the whole suite, three times
//   npm run check steady -- packages/embedded-postgres/test/embedded.test.ts       one file, fifty times
//   npm run check steady -- --times 200 --busy 4 --name "one server" FILE…    other numbers; tests of that name alone
//
// As in start.mjs, this file uses only old syntax.
import { nodeIsRecent } from "./lib/old-node.mjs"

if (nodeIsRecent("npm run check steady")) import("./lib/steady/command.mjs")
