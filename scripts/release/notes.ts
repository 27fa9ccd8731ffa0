import { readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../root.ts"
import { newest } from "./changelog.ts"

/** `npm run -s release notes` prints the newest section of the changelog. */
console.log(newest(readFileSync(join(root, "CHANGELOG.md"), "utf8")))
