import { cpSync, existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../../module-graph/output-files.ts"
import { pnpm } from "../pack.ts"
import { run } from "./processes.ts"

type Env = Readonly<Record<string, string>>

/** Copies what is committed, with the installed dependencies, so that a release changes nothing here. */
export const copyRepository = async (folder: string, env: Env): Promise<string> => {
  const copy = join(folder, "repository")
  await run("git", ["clone", "--quiet", "--no-tags", root, copy], { cwd: folder, env })
  for (const shared of ["node_modules", ".tools"]) symlinkSync(join(root, shared), join(copy, shared))
  for (const links of globSync("{packages/*,bench}/node_modules", { cwd: root })) {
    cpSync(join(root, links), join(copy, links), { recursive: true, verbatimSymlinks: true })
  }
  return copy
}

const commit = async (copy: string, message: string, env: Env): Promise<void> => {
  const author = ["-c", "user.name=Release rehearsal", "-c", "user.email=rehearsal@adwarden.test"]
  await run("git", [...author, "commit", "--quiet", "--all", "--message", message], { cwd: copy, env })
}

/** Versions and changelogs from the changesets, as a release commits them. Returns the version. */
export const makeVersions = async (copy: string, env: Env) => {
  const { seconds } = await run(process.execPath, ["scripts/release/changeset.ts", "version"], {
    cwd: copy,
    env
  })
  await run("git", ["add", "--all"], { cwd: copy, env })
  await commit(copy, "Version packages", env)
  const manifests = globSync("packages/*/package.json", { cwd: copy }).map(
    (file) =>
      JSON.parse(readFileSync(join(copy, file), "utf8")) as {
        readonly name: string
        readonly version: string
        readonly private?: true
      }
  )
  const released = manifests.filter((manifest) => manifest.private !== true)
  const versions = [...new Set(released.map(({ version }) => version))]
  if (versions.length !== 1) throw new Error(`The packages have different versions: ${versions.join(", ")}`)
  const without = released.filter(
    ({ name }) =>
      !existsSync(join(copy, "packages", name.replace(/^@adwarden\/(google-ads-)?/, ""), "CHANGELOG.md"))
  )
  if (without.length > 0) throw new Error(`No changelog: ${without.map(({ name }) => name).join(", ")}`)
  return { version: versions[0]!, packages: released.map(({ name }) => name), seconds }
}

/** Only a workflow of a public repository can sign provenance, so the copy asks for none. */
const withoutProvenance = (copy: string): void => {
  for (const file of globSync("packages/*/package.json", { cwd: copy })) {
    const text = readFileSync(join(copy, file), "utf8")
    writeFileSync(join(copy, file), text.replace(/\n *"provenance": true,/, ""))
  }
}

/** Runs the release command of the copy, which builds, checks the packages and publishes them. */
export const publish = async (copy: string, folder: string, env: Env): Promise<number> => {
  withoutProvenance(copy)
  await commit(copy, "Publish without provenance", env)
  // changesets runs `pnpm`, which a machine with npm alone has only in .tools.
  const bin = join(folder, "bin")
  mkdirSync(bin)
  writeFileSync(join(bin, "pnpm"), `#!/bin/sh\nexec '${process.execPath}' '${pnpm}' "$@"\n`, { mode: 0o755 })
  const { seconds } = await run(process.execPath, ["scripts/release/release.ts"], {
    cwd: copy,
    env: { ...env, PATH: `${bin}:${env["PATH"]}` }
  })
  return seconds
}
