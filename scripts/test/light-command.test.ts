import { execFile, execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { promisify } from "node:util"
import { afterAll, expect, it } from "vitest"
import { pack } from "../release/pack.ts"
import type { Manifest } from "../release/published.ts"
import { root } from "../root.ts"

/* The packed command as users without a service install it. */

const cli = join(root, "packages/cli")
const folder = mkdtempSync(join(tmpdir(), "adwarden-light-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Returns the names of all packages that an installation of this one includes. */
const closureOf = (directory: string): ReadonlyArray<string> => {
  const { dependencies = {} } = JSON.parse(readFileSync(join(directory, "package.json"), "utf8")) as Manifest
  return Object.keys(dependencies).flatMap((dependency) => [
    dependency,
    ...closureOf(realpathSync(join(directory, "node_modules", dependency)))
  ])
}

it("installs the client and two small libraries, and no part of the service", () => {
  expect(closureOf(cli).toSorted()).toEqual(["@adwarden/client", "get-east-asian-width", "oauth4webapi"])
})

it("has help for all commands, and names the package that an operator's command needs", async () => {
  const { tarball } = await pack(cli, folder)
  const installed = join(folder, "node_modules/@adwarden/cli")
  mkdirSync(installed, { recursive: true })
  execFileSync("tar", ["-xzf", tarball, "-C", installed, "--strip-components=1"])
  for (const dependency of closureOf(cli)) {
    const link = join(folder, "node_modules", dependency)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(realpathSync(join(cli, "node_modules", dependency)), link)
  }
  const run = (...args: ReadonlyArray<string>) =>
    promisify(execFile)(process.execPath, [join(installed, "dist/bin.js"), ...args], {
      cwd: folder,
      env: { PATH: process.env["PATH"] ?? "" }
    })
  expect((await run("organizations", "list", "--local", "--help")).stdout).toContain(
    "adwarden organizations list --local"
  )
  const refused = await run("organizations", "list", "--local").catch((error) => error)
  expect([refused.code, refused.stdout]).toEqual([1, ""])
  expect(refused.stderr).toMatch(
    /^✗ adwarden organizations list .* package @adwarden\/server is not installed here\.\n {2}Try: npm install --global @adwarden\/cli @adwarden\/server\n$/
  )
})
