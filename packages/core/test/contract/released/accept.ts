import { writeFileSync } from "node:fs"
import { openApiDocument } from "../../../src/contract/index.ts"

/**
 * `npm run accept contract` stores the current contract as the promised one. Run it when a version is
 * released.
 */
const document = openApiDocument("https://adwarden.example/v1", "released")
const prose = new Set(["description", "summary"])
/** Descriptions can change at any time; only what a program relies on is stored. */
const withoutProse = (key: string, value: unknown) =>
  prose.has(key) && typeof value === "string" ? undefined : value
writeFileSync(new URL("openapi.json", import.meta.url), `${JSON.stringify(document, withoutProse, 2)}\n`)
