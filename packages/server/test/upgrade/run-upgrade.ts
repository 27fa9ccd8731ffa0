import { execFileSync, spawnSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

/**
 * `npm run check upgrade -- COMMIT`: runs the version of a tag or commit, by default the last release, beside this one
 * on one database under load. It installs that version in a temporary directory. More arguments are Vitest's: `-t
 * sealers` runs that part alone.
 */
const root = fileURLToPath(new URL("../../../../", import.meta.url))
const git = (...args: ReadonlyArray<string>) =>
  execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim()

const lastRelease = (): string => {
  const [tag] = git("tag", "--list", "@adwarden/server@*", "--sort=-creatordate").split("\n")
  if (tag !== undefined && tag !== "") return tag
  console.error("There is no release yet. Name a commit: npm run check upgrade -- COMMIT")
  process.exit(2)
}

const [from = lastRelease(), ...more] = process.argv.slice(2)
const directory = mkdtempSync(join(tmpdir(), "adwarden-previous-"))
const tree = join(directory, "tree")
const run = (
  command: string,
  args: ReadonlyArray<string>,
  cwd: string,
  env: Readonly<Record<string, string>> = {}
) => spawnSync(command, args, { cwd, stdio: "inherit", env: { ...process.env, ...env } }).status ?? 1

git("worktree", "add", "--detach", tree, from)
try {
  const pnpm = `pnpm@${JSON.parse(git("show", `${from}:package.json`)).packageManager.split("@")[1]}`
  const bundle = join(directory, "programs")
  const script = "packages/core/test/support/bundle-programs.ts"
  const test = ["node_modules/vitest/vitest.mjs", "run", "packages/server/test/upgrade/upgrade.test.ts"]
  process.exitCode =
    run("npx", ["--yes", pnpm, "install", "--frozen-lockfile", "--prefer-offline", "--silent"], tree) ||
    run(process.execPath, [script, bundle, tree], tree) ||
    run(process.execPath, [...test, "--maxWorkers=1", "--disable-console-intercept", ...more], root, {
      UPGRADE_FROM: join(bundle, "packages/server/src/bin.mjs")
    })
} finally {
  git("worktree", "remove", "--force", tree)
  rmSync(directory, { recursive: true, force: true })
}
