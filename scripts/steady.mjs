// `npm run steady`: runs tests again and again beside busy loops, and stops at the first failure. A test that
// depends on time passes on an idle machine and fails on a full one: this finds it before somebody else does.
//
//   npm run steady                                                      the whole suite, three times
//   npm run steady -- packages/embedded-postgres/test/embedded.test.ts       one file, fifty times
//   npm run steady -- --times 200 --busy 4 --name "one server" FILE…    other numbers; tests of that name alone
//
// As in start.mjs, only old syntax may stand here.
import { nodeIsRecent } from "./lib/old-node.mjs"

if (nodeIsRecent("npm run steady")) import("./lib/steady/command.mjs")
