import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import type { Files } from "./types-files.ts"

const root = fileURLToPath(new URL("../../../../", import.meta.url))
const biome = join(root, "node_modules", "@biomejs", "biome", "bin", "biome")

/** Formats the files with the project's formatter. */
export const formatted = (files: Files): Files => {
  const directory = mkdtempSync(join(tmpdir(), "adwarden-client-"))
  try {
    for (const [path, text] of files) {
      mkdirSync(dirname(join(directory, path)), { recursive: true })
      writeFileSync(join(directory, path), text)
    }
    const options = ["--write", `--config-path=${root}`, "--vcs-enabled=false", "--vcs-use-ignore-file=false"]
    execFileSync(process.execPath, [biome, "check", ...options, directory], {
      stdio: ["ignore", "ignore", "pipe"]
    })
    return new Map([...files.keys()].map((path) => [path, readFileSync(join(directory, path), "utf8")]))
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}
