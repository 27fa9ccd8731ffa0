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

const root = fileURLToPath(new URL("../../../../", import.meta.url))
const client = fileURLToPath(new URL("../../", import.meta.url))

/** pnpm packs what is published: unlike npm it puts `publishConfig` in its place. */
const pnpm = (): string => {
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    packageManager: string
  }
  return join(root, ".tools", packageManager.replace("@", "-"), "node_modules", "pnpm", "dist", "pnpm.cjs")
}

/** The package as it would be published, and a folder that is gone when the test says so. */
export const pack = () => {
  const directory = mkdtempSync(join(tmpdir(), "adwarden-packed-"))
  const out = execFileSync(process.execPath, [pnpm(), "pack", "--json", "--pack-destination", directory], {
    cwd: client,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"]
  })
  const { filename, files } = JSON.parse(out.slice(out.indexOf("{"))) as {
    filename: string
    files: ReadonlyArray<{ path: string }>
  }
  return {
    directory,
    tarball: filename,
    bytes: new Uint8Array(readFileSync(filename)),
    files: files.map(({ path }) => path),
    remove: () => rmSync(directory, { recursive: true, force: true })
  }
}

/** A project of somebody else's that has installed the package, and nothing but it, without a network. */
export const freshProject = (directory: string, tarball: string) => {
  const project = join(directory, "project")
  mkdirSync(project)
  const write = (name: string, text: string) => writeFileSync(join(project, name), text)
  write("package.json", JSON.stringify({ name: "project", private: true }))
  const flags = [
    "--offline",
    "--no-audit",
    "--no-fund",
    "--ignore-scripts",
    "--omit=optional",
    "--loglevel=error"
  ]
  execFileSync("npm", ["install", ...flags, tarball], {
    cwd: project,
    stdio: ["ignore", "ignore", "inherit"]
  })
  // What it calls may be served by this very process, which therefore must not stand still meanwhile.
  const run = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}): Promise<string> =>
    new Promise((resolve) => {
      const options = { cwd: project, env: { PATH: process.env["PATH"] ?? "", ...env } }
      execFile(process.execPath, args, options, (_, out, err) => resolve(`${out}${err}`.trim()))
    })
  return {
    write,
    /** All that it prints. */
    node: run,
    /** What the compiler says of files; nothing, if all is well. */
    tsc: (files: ReadonlyArray<string>, options: Readonly<Record<string, unknown>>) => {
      const compilerOptions = { strict: true, noEmit: true, target: "es2022", types: [], ...options }
      write("tsconfig.json", JSON.stringify({ compilerOptions, files }))
      return run([join(root, "node_modules", "typescript", "bin", "tsc"), "-p", "."])
    },
    /** What a project has that uses the flavour of Effect. */
    addEffect: () =>
      symlinkSync(
        realpathSync(join(client, "node_modules", "effect")),
        join(project, "node_modules", "effect")
      )
  }
}
