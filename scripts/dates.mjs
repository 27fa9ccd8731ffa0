// `npm run check dates`: runs the date-dependent tests with the clock of Node, Postgres and the emulator shifted to the
// weekdays and to the moments at which date arithmetic is error-prone. It needs libfaketime (Debian: apt install
// faketime).
//
//   npm run check dates                                  every moment
//   npm run check dates -- --at friday --at us-spring    some moments
//   npm run check dates -- --list                        the date-dependent files, and why they are
//   npm run check dates -- --all                         the whole suite at every moment
//   npm run check dates -- FILE…                         some files at every moment
//
// As in start.mjs, this file uses only old syntax.
import { nodeIsRecent } from "./lib/old-node.mjs"

if (nodeIsRecent("npm run check dates")) import("./lib/dates/command.mjs")
