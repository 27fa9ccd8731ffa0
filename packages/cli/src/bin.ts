#!/usr/bin/env node
import module from "node:module"

// As in package.json, which npm only warns about.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `adwarden needs Node 22.18 or later, and this is ${process.version}. Install Node 24: https://nodejs.org`
  )
  process.exit(1)
}
// Saves a quarter of the startup time. It must be enabled before anything else is loaded, hence the imports below.
module.enableCompileCache()

const [{ run }, { installedServer }] = await Promise.all([import("./run.ts"), import("./server-package.ts")])
await run(installedServer)
