// `npm start`: installs what is missing, then runs the service. Arguments after `--` are passed to it.
//
// The script in package.json is `exec "$npm_node_execpath" …`. With `exec`, no shell is between npm and this
// process, which a signal would end instead. The Node is npm's own, because node_modules/.bin/node, which npm
// would find first, is such a shell script and unreliable during an install.
//
// This file uses only syntax that a very old Node can parse, so that such a Node prints a message instead of
// a syntax error.
import { nodeIsRecent } from "./lib/old-node.mjs"

if (nodeIsRecent("npm start")) import("./lib/serve.mjs")
