import { randomBytes } from "node:crypto"
import { chmod, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises"
import { homedir } from "node:os"
import { dirname, join } from "node:path"
import { Refusal, reasonOf } from "../refusal.ts"

export type Environment = Readonly<Record<string, string | undefined>>

/** The folder of a person's logins: the platform's own place for it, never inside a project that might be shared. */
export const configHome = (env: Environment): string => {
  const base =
    env["XDG_CONFIG_HOME"] ||
    (process.platform === "win32" ? env["APPDATA"] : undefined) ||
    join(env["HOME"] || homedir(), ".config")
  return join(base, "adwarden")
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

/** Windows has no such bits. There a person's own folder is private. */
const othersMayRead = (mode: number): boolean => process.platform !== "win32" && (mode & 0o077) !== 0

/** Creates a folder that only its owner can read, or restricts an existing one. */
export const privateFolder = async (path: string): Promise<void> => {
  await mkdir(path, { recursive: true, mode: 0o700 })
  if (othersMayRead((await stat(path)).mode)) await chmod(path, 0o700)
}

/** Reads a private file; null if there is none. Permissions that are too open are restricted first. */
export const readPrivateFile = async (path: string): Promise<string | null> => {
  try {
    const text = await readFile(path, "utf8")
    if (othersMayRead((await stat(path)).mode)) await chmod(path, 0o600)
    return text
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null
    throw new Refusal(`Cannot read ${path} (${reasonOf(error)}). Check who owns it.`, {
      exitReason: "failed"
    })
  }
}

/**
 * Replaces a private file atomically: a concurrent reader or a crash sees the old one or the new one. It is flushed to
 * disk first, because a lost refresh token requires a new sign-in.
 */
export const writePrivateFile = async (path: string, text: string): Promise<void> => {
  const temporaryPath = `${path}.${randomBytes(6).toString("hex")}`
  try {
    await privateFolder(dirname(path))
    const file = await open(temporaryPath, "wx", 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporaryPath, path)
  } catch (error) {
    await rm(temporaryPath, { force: true })
    throw new Refusal(`Cannot write ${path} (${reasonOf(error)}). Check who owns the folder.`, {
      exitReason: "failed"
    })
  }
}
