import { spawnSync } from "node:child_process"
import { existsSync, readFileSync, rmSync } from "node:fs"
import { availableParallelism } from "node:os"
import { countLine } from "./counts.mjs"
import { ensureInstalled } from "./install.mjs"
import { step } from "./progress.mjs"
import { inRoot, root } from "./project.mjs"
import { run } from "./run.mjs"
import { runtime } from "./runtime.mjs"
import { main, Stop } from "./stop.mjs"

const tsc = inRoot("node_modules", "typescript", "bin", "tsc")
const biome = inRoot("node_modules", "@biomejs", "biome", "bin", "biome")
const vitest = inRoot("node_modules", "vitest", "vitest.mjs")
const reportFile = inRoot("node_modules", ".cache", "vitest-report.json")
/** Checkers of a package repeat work: the default of 4 takes half more CPU time, which two cores do not have. */
const checkers = Math.max(1, availableParallelism() >> 1)
const colours = process.stdout.isTTY === true && !process.env.NO_COLOR

/** The files that differ from the branch's remote, or from the last commit if it has none; all files without git. */
const changedFiles = () => {
  const git = (...args) => {
    const { status, stdout } = spawnSync("git", args, { cwd: root, encoding: "utf8" })
    return status === 0 ? stdout.split("\n").filter((file) => file !== "") : undefined
  }
  const changed =
    git("diff", "--name-only", "--diff-filter=d", "@{upstream}") ??
    git("diff", "--name-only", "--diff-filter=d", "HEAD")
  const added = git("ls-files", "--others", "--exclude-standard")
  return changed && added ? [...changed, ...added, "package.json"] : ["."]
}

await main("npm test", async () => {
  const started = performance.now()
  await ensureInstalled("npm test")
  const { bin, flags, env } = runtime()
  const cancelled = new AbortController()

  const check = (label, args) =>
    step(label, async () => {
      const options = {
        cwd: root,
        env: colours ? { ...env, FORCE_COLOR: "1" } : env,
        signal: cancelled.signal
      }
      const { code, output } = await run(bin, [...flags, ...args], options)
      if (code === 0) return
      throw Object.assign(new Stop(`${label} failed; see above. The tests were not run.`), { output })
    })
  const pretty = colours ? ["--pretty"] : []
  const types = async () => {
    await check("build", [tsc, "-b", "--checkers", String(checkers), ...pretty])
    await check("types of the tests", [tsc, "-p", "tsconfig.test.json", ...pretty])
  }

  // With named test files, only changed files are linted.
  const linted = process.argv.slice(2).some((arg) => !arg.startsWith("-")) ? changedFiles() : ["."]
  const lint = [biome, "ci", `--colors=${colours ? "force" : "off"}`, "--no-errors-on-unmatched", ...linted]

  // Two parallel jobs for two cores. The first failure cancels the other job and is the one reported.
  let failure
  const jobs = [check("lint", lint), types()].map((job) =>
    job.catch((error) => {
      failure ??= error
      cancelled.abort()
    })
  )
  await Promise.all(jobs)
  if (failure?.output) console.error(failure.output.trimEnd())
  if (failure) throw failure

  // The tests run afterwards and alone, because some of them measure time.
  rmSync(reportFile, { force: true })
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`]
  const args = [...flags, vitest, "run", ...reporters, ...process.argv.slice(2)]
  const { code } = await run(bin, args, { inherit: true, cwd: root, env })
  if (!existsSync(reportFile)) throw new Stop(`vitest exited early with code ${code}; see above.`, code || 1)
  const report = JSON.parse(readFileSync(reportFile, "utf8"))
  const verdict = code === 0 ? "Everything passed" : "The tests failed"
  const seconds = Math.round((performance.now() - started) / 1000)
  console.log(`${verdict}: install, lint, build, types and tests took ${seconds} s`)
  console.log(countLine(report))
  return code
})
