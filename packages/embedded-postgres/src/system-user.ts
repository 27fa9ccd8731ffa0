import { execFile } from "node:child_process"
import { stat } from "node:fs/promises"
import { dirname } from "node:path"
import { promisify } from "node:util"
import { fail } from "./error.ts"

const execute = promisify(execFile)

/** The user that runs Postgres. Empty for an ordinary user, who runs it directly. */
export interface RunAs {
  readonly uid?: number
  readonly gid?: number
}

const findPostgresUser = async (): Promise<RunAs> => {
  const [uid, gid] = await Promise.all(["-u", "-g"].map((flag) => execute("id", [flag, "postgres"])))
  return { uid: Number(uid!.stdout), gid: Number(gid!.stdout) }
}

/** Returns the user for Postgres, which does not run as root: root uses the system user postgres. */
export const runAs = async (): Promise<RunAs> => {
  if (process.getuid?.() !== 0) return {}
  try {
    return await findPostgresUser()
  } catch {
    return createPostgresUser()
  }
}

const createPostgresUser = async (): Promise<RunAs> => {
  try {
    await execute("groupadd", ["--system", "--force", "postgres"])
    await execute("useradd", ["--system", "--gid", "postgres", "--no-create-home", "postgres"])
    return await findPostgresUser()
  } catch {
    return fail(
      "user",
      "Postgres cannot run as root and the user postgres could not be created. Run: useradd --system postgres, or start as an ordinary user."
    )
  }
}

/** Returns the first directory on a path that this user cannot access, if any. */
export const firstInaccessibleDirectory = async (
  path: string,
  { uid, gid }: RunAs
): Promise<string | undefined> => {
  if (uid === undefined) return undefined
  for (let directory = dirname(path), inaccessible: string | undefined; ; directory = dirname(directory)) {
    const { mode, uid: owner, gid: group } = await stat(directory)
    const executeBit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001
    if ((mode & executeBit) === 0) inaccessible = directory
    if (directory === dirname(directory)) return inaccessible
  }
}
