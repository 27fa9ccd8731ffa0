/**
 * `npm run changeset` runs changesets. `npm run release version` also writes the version's section of CHANGELOG.md and
 * regenerates everything that carries a version or records what a release promises.
 */
import { execFileSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { root } from "../root.ts"
import { changesets, withVersion } from "./changelog.ts"
import { step } from "./run-step.ts"

const page = join(root, "CHANGELOG.md")

const git = (...args: ReadonlyArray<string>) => execFileSync("git", args, { cwd: root, encoding: "utf8" })

/** A section that is already written may lack what came after it. */
const reportYounger = (): void => {
  if (!/^## Next$/m.test(readFileSync(page, "utf8"))) return
  const written = git("log", "-1", "--format=%H", "--", "CHANGELOG.md").trim()
  const added = git("diff", "--name-only", "--diff-filter=A", written, "HEAD", "--", ".changeset").trim()
  if (added !== "")
    console.log(
      `\nThese changesets are younger than the section Next. Add what readers should know:\n${added}`
    )
}

const args = process.argv.slice(2)
const list = changesets()
if (args[0] === "version") reportYounger()
step(`changeset ${args.join(" ")}`, createRequire(import.meta.url).resolve("@changesets/cli/bin.js"), ...args)

if (args[0] === "version") {
  const { version } = JSON.parse(readFileSync(join(root, "packages/core/package.json"), "utf8")) as {
    readonly version: string
  }
  const today = new Date().toISOString().slice(0, 10)
  writeFileSync(page, withVersion(readFileSync(page, "utf8"), version, today, list))
  step("Generate the client with its version", "packages/client/scripts/generate.ts")
  step("The command's help", "packages/cli/scripts/generate.ts")
  step("Generate the pages from code", "scripts/docs/run.ts")
  step("Record the released contract", "packages/core/test/contract/released/accept.ts")
}
