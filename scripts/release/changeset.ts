/**
 * `pnpm changeset …` runs changesets. After `version`, it also regenerates everything that carries a version
 * or records what a release promises.
 */
import { createRequire } from "node:module"
import { step } from "./run-step.ts"

const args = process.argv.slice(2)
step(`changeset ${args.join(" ")}`, createRequire(import.meta.url).resolve("@changesets/cli/bin.js"), ...args)

if (args[0] === "version") {
  step("Generate the client with its version", "packages/client/scripts/generate.ts")
  step("The command's help", "packages/cli/scripts/generate.ts")
  step("Generate the pages from code", "scripts/docs/run.ts")
  step("Record the released contract", "packages/core/test/contract/released/accept.ts")
}
