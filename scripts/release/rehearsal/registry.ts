import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { root } from "../../root.ts"
import { newest } from "../changelog.ts"
import { pnpm } from "../pack.ts"
import { freePort, run, start } from "./processes.ts"

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

/** Versions and the changelog from the changesets, as a release commits them. */
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
  const section = newest(readFileSync(join(copy, "CHANGELOG.md"), "utf8"))
  const pending = globSync(".changeset/*.md", { cwd: copy }).length - 1
  if (section === "" || pending > 0) throw new Error(`The changelog lacks ${pending} changesets`)
  return { version: versions[0]!, packages: released.map(({ name }) => name), section, seconds }
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

/**
 * The registry of the rehearsal. It is no dev dependency: its 320 packages would be part of every install, and
 * only maintainers rehearse a release.
 */
const verdaccio = "6.10.4"

/** Returns verdaccio's program, which npm installs into `.tools` if it is missing. */
const provideVerdaccio = async (env: Readonly<Record<string, string>>): Promise<string> => {
  const home = join(root, ".tools", `verdaccio-${verdaccio}`)
  if (!existsSync(home)) {
    const partial = `${home}.${process.pid}`
    try {
      mkdirSync(partial, { recursive: true })
      // A dependency asks for the tag `cjs` of node-fetch, which not every mirror has.
      const manifest = { private: true, overrides: { "node-fetch": "2.7.0" } }
      writeFileSync(join(partial, "package.json"), JSON.stringify(manifest))
      const flags = ["--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts"]
      await run("npm", ["install", "--prefix", partial, ...flags, `verdaccio@${verdaccio}`], {
        cwd: root,
        env
      })
      renameSync(partial, home)
    } finally {
      rmSync(partial, { recursive: true, force: true })
    }
  }
  return join(home, "node_modules/verdaccio/bin/verdaccio")
}

/** Our packages exist only in this registry. All others come from the registry that npm is configured for. */
const configuration = (folder: string, upstream: string): string => `
storage: ${join(folder, "storage")}
auth:
  htpasswd:
    file: ${join(folder, "htpasswd")}
uplinks:
  upstream:
    url: ${upstream}
    cache: true
    timeout: 60s
packages:
  "@adwarden/*":
    access: $all
    publish: $all
  "**":
    access: $all
    proxy: upstream
max_body_size: 100mb
log: { type: stdout, format: json, level: warn }
`

/** Starts an empty registry on loopback and returns the environment in which npm and pnpm use it alone. */
export const startRegistry = async (folder: string, given: Readonly<Record<string, string>>) => {
  const program = await provideVerdaccio(given)
  const upstream = (
    await run("npm", ["config", "get", "registry"], { cwd: folder, env: given })
  ).stdout.trim()
  const config = join(folder, "verdaccio.yaml")
  writeFileSync(config, configuration(folder, upstream))
  const address = `127.0.0.1:${await freePort()}`
  await start(process.execPath, [program, "--config", config, "--listen", address], /http address/, {
    cwd: folder,
    env: given
  })
  // npm sends nothing without a token. The registry accepts any.
  const npmrc = join(folder, "npmrc")
  writeFileSync(npmrc, `registry=http://${address}/\n//${address}/:_authToken=rehearsal\n`)
  return {
    url: `http://${address}/`,
    env: {
      ...given,
      npm_config_userconfig: npmrc,
      npm_config_registry: `http://${address}/`,
      npm_config_cache: join(folder, "npm-cache"),
      npm_config_audit: "false",
      npm_config_fund: "false",
      npm_config_update_notifier: "false"
    }
  }
}
