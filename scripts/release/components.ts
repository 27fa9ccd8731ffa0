import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../root.ts"
import { pnpm } from "./pack.ts"

/** A third-party package in one version. */
interface Component {
  readonly name: string
  readonly version: string
  /** An SPDX expression. */
  readonly license: string
  /** As the lockfile has it, such as `sha512-…` in base64. */
  readonly integrity: string | null
}

const lockedIntegrity = (): ReadonlyMap<string, string> =>
  new Map(
    [
      ...readFileSync(join(root, "pnpm-lock.yaml"), "utf8").matchAll(
        /^ {2}'?(@?[^@'\s]+@[^:'\s]+)'?:\n {4}resolution: \{integrity: (sha512-[^},]+)/gm
      )
    ].map(([, id, integrity]) => [id!, integrity!])
  )

/** Returns the installed third-party packages of the lockfile; with `production`, only those that users install. */
export const components = (production: boolean): ReadonlyArray<Component> => {
  const args = ["licenses", "list", "--json", ...(production ? ["--prod"] : [])]
  const printed = execFileSync(process.execPath, [pnpm, ...args], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 26
  })
  const byLicense = JSON.parse(printed) as Readonly<
    Record<string, ReadonlyArray<{ readonly name: string; readonly versions: ReadonlyArray<string> }>>
  >
  const integrity = lockedIntegrity()
  return Object.entries(byLicense)
    .flatMap(([license, packages]) =>
      packages.flatMap(({ name, versions }) =>
        versions.map((version) => ({
          name,
          version,
          license: license.replace(/^\((.*)\)$/, "$1"),
          integrity: integrity.get(`${name}@${version}`) ?? null
        }))
      )
    )
    .toSorted((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1))
}

/** Licenses that ask for no more than their notice. A user of our packages can accept them unseen. */
const allowed = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "MIT-0",
  "PostgreSQL"
])

/** MPL-2.0 asks for the source of changed files; the Unlicense gives up all rights, which some laws do not know. Development tools are neither changed nor published. */
const allowedForTools = new Set([...allowed, "MPL-2.0", "Unlicense"])

/** Returns the packages whose license is not allowed where they are used. Of alternatives, one is enough. */
export const licenseProblems = (list: ReadonlyArray<Component>, production: boolean): ReadonlyArray<string> =>
  list
    .filter(
      ({ license }) => !license.split(" OR ").some((one) => (production ? allowed : allowedForTools).has(one))
    )
    .map(({ license, name, version }) => `${name}@${version}: ${license}`)

interface Ours {
  readonly name: string
  readonly version: string
}

const purlOf = ({ name, version }: Ours): string => `pkg:npm/${name.replace("@", "%40")}@${version}`

const hexOf = (integrity: string): string =>
  Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex")

/** Returns a CycloneDX document. The same lockfile gives the same document. */
export const bomOf = (ours: ReadonlyArray<Ours>, list: ReadonlyArray<Component>) => ({
  bomFormat: "CycloneDX",
  specVersion: "1.6",
  version: 1,
  metadata: {
    component: { type: "application", name: "adwarden", version: ours[0]?.version ?? "0.0.0" }
  },
  components: [
    ...ours.map((manifest) => ({
      type: "library",
      "bom-ref": purlOf(manifest),
      name: manifest.name,
      version: manifest.version,
      purl: purlOf(manifest),
      licenses: [{ expression: "MIT" }]
    })),
    ...list.map((component) => ({
      type: "library",
      "bom-ref": purlOf(component),
      name: component.name,
      version: component.version,
      purl: purlOf(component),
      licenses: [{ expression: component.license }],
      ...(component.integrity === null
        ? {}
        : { hashes: [{ alg: "SHA-512", content: hexOf(component.integrity) }] })
    }))
  ]
})
