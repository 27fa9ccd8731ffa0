import { readFileSync } from "node:fs"
import { effectFiles } from "./effect-files.ts"
import { errorsFile } from "./errors-file.ts"
import { formatted } from "./format.ts"
import { generatedNotice } from "./names.ts"
import { operationFiles } from "./operation-files.ts"
import { resourceFiles } from "./resource-files.ts"
import { type Files, typesFiles } from "./types-files.ts"
import { webhookEventsFile } from "./webhook-events.ts"

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  readonly version: string
}

/** Returns all files below src/generated, by path, for the current contract. */
export const generatedFiles = (): Files => {
  const types = typesFiles()
  return formatted(
    new Map([
      ...types,
      ...resourceFiles(types),
      ...effectFiles(types),
      ...operationFiles(),
      ["errors.ts", errorsFile()],
      ["webhook-events.ts", webhookEventsFile()],
      ["version.ts", `${generatedNotice}export const version = ${JSON.stringify(version)}\n`]
    ])
  )
}
