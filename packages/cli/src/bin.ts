#!/usr/bin/env node
import { enableCompileCache } from "node:module"

// A quarter off every start. It has to be on before anything else is loaded, hence the import below.
enableCompileCache()
const { main } = await import("./main.ts")
main(process.argv)
