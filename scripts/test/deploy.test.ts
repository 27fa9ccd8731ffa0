import { spawnSync } from "node:child_process"
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { describe, expect, it } from "vitest"
import { operatorCommands } from "../../packages/server/src/commands/index.ts"
import { serviceSettings, settingGroups } from "../../packages/server/src/settings/declared.ts"
import { root } from "../module-graph/output-files.ts"
import { yamlDocuments } from "./yaml.ts"

/* The files of deploy/, compared with the settings, commands and paths that the code declares. */

const read = (file: string) => readFileSync(join(root, "deploy", file), "utf8")
const settings = new Set(
  Object.values(settingGroups).flatMap((group) => Object.values(group).map(({ facts }) => facts.name))
)
const commands = new Set((await operatorCommands()).map(({ words }) => words.join(" ")))
const port = Number(serviceSettings.port.facts.defaultText)
/** A service for others needs these; everything else has a default. */
const required = ["DATABASE_URL", "SECRETS_KEY", "PUBLIC_URL"]
const user = 65532

/** Variables of the images beside ours. */
const ofOtherPrograms = new Set(["POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD"])

const expectSettings = (names: ReadonlyArray<string>) => {
  expect(names.filter((name) => !settings.has(name))).toEqual([])
  expect(required.filter((name) => !names.includes(name))).toEqual([])
}

const exampleNames = [...read("adwarden.env.example").matchAll(/^#?([A-Z_]+)=/gm)].map(([, name]) => name!)

it("the sample environment names declared settings, and all that a service needs", () => {
  expectSettings(exampleNames)
  const active = [...read("adwarden.env.example").matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name!)
  expect(required.filter((name) => !active.includes(name))).toEqual([])
  expect(read("adwarden.env.example")).toMatch(new RegExp(`^PORT=${port}$`, "m"))
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
    expect(Object.keys(services)).toEqual(["postgres", "migrate", "host", "worker", "proxy"])
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

  it("has a proxy to the host's port and readiness", () => {
    expect(read("Caddyfile")).toContain(`reverse_proxy host:${port} {`)
    expect(read("Caddyfile")).toContain("health_uri /readyz")
  })
})

interface Container {
  readonly args: ReadonlyArray<string>
  readonly env: ReadonlyArray<{ readonly name: string }>
  readonly envFrom: ReadonlyArray<{ readonly configMapRef: { readonly name: string } }>
  readonly securityContext: object
  readonly ports?: ReadonlyArray<{ readonly name: string; readonly containerPort: number }>
  readonly livenessProbe?: object
  readonly readinessProbe?: object
}

interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly data?: Readonly<Record<string, string>>
  readonly spec?: {
    readonly selector?: { readonly matchLabels?: object }
    readonly ports?: ReadonlyArray<{ readonly targetPort: string }>
    readonly template?: {
      readonly metadata: { readonly labels: object }
      readonly spec: { readonly securityContext: object; readonly containers: ReadonlyArray<Container> }
    }
  }
}

describe("the Kubernetes manifests", () => {
  const manifests = globSync("kubernetes/*.yaml", { cwd: join(root, "deploy") })
    .toSorted()
    .flatMap((file) => yamlDocuments(read(file)) as ReadonlyArray<Manifest>)
  const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind)
  const pods = manifests.flatMap(({ spec }) => (spec?.template === undefined ? [] : [spec.template]))
  const containers = pods.flatMap(({ spec }) => spec.containers)

  it("have a stable API version for each kind", () => {
    const versions = Object.fromEntries(manifests.map(({ apiVersion, kind }) => [kind, apiVersion]))
    expect(versions).toEqual({
      ConfigMap: "v1",
      Deployment: "apps/v1",
      Job: "batch/v1",
      PodDisruptionBudget: "policy/v1",
      Service: "v1"
    })
    const names = manifests.map(({ kind, metadata }) => `${kind}/${metadata.name}`)
    expect(new Set(names).size).toBe(names.length)
  })

  it("select the pods that they describe", () => {
    const labels = pods.map(({ metadata }) => metadata.labels)
    for (const { spec } of [...ofKind("Deployment"), ...ofKind("PodDisruptionBudget")]) {
      expect(labels).toContainEqual(spec!.selector!.matchLabels)
    }
    expect(labels).toContainEqual(ofKind("Service")[0]!.spec!.selector)
  })

  it("run known commands with all required settings, without rights", () => {
    expect(containers.map(({ args }) => args).toSorted()).toEqual([["migrate"], ["serve"], ["worker"]])
    const [{ data, metadata }] = ofKind("ConfigMap") as [Manifest]
    for (const { args, env, envFrom, securityContext } of containers) {
      expect(commands).toContain(args[0])
      expect(envFrom).toEqual([{ configMapRef: { name: metadata.name } }])
      expectSettings([...env.map(({ name }) => name), ...Object.keys(data!)])
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] }
      })
    }
    for (const { spec } of pods) {
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: user })
    }
  })

  it("probe the host where it listens", () => {
    const host = containers.find(({ args }) => args[0] === "serve")!
    expect(host.ports).toEqual([{ name: "http", containerPort: port }])
    expect(ofKind("ConfigMap")[0]!.data).toMatchObject({ PORT: String(port) })
    expect(host.livenessProbe).toMatchObject({ httpGet: { path: "/healthz", port: "http" } })
    expect(host.readinessProbe).toMatchObject({ httpGet: { path: "/readyz", port: "http" } })
    expect(ofKind("Service")[0]!.spec!.ports![0]!.targetPort).toBe("http")
  })
})

describe("the systemd units", () => {
  const units = globSync("systemd/*.service", { cwd: join(root, "deploy") }).toSorted()
  const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0

  it.each(units)("%s runs a known command as a user of its own", (unit) => {
    const text = read(unit)
    expect(commands).toContain(/^ExecStart=\S+\/adwarden (\w+)$/m.exec(text)![1])
    expect(text).toMatch(/^EnvironmentFile=\/etc\/adwarden\/adwarden\.env$/m)
    for (const hardening of ["DynamicUser=yes", "NoNewPrivileges=yes", "ProtectSystem=strict"]) {
      expect(text.split("\n")).toContain(hardening)
    }
  })

  it.skipIf(!hasSystemd)("are valid for systemd", () => {
    const folder = mkdtempSync(join(tmpdir(), "adwarden-units-"))
    try {
      for (const unit of units) {
        // The command is not installed here, and systemd checks that it exists.
        writeFileSync(
          join(folder, basename(unit)),
          read(unit).replace("/usr/local/bin/adwarden", "/bin/true")
        )
      }
      const files = units.map((unit) => join(folder, basename(unit)))
      const { status, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", ...files], {
        encoding: "utf8"
      })
      const ours = stderr.split("\n").filter((line) => line.includes("adwarden"))
      expect([status, ours]).toEqual([0, []])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
