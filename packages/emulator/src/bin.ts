#!/usr/bin/env node
import { parseArgs } from "node:util"
import { createEmulator } from "./emulator.ts"

const usage = `google-ads-emulator: the Google Ads REST API on loopback

  --port <number>       port to listen on (default 4281; 0 for any free port)
  --host <address>      address to bind (default 127.0.0.1)
  --directory <path>    directory of the state (default: a temporary directory, deleted on exit)
  --world demo|empty    content for an empty directory (default demo)
  --seed <number>       seed of generated traffic (default 1)
  --now <time>          start time of the clock, e.g. 2026-11-15T09:00:00Z (default: the system time)
  --frozen              stop the clock until /_control/clock moves it
  --version <vN>        version prefix of the paths (default v25)
  --help`

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "4281" },
    host: { type: "string" },
    directory: { type: "string" },
    world: { type: "string", default: "demo" },
    seed: { type: "string", default: "1" },
    now: { type: "string" },
    frozen: { type: "boolean", default: false },
    version: { type: "string", default: "v25" },
    help: { type: "boolean", default: false }
  }
})

if (values.help) {
  console.log(usage)
} else {
  const clock = values.now !== undefined || values.frozen
  const emulator = await createEmulator({
    port: Number(values.port),
    host: values.host,
    directory: values.directory,
    world: values.world === "empty" ? "empty" : "demo",
    seed: Number(values.seed),
    clock: clock ? { now: values.now ?? new Date(), frozen: values.frozen } : undefined,
    version: values.version
  })
  console.log(
    `Google Ads API emulator\n  API      ${emulator.url}/${values.version}\n  token    ${emulator.tokenUrl}`
  )
  console.log(`  control  ${emulator.url}/_control/\n  sites    ${emulator.url}/sites/northwind/`)
  const stop = () => void emulator.close().then(() => process.exit(0))
  process.once("SIGINT", stop)
  process.once("SIGTERM", stop)
}
