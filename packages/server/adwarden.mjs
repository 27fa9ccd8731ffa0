#!/usr/bin/env node
// The command as a checkout runs it. Compiled code is kept from one run to the next, also of sources whose types are
// taken out, so the entry must be a file without types. What is published begins with the bin of @adwarden/cli.
import { readdirSync, statSync } from "node:fs"
import module from "node:module"
import { join } from "node:path"

if (module.enableCompileCache === undefined) {
  console.error(
    `A checkout runs on the Node that it brings, and this is ${process.version}: npm run adwarden -- COMMAND`
  )
  process.exit(1)
}
module.enableCompileCache()

const packages = join(import.meta.dirname, "..")
const changedAt = (path) => statSync(path).mtimeMs

/** Whether a folder has no file that changed since then. */
const isOlder = (folder, then) =>
  readdirSync(folder, { withFileTypes: true }).every((entry) => {
    const path = `${folder}/${entry.name}`
    return changedAt(path) < then && (!entry.isDirectory() || isOlder(path, then))
  })

/** Whether `npm run build` bundled the commands after the last change of their sources. */
const isBundled = () => {
  try {
    const built = changedAt(`${packages}/server/dist/bundle/administration.js`)
    const sources = ["server", "core", "embedded-postgres"].map((name) => `${packages}/${name}/src`)
    return (
      changedAt(`${packages}/../pnpm-lock.yaml`) < built && sources.every((folder) => isOlder(folder, built))
    )
  } catch {
    return false // There is no bundle.
  }
}

const { run } = await import("@adwarden/cli/run")
await run(async (words) => {
  const { loadProgram } = await import("./src/programs/index.ts")
  return loadProgram(words, isBundled() ? new URL("./dist/bundle/", import.meta.url) : undefined)
})
