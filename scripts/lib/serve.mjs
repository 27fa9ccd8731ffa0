import { ensureInstalled } from "./install.mjs"
import { inRoot, root } from "./project.mjs"
import { runtime } from "./runtime.mjs"
import { main } from "./stop.mjs"
import { supervise } from "./supervise.mjs"

await main("npm start", async () => {
  await ensureInstalled("npm start")
  const { bin, flags, env } = runtime()
  const service = [...flags, inRoot("packages", "server", "src", "bin.ts"), "dev", ...process.argv.slice(2)]
  return supervise(bin, service, { cwd: root, env })
})
