import type { Stop } from "../stop.ts"

/** The command that lists valid names, by the first word of the command that had a wrong one. */
const listCommands: Readonly<Record<string, (org: string) => string>> = {
  keys: (org) => `adwarden keys list --org ${org}`,
  users: (org) => `adwarden users list --org ${org}`,
  "queued-writes": (org) => `adwarden queued-writes list --local --org ${org}`,
  accounts: (org) => `adwarden accounts list --org ${org}`,
  sync: (org) => `adwarden accounts list --org ${org}`,
  organizations: (org) => `adwarden organizations analyse-website <url> --org ${org}`,
  reports: (org) => `adwarden reports generate weekly --local --wait --org ${org}`
}

const membersCommand = (org: string): string => `adwarden users list --org ${org}`

const notFound = (message: string, org: string | null, group: string): string | null => {
  if (group === "mail") return "adwarden mail list"
  if (org === null || message.startsWith("The organization")) return "adwarden organizations list --local"
  return message.includes("among the members") ? membersCommand(org) : (listCommands[group]?.(org) ?? null)
}

/** Returns the command to try after a server command failed. A message that names one needs no other. */
export const nextCommand = (
  { exitReason, message, next, organization = null }: Stop,
  words: ReadonlyArray<string>
): string | null => {
  if (next !== undefined || message.includes("adwarden ")) return next ?? null
  switch (exitReason) {
    case "usage":
      return `adwarden ${words.join(" ")} --help`
    case "notFound":
      return notFound(message, organization, words[0]!)
    case "notAllowed":
      return organization === null ? "adwarden organizations list --local" : membersCommand(organization)
    case "outOfReach":
      return "adwarden doctor"
    default:
      return null
  }
}
