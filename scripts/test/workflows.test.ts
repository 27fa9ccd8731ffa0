import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { published } from "../release/published.ts"
import { root } from "../root.ts"
import { yamlDocuments } from "./yaml.ts"

/* What GitHub runs and asks. No runner tries it here. */

const read = (file: string) => readFileSync(join(root, file), "utf8")
const parsed = <A>(file: string) => yamlDocuments(read(file))[0] as A

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>
  readonly permissions: Readonly<Record<string, string>>
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly needs?: string | ReadonlyArray<string>
        readonly permissions?: Readonly<Record<string, string>>
        readonly steps: ReadonlyArray<{
          readonly uses?: string
          readonly run?: string
          readonly with?: Readonly<Record<string, unknown>>
        }>
      }
    >
  >
}

const workflows = globSync(".github/workflows/*.yml", { cwd: root })
const jobsOf = (file: string) => Object.values(parsed<Workflow>(file).jobs)
const stepsOf = (file: string) => jobsOf(file).flatMap(({ steps }) => steps)

describe.each(workflows)("%s", (file) => {
  it("names every action by a commit, with its version beside it", () => {
    const uses = [...read(file).matchAll(/uses: (.*)$/gm)].map(([, action]) => action!)
    expect(uses.length).toBeGreaterThan(0)
    expect(uses.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual(
      []
    )
  })

  it("may only read, except where a job says more", () => {
    expect(parsed<Workflow>(file).permissions).toEqual({ contents: "read" })
  })

  it("keeps no credential in the clone", () => {
    const clones = stepsOf(file).filter(({ uses }) => uses?.startsWith("actions/checkout@"))
    for (const clone of clones) expect(clone.with).toMatchObject({ "persist-credentials": false })
  })

  it("runs commands that exist", () => {
    const { scripts } = JSON.parse(read("package.json")) as { readonly scripts: object }
    const kinds = read("scripts/command.mjs")
    for (const { run = "" } of stepsOf(file)) {
      for (const [, script] of run.matchAll(/npm (?:run (?:-s )?)?(\w+)(?= |$)/gm))
        if (script !== "install") expect(Object.keys(scripts)).toContain(script)
      for (const [, name] of run.matchAll(/npm run (?:-s )?release (\w+)/g))
        expect(kinds).toContain(`scripts/release/${name}.ts`)
    }
  })
})

it("one commit of each action is used", () => {
  const uses = new Set(workflows.flatMap((file) => stepsOf(file).flatMap((step) => step.uses ?? [])))
  const names = [...uses].map((action) => action.split("@")[0])
  expect(names).toEqual([...new Set(names)])
})

it("a pull request runs npm test without secrets", () => {
  const { on } = parsed<Workflow>(".github/workflows/test.yml")
  expect(Object.keys(on)).toEqual(["pull_request", "push"])
  expect(stepsOf(".github/workflows/test.yml").flatMap(({ run }) => run ?? [])).toEqual(["npm test"])
  expect(read(".github/workflows/test.yml")).not.toContain("secrets.")
})

it("a release tests before it publishes, and attests packages, image and bill of materials", () => {
  const { image, notes, packages } = parsed<Workflow>(".github/workflows/release.yml").jobs
  const commands = packages!.steps.flatMap(({ run }) => run ?? [])
  expect(commands.indexOf("npm test")).toBeLessThan(commands.indexOf("npm run release"))
  for (const job of [packages!, image!]) {
    expect(job.permissions).toMatchObject({ "id-token": "write", attestations: "write" })
    expect(job.steps.some(({ uses }) => uses?.startsWith("actions/attest@"))).toBe(true)
  }
  const build = image!.steps.find(({ uses }) => uses?.startsWith("docker/build-push-action@"))!
  expect(build.with).toMatchObject({ file: "deploy/Dockerfile", provenance: "mode=max", sbom: true })
  expect(notes!.needs).toEqual(["packages", "image"])
})

it("the forms for issues ask for what is needed, and send vulnerabilities elsewhere", () => {
  const forms = globSync(".github/ISSUE_TEMPLATE/*.yml", { cwd: root }).filter(
    (file) => !file.endsWith("config.yml")
  )
  expect(forms.length).toBe(2)
  for (const file of forms) {
    const form = parsed<{ readonly body: ReadonlyArray<{ readonly type: string; readonly id?: string }> }>(
      file
    )
    expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) })
    const ids = form.body.flatMap(({ id, type }) => (type === "markdown" ? [] : [id]))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).not.toContain(undefined)
  }
  const { bugs } = published()[0]!.manifest as { readonly bugs?: string }
  const config = parsed<{ readonly contact_links: ReadonlyArray<{ readonly url: string }> }>(
    ".github/ISSUE_TEMPLATE/config.yml"
  )
  expect(config.contact_links[0]!.url.startsWith(bugs!.replace(/issues$/, "security"))).toBe(true)
})
