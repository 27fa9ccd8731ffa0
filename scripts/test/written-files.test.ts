import { spawnSync } from "node:child_process"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { snippetsIn } from "../docs/markdown.ts"
import { root } from "../root.ts"

/* Settings, dumps and exports that the guides write into a clone: neither git nor the image's build may take them. */

const read = (file: string) => readFileSync(join(root, file), "utf8")
const pages = ["README.md", ...globSync("docs/**/*.md", { cwd: root })]

/** The files that a snippet writes, in the folder of the clone and in the home folder. */
const writtenBy = (text: string): ReadonlyArray<string> =>
  [
    ...text.matchAll(
      /(?:[^0-9&]>>? |-o |-D |--file=|--output |^cp \S+ )"?(\$HOME\/[\w.-]+|[\w-]*\.[\w.]+)"?(?=[\s)]|$)/gm
    )
  ].map(([, file]) => file!)

const written = pages.flatMap((page) =>
  snippetsIn(read(page)).flatMap(({ kind, text }) =>
    writtenBy(text).map((file) => ({ page, runs: kind === "sh", file }))
  )
)

/** Commands of the page that remove a file. */
const removes = (page: string, file: string): boolean =>
  snippetsIn(read(page)).some(({ text }) =>
    [...text.matchAll(/^rm (.*)$/gm)].some(([, files]) =>
      files!.replaceAll('"', "").split(" ").includes(file)
    )
  )

const isIgnored = (file: string) =>
  spawnSync("git", ["check-ignore", "--no-index", "--quiet", file], { cwd: root }).status === 0

/** A pattern of a .dockerignore begins at the root, and its star matches a leading dot. */
const patterns = read("deploy/Dockerfile.dockerignore")
  .trim()
  .split("\n")
  .map((line) =>
    line
      .replaceAll(".", "\\.")
      .replace("**/", "(?:.*/)?")
      .replaceAll(/\*(?!\/)/g, "[^/]*")
  )
  .map((pattern) => new RegExp(`^${pattern}(?:/|$)`))
const isLeftOut = (file: string) => patterns.some((pattern) => pattern.test(file))

const samples = ["adwarden.env", "adwarden.dump", "audit.json", "audit-restored.json", "audit.csv"]

describe("files that hold secrets", () => {
  it("are ignored by git and by the image's build, wherever settings and dumps are", () => {
    for (const file of [...samples, ".env", "deploy/adwarden.env", "deploy/before.dump"])
      expect([file, isIgnored(file)]).toEqual([file, true])
    for (const file of [...samples, ".env", "packages/server/local.env", "packages/core/before.dump"])
      expect([file, isLeftOut(file)]).toEqual([file, true])
  })

  it("do not include the sample and any file of the repository", () => {
    expect(isIgnored("deploy/adwarden.env.example")).toBe(false)
    const tracked = spawnSync("git", ["ls-files", "--cached", "--ignored", "--exclude-standard"], {
      cwd: root,
      encoding: "utf8"
    })
    expect(tracked.stdout).toBe("")
  })
})

describe("files that the pages write", () => {
  it("are found", () => {
    const files = written.map(({ file }) => file)
    expect(files).toEqual(
      expect.arrayContaining(["adwarden.env", "adwarden.dump", "audit.json", "serve.log", "$HOME/audit.csv"])
    )
  })

  it("are ignored by git and by the image's build, or removed by the step that writes them", () => {
    const inClone = written.filter(({ file }) => !file.startsWith("$HOME/"))
    const inStep = (page: string, file: string) =>
      snippetsIn(read(page)).some(
        ({ text }) => writtenBy(text).includes(file) && new RegExp(`^rm .*\\b${file}\\b`, "m").test(text)
      )
    const open = inClone.filter(({ file, page }) => !inStep(page, file))
    expect(open.filter(({ file }) => !isIgnored(file))).toEqual([])
    expect(open.filter(({ file }) => !isLeftOut(file))).toEqual([])
  })

  it("are removed by the page that writes them, if its steps are run", () => {
    // The completion of a shell is meant to stay.
    const files = written.filter(({ file, runs }) => runs && !file.endsWith(".bash"))
    expect(files.filter(({ file, page }) => !removes(page, file))).toEqual([])
  })
})
