import { describe, expect, it } from "vitest"
import { cyclesOf, dependenciesOf, moduleOf, modulesNamedIn, violationOf } from "../module-graph/imports.ts"
import { pictureOf } from "../module-graph/picture.ts"

const named = (text: string) => modulesNamedIn({ path: "core/src/x.ts", text })
const why = (from: string, to: string) => violationOf({ from, module: to, to })

const tree = (...imports: ReadonlyArray<readonly [from: string, to: string]>) => ({
  files: [...new Set(imports.flat())].map((path) => ({ path, text: "" })),
  imports: imports.map(([from, to]) => ({ from, module: to, to }))
})

describe("imports", () => {
  it("are found in every form, including type imports", () => {
    const text = `
      import { a } from "./a.ts"
      import type { B } from "./b.ts"
      import "./c.ts"
      export * from "./d.ts"
      export type { E } from "./e.ts"
      const f = await import("./f.ts")
      type G = import("./g.ts").G`
    expect(named(text)).toEqual("abcdefg".split("").map((letter) => `./${letter}.ts`))
  })

  it("are not found in comments and strings", () => {
    expect(named(`// import { a } from "./a.ts"\nconst b = 'import "./b.ts"'`)).toEqual([])
  })

  it("belong to modules", () => {
    expect(moduleOf("core/src/campaigns/push/push.ts")).toBe("core/campaigns")
    expect(moduleOf("core/src/settings.ts")).toBe("core/settings")
    expect(moduleOf("core/src/index.ts")).toBe("core")
    expect(moduleOf("rest/src/app.ts")).toBe("rest")
    expect(moduleOf("effect")).toBeNull()
  })
})

describe("layers", () => {
  it("allow imports of lower layers", () => {
    expect(why("core/src/campaigns/campaign-reads.ts", "core/src/storage/index.ts")).toBeNull()
    expect(why("server/src/main.ts", "core/src/index.ts")).toBeNull()
    expect(why("core/src/campaigns/campaign-reads.ts", "effect")).toBeNull()
    expect(why("core/src/campaigns/campaign-reads.ts", "core/src/campaigns/campaign-reads.ts")).toBeNull()
  })

  it("forbid imports of higher layers and of the same layer", () => {
    expect(why("core/src/changes/registries.ts", "core/src/campaigns/campaign-reads.ts")).toBe("goes up")
    expect(why("core/src/pipeline/pipeline.ts", "core/src/core.ts")).toBe("goes up")
    expect(why("core/src/contract/index.ts", "rest/src/index.ts")).toBe("goes up")
    expect(why("rest/src/app.ts", "mcp/src/index.ts")).toBe("imports a module of the same layer")
  })

  it("allow features to import each other only through their index", () => {
    expect(why("core/src/insight/apply.ts", "core/src/campaigns/index.ts")).toBeNull()
    const bypass = "bypasses the index of another feature"
    expect(why("core/src/insight/apply.ts", "core/src/campaigns/push/index.ts")).toBe(bypass)
    expect(why("core/src/insight/apply.ts", "core/src/campaigns/campaign-reads.ts")).toBe(bypass)
  })

  it("forbid cycles of features", () => {
    const uses = (from: string, to: string) => [`core/src/${from}/a.ts`, `core/src/${to}/index.ts`] as const
    const line = [uses("insight", "campaigns"), uses("campaigns", "organizations")]
    expect(cyclesOf(dependenciesOf(tree(...line)))).toEqual([])
    expect(cyclesOf(dependenciesOf(tree(...line, uses("organizations", "campaigns"))))).toEqual([
      "core/campaigns",
      "core/organizations"
    ])
  })

  it("restrict a module to its allowed importers", () => {
    expect(why("core/src/platform/index.ts", "emulator/src/index.ts")).toBe("is not allowed for this module")
    expect(why("rest/src/app.ts", "core/src/storage/index.ts")).toBe("is not allowed for this module")
  })
})

describe("the drawing", () => {
  const down = ["core/src/campaigns/a.ts", "core/src/changes/b.ts"] as const
  const up = ["core/src/changes/b.ts", "core/src/campaigns/a.ts"] as const

  it("counts imports between modules", () => {
    const dependencies = dependenciesOf(tree(down, down, up))
    expect(dependencies.map(({ from, to, imports }) => [from, to, imports.length])).toEqual([
      ["core/campaigns", "core/changes", 2],
      ["core/changes", "core/campaigns", 1]
    ])
  })

  it("shows only forbidden imports in red", () => {
    expect(pictureOf(tree(down, up), "x")).toContain('<g class="wrong"><title>changes imports campaigns: 1')
    expect(pictureOf(tree(down), "x")).not.toContain('class="wrong')
  })
})
