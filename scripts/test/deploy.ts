import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { expect } from "vitest"
import { operatorCommands } from "../../packages/server/src/commands/index.ts"
import { serviceSettings, settingGroups } from "../../packages/server/src/settings/declared.ts"
import { root } from "../root.ts"

/* What the code declares, for the tests that compare the files of deploy/ with it. */

const folder = join(root, "deploy")
export const read = (file: string) => readFileSync(join(folder, file), "utf8")
export const filesOf = (pattern: string) => globSync(pattern, { cwd: folder }).toSorted()

export const settings = new Set(
  Object.values(settingGroups).flatMap((group) => Object.values(group).map(({ facts }) => facts.name))
)
export const commands = new Set((await operatorCommands()).map(({ words }) => words.join(" ")))
export const port = Number(serviceSettings.port.facts.defaultText)
/** A service for others needs these; everything else has a default. */
export const required = ["DATABASE_URL", "SECRETS_KEY", "PUBLIC_URL"]
/** The user of the image. */
export const user = 65532
/** Metrics need no credential: they are on a port that only the scraper reaches. */
export const metricsPort = "9464"

export const expectSettings = (names: ReadonlyArray<string>) => {
  expect(names.filter((name) => !settings.has(name))).toEqual([])
  expect(required.filter((name) => !names.includes(name))).toEqual([])
}
