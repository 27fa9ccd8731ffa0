import { execFile, execFileSync } from "node:child_process"
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { pack as packPackage } from "../../../../scripts/release/pack.ts"
import { compileCache } from "../../../core/test/support/programs.ts"

const root = fileURLToPath(new URL("../../../../", import.meta.url))
const client = fileURLToPath(new URL("../../", import.meta.url))

/** Packs the package as it would be published, into a folder that the test removes. */
export const pack = async () => {
  const directory = mkdtempSync(join(tmpdir(), "adwarden-packed-"))
  const packed = await packPackage(client, directory)
  return { ...packed, directory, remove: () => rmSync(directory, { recursive: true, force: true }) }
}

/** A project that has only this package, laid out as an install does: the package has no dependencies. */
export const freshProject = (directory: string, tarball: string) => {
  const project = join(directory, "project")
  const modules = join(project, "node_modules")
  const installed = join(modules, "@adwarden", "client")
  mkdirSync(installed, { recursive: true })
  execFileSync("tar", ["-xzf", tarball, "-C", installed, "--strip-components=1"])
  const write = (name: string, text: string) => writeFileSync(join(project, name), text)
  write("package.json", JSON.stringify({ name: "project", private: true }))
  // This process can serve the requests of the program, so it must not block.
  const run = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}): Promise<string> =>
    new Promise((resolve) => {
      const options = { cwd: project, env: { PATH: process.env["PATH"] ?? "", ...compileCache(), ...env } }
      execFile(process.execPath, args, options, (_, out, err) => resolve(`${out}${err}`.trim()))
    })
  return {
    write,
    manifest: JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as object,
    /** Runs a program and returns its output. */
    node: run,
    /**
     * Returns the compiler's output for these files, which is empty without errors. Only the older compiler
     * supports the settings of older projects; the newer one takes a quarter of its time.
     */
    tsc: (
      files: ReadonlyArray<string>,
      options: Readonly<Record<string, unknown>>,
      compiler: "typescript" | "typescript-oldest" = "typescript"
    ) => {
      const compilerOptions = { strict: true, noEmit: true, target: "es2022", types: [], ...options }
      write("tsconfig.json", JSON.stringify({ compilerOptions, files }))
      return run([join(root, "node_modules", compiler, "bin", "tsc"), "-p", "."])
    },
    /** Installs Effect, and the types of Node for programs that use both. */
    addEffect: () => {
      symlinkSync(realpathSync(join(client, "node_modules", "effect")), join(modules, "effect"))
      mkdirSync(join(modules, "@types"), { recursive: true })
      symlinkSync(realpathSync(join(root, "node_modules", "@types", "node")), join(modules, "@types", "node"))
    }
  }
}
