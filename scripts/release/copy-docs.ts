/** Part of the `prepack` of http-host: the published package contains the pages that it serves at /docs. */
import { cpSync, rmSync } from "node:fs"
import { join } from "node:path"
import { root } from "../root.ts"

rmSync("docs", { recursive: true, force: true })
cpSync(join(root, "docs"), "docs", { recursive: true })
