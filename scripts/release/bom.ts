import type { Component } from "./components.ts"

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
