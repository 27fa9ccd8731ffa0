import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { root } from "../root.ts"
import { commands, expectSettings, filesOf, metricsPort, port, read, user } from "./deploy.ts"
import { yamlDocuments } from "./yaml.ts"

/* The manifests of deploy/kubernetes, compared with the settings, commands and paths that the code declares. */

interface Container {
  readonly args: ReadonlyArray<string>
  readonly env?: unknown
  readonly envFrom: ReadonlyArray<Readonly<Record<string, { readonly name: string }>>>
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
    readonly ingress?: ReadonlyArray<{
      readonly from?: ReadonlyArray<object>
      readonly ports: ReadonlyArray<{ readonly port: string }>
    }>
    readonly podSelector?: { readonly matchLabels: object }
    readonly template?: {
      readonly metadata: { readonly labels: object }
      readonly spec: { readonly securityContext: object; readonly containers: ReadonlyArray<Container> }
    }
  }
}

describe("the Kubernetes manifests", () => {
  const manifests = filesOf("kubernetes/*.yaml").flatMap(
    (file) => yamlDocuments(read(file)) as ReadonlyArray<Manifest>
  )
  const ofKind = (kind: string) => manifests.filter((manifest) => manifest.kind === kind)
  const pods = manifests.flatMap(({ spec }) => (spec?.template === undefined ? [] : [spec.template]))
  const containers = pods.flatMap(({ spec }) => spec.containers)

  it("have a stable API version for each kind", () => {
    const versions = Object.fromEntries(manifests.map(({ apiVersion, kind }) => [kind, apiVersion]))
    expect(versions).toEqual({
      ConfigMap: "v1",
      Deployment: "apps/v1",
      Job: "batch/v1",
      NetworkPolicy: "networking.k8s.io/v1",
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
    const guide = readFileSync(join(root, "docs/deployment.md"), "utf8")
    const [, secret, literals] = /^kubectl create secret generic (\S+) (.*)$/m.exec(guide)!
    const secrets = [...literals!.matchAll(/--from-literal=(\w+)=/g)].map(([, name]) => name!)
    expectSettings([...secrets, ...Object.keys(data!)])
    for (const { args, env, envFrom, securityContext } of containers) {
      expect(commands).toContain(args[0])
      // Every entry of both, so that a secret of a setting that is added later reaches all three.
      expect(envFrom).toEqual([{ configMapRef: { name: metadata.name } }, { secretRef: { name: secret } }])
      expect(env).toBeUndefined()
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
    expect(host.ports).toContainEqual({ name: "http", containerPort: port })
    expect(ofKind("ConfigMap")[0]!.data).toMatchObject({ PORT: String(port) })
    expect(host.livenessProbe).toMatchObject({ httpGet: { path: "/healthz", port: "http" } })
    expect(host.readinessProbe).toMatchObject({ httpGet: { path: "/readyz", port: "http" } })
    expect(ofKind("Service")[0]!.spec!.ports!.map(({ targetPort }) => targetPort)).toEqual(["http"])
  })

  it("admit the scraper alone to the port of metrics", () => {
    const [{ data }] = ofKind("ConfigMap") as [Manifest]
    expect(data).toMatchObject({ METRICS_PORT: metricsPort, METRICS_HOST: "0.0.0.0" })
    for (const { args, ports } of containers.filter(({ args }) => args[0] !== "migrate")) {
      expect([args, ports]).toEqual([
        args,
        expect.arrayContaining([{ name: "metrics", containerPort: Number(metricsPort) }])
      ])
    }
    const [policy] = ofKind("NetworkPolicy") as [Manifest]
    for (const { metadata } of pods)
      expect(metadata.labels).toMatchObject(policy.spec!.podSelector!.matchLabels)
    const forMetrics = policy.spec!.ingress!.filter(({ ports }) =>
      ports.some(({ port }) => port === "metrics")
    )
    expect(forMetrics).toEqual([
      {
        from: [{ namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "monitoring" } } }],
        ports: [{ port: "metrics", protocol: "TCP" }]
      }
    ])
    const forAll = policy.spec!.ingress!.filter(({ from }) => from === undefined)
    expect(forAll.flatMap(({ ports }) => ports.map(({ port }) => port))).toEqual(["http"])
  })
})
