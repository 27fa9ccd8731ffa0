// `npm start`: sets up what is missing, then runs the service. Arguments after `--` go on to it.
//
// In package.json it reads `exec "$npm_node_execpath" …`: with `exec` no shell stands between npm and us, which
// a signal would end in our place; and the Node is npm's own, as node_modules/.bin/node, which npm would find
// first, is again such a shell script, and is not to be trusted while an install is half done.
//
// Only syntax that a very old Node can read may stand here: it should get a sentence, not a syntax error.
import { nodeIsRecent } from "./lib/old-node.mjs"

if (nodeIsRecent("npm start")) import("./lib/serve.mjs")
