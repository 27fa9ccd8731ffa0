#!/usr/bin/env node
import module from "node:module"

if (module.enableCompileCache === undefined) {
  console.error(
    `adwarden does not run on Node ${process.version}: it is too old. Get a newer one: https://nodejs.org`
  )
  process.exit(1)
}
// A quarter off every start. It has to be on before anything else is loaded, hence the imports below.
module.enableCompileCache()

const [{ run }, { installedServer }] = await Promise.all([import("./run.ts"), import("./server-package.ts")])
await run(installedServer)
