#!/usr/bin/env node
// The command as a checkout runs it. Taking the types out of the sources costs more than a short command does, so it has
// to be remembered from one run to the next: by an entry without types. What is published begins with dist/bin.js.
import module from "node:module"

if (module.enableCompileCache === undefined) {
  console.error(
    `A checkout runs on the Node that it brings, and this is ${process.version}: npm run adwarden -- COMMAND`
  )
  process.exit(1)
}
module.enableCompileCache()
await import("./src/bin.ts")
