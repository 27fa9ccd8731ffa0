import { readFileSync } from "node:fs"

const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  readonly version: string
}

/** The version of the service: what every surface says it is. Its one home is this package's package.json. */
export const { version } = manifest
