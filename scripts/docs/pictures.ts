/**
 * `npm run docs pictures` writes the pictures of the README. It starts `adwarden dev` in an empty folder,
 * runs the README's first change and takes screenshots of pages in the machine's Chromium (or the one that
 * CHROMIUM names).
 */
import { execFileSync, spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { installedChromium } from "../../packages/web/test/support/installed-chromium.ts"
import { root } from "../root.ts"
import { firstChange, takeScreenshots, terminalPicture } from "./readme-pictures.ts"

const chromium = installedChromium()
if (chromium === null) throw new Error("Chromium is not installed. Install it, or set CHROMIUM to its path.")

const pictures = join(root, "docs", "pictures")
mkdirSync(pictures, { recursive: true })
const home = mkdtempSync(join(tmpdir(), "adwarden-pictures-"))
const port = 4280
const service = spawn(process.execPath, [join(root, "packages/server/adwarden.mjs"), "dev"], {
  cwd: home,
  env: { PATH: process.env["PATH"] ?? "", HOME: home, PORT: String(port) },
  stdio: ["ignore", "pipe", "pipe"]
})
try {
  await new Promise<void>((resolve, reject) => {
    let output = ""
    const onOutput = (text: unknown) => {
      output += text
      if (output.includes("A first call")) resolve()
    }
    service.stdout.on("data", onOutput)
    service.stderr.on("data", onOutput)
    service.on("exit", (code) => reject(new Error(`adwarden dev exited with code ${code}: ${output}`)))
  })
  const demo = JSON.parse(readFileSync(join(home, ".adwarden", "demo.json"), "utf8"))
  const session = firstChange(demo.origin, demo.keys.northwind.admin)
  writeFileSync(join(pictures, "first-change.svg"), terminalPicture("A first change", session))
  await takeScreenshots(chromium, demo, pictures)
} finally {
  service.kill("SIGTERM")
  await new Promise((resolve) => service.on("exit", resolve))
  rmSync(home, { recursive: true, force: true })
}
console.log(execFileSync("ls", ["-l", pictures], { encoding: "utf8" }))
