import { existsSync } from "node:fs"
import type { ServerPackage } from "@adwarden/cli"

/** These commands run for long and load the hosts, each from its own package. */
const services = ["dev", "serve", "worker"]

const administration = [
  ...["migrate", "doctor", "organizations", "users", "teams", "accounts", "keys", "queued-writes", "mail"],
  ...["secrets", "audit"]
]

/** Of a group whose other commands need no campaigns. */
const exceptions = [
  ...["organizations analyse-website", "organizations business-profile"],
  ...["queued-writes approve", "queued-writes reject"]
]

/** The bundle that has a command; null if its modules run it. */
export const bundleOf = (words: ReadonlyArray<string>): "administration" | "campaigns" | null => {
  const [word = ""] = words
  if (services.includes(word)) return null
  return administration.includes(word) && !exceptions.includes(words.join(" "))
    ? "administration"
    : "campaigns"
}

/**
 * Loads the program with a command. Most of the time of a short command is loading modules, so a built package has
 * bundles of them beside the modules.
 */
export const loadProgram = async (
  words: ReadonlyArray<string>,
  bundles = new URL("../bundle/", import.meta.url)
): Promise<ServerPackage> => {
  const name = bundleOf(words)
  const bundle = new URL(`${name}.js`, bundles)
  if (name !== null && existsSync(bundle)) return import(bundle.href) as Promise<ServerPackage>
  return import("./all.ts")
}
