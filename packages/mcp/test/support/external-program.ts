import { spawn } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { compileCache } from "../../../core/test/support/programs.ts"

interface ProgramResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const { resolve } = createRequire(import.meta.url)

/** Returns the path of a package's executable. */
export const programOf = (name: string, bin: string): string => {
  const manifest = resolve(`${name}/package.json`)
  const { bin: programs } = createRequire(import.meta.url)(manifest) as { bin: Record<string, string> }
  return join(dirname(manifest), programs[bin]!)
}

/** Runs a third-party program in its own home directory. */
export const runExternalProgram = async (
  program: string,
  args: ReadonlyArray<string>
): Promise<ProgramResult> => {
  const home = await mkdtemp(join(tmpdir(), "adwarden-mcp-"))
  try {
    return await new Promise((done, failed) => {
      const child = spawn(process.execPath, [program, ...args], {
        cwd: home,
        env: {
          PATH: process.env["PATH"],
          ...compileCache(),
          HOME: home,
          MCP_INSPECTOR_SECRET_STORE: "file",
          NO_COLOR: "1"
        },
        timeout: 250_000
      })
      let stdout = ""
      let stderr = ""
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        stdout += text
      })
      child.stderr.setEncoding("utf8").on("data", (text: string) => {
        stderr += text
      })
      child.on("error", failed)
      child.on("close", (code) => done({ code, stdout, stderr }))
    })
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}
