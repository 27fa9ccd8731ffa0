import { execFile } from "node:child_process"
import { stat } from "node:fs/promises"
import { dirname } from "node:path"
import { promisify } from "node:util"
import { fail } from "./error.ts"

const execute = promisify(execFile)

/** Whom Postgres runs as. Empty for an ordinary user: then it runs as ourselves. */
export interface RunAs {
  readonly uid?: number
  readonly gid?: number
}

const findPostgresUser = async (): Promise<RunAs> => {
  const [uid, gid] = await Promise.all(["-u", "-g"].map((flag) => execute("id", [flag, "postgres"])))
  return { uid: Number(uid!.stdout), gid: Number(gid!.stdout) }
}

/** Postgres refuses to run as root, so root hands it to a user of its own. */
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
      "Postgres cannot run as root and the user postgres could not be made. Run: useradd --system postgres, or start as an ordinary user."
    )
  }
}

/** The first directory on the way to a path that this user may not enter, if there is one. */
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
