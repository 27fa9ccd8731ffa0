import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"
import { type Browser, chromium } from "playwright-core"

/** The shell without windows is the same browser and takes two thirds of its time. */
const names = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome"
]

/** The path of an installed browser, or null. CHROMIUM overrides it. */
export const installedChromium = (): string | null => {
  const named = process.env["CHROMIUM"]
  if (named) return named
  const folders = (process.env["PATH"] ?? "").split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync) ?? null
}

/** Why a test in a browser is skipped. */
export const noChromium =
  "there is no Chromium on this machine: install Debian's chromium-headless-shell, or name one by CHROMIUM"

/**
 * A page of a test lives for less than a second: code that the compiler optimizes meanwhile costs more than it saves, and
 * so do threads that collect the garbage of a small heap.
 */
const engine = [
  "--no-opt",
  "--no-maglev",
  "--single-threaded-gc",
  "--min-semi-space-size=64",
  "--max-semi-space-size=64"
]

const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--js-flags=${engine.join(",")}`
]

/** Runs without a screen or a sandbox, and makes no requests of its own. */
export const launch = (executablePath: string): Promise<Browser> => {
  // The library that shifts the clock (`npm run check dates`) makes Chromium so slow that pages time out. The dates on
  // pages come from the service.
  const { LD_PRELOAD: _, ...env } = process.env
  return chromium.launch({ executablePath, args, env })
}
