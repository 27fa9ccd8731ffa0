import { randomBytes } from "node:crypto"
import { chmod, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises"
import { homedir } from "node:os"
import { dirname, join } from "node:path"
import { Refusal, reasonOf } from "../refusal.ts"

export type Environment = Readonly<Record<string, string | undefined>>

/** Where a person's logins are kept: as the platform has it, and nowhere in a project that might be shared. */
export const configHome = (env: Environment): string => {
  const base =
    env["XDG_CONFIG_HOME"] ||
    (process.platform === "win32" ? env["APPDATA"] : undefined) ||
    join(env["HOME"] || homedir(), ".config")
  return join(base, "adwarden")
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

/** Windows has no such bits: there a person's own folder is theirs alone. */
const othersMayRead = (mode: number): boolean => process.platform !== "win32" && (mode & 0o077) !== 0

/** A folder that only its owner can look into, made where it is missing and closed where it stood open. */
export const privateFolder = async (path: string): Promise<void> => {
  await mkdir(path, { recursive: true, mode: 0o700 })
  if (othersMayRead((await stat(path)).mode)) await chmod(path, 0o700)
}

/** The text of a private file, null where there is none; one that others could read is closed before it is used. */
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
 * Replaces a private file whole: whoever reads meanwhile sees the old one or the new one, and a crash leaves one of
 * them. It is on the disk before it takes the place, because a lost refresh token means to sign in again.
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
