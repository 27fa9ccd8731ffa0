/**
 * `pnpm changeset …` is the command of changesets, and after `version` everything that carries a version, or that a
 * release promises, is made anew: so nobody can forget it.
 */
import { createRequire } from "node:module"
import { step } from "./run-step.ts"

const args = process.argv.slice(2)
step(`changeset ${args.join(" ")}`, createRequire(import.meta.url).resolve("@changesets/cli/bin.js"), ...args)

if (args[0] === "version") {
  step("The client, with its version", "packages/client/scripts/generate.ts")
  step("The command's help", "packages/cli/scripts/generate.ts")
  step("The pages that are made from code", "scripts/docs/run.ts")
  step("What the contract promises from now on", "packages/core/test/contract/released/accept.ts")
}
