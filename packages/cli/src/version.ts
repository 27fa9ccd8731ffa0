import { readFileSync } from "node:fs"

/** Of this package, as it was installed. */
export const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
  readonly version: string
}
