import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../../module-graph/output-files.ts"
import { freePort, run, start } from "./processes.ts"

/**
 * The registry of the rehearsal. It is no dev dependency: its 320 packages would be part of every install, and
 * only maintainers rehearse a release.
 */
export const verdaccio = "6.10.4"

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
