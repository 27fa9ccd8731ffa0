import { addressFlag, profileFlag } from "../session/commands/index.ts"
import type { LocalCommand } from "../tree/local-command.ts"

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const

/** `adwarden api`: any request, with the identity and exit codes of the other commands. */
export const rawApi: LocalCommand = {
  words: ["api"],
  summary: "Send any request to the REST API and print the response",
  description:
    "Fields are the query of a GET or DELETE, and otherwise a JSON body. The request is sent as it is, without a question: a change is executed only with dry_run=false, as the API requires.",
  arguments: [
    { name: "method", description: "The HTTP method", required: true, many: false, words: [...methods] },
    {
      name: "path",
      description: "The path below /v1, such as organizations/{org}/campaigns; {org} is the organization",
      required: true,
      many: false
    }
  ],
  flags: [
    {
      name: "raw-field",
      short: "f",
      value: "name=text",
      description: "A field with a text",
      repeated: true
    },
    {
      name: "field",
      short: "F",
      value: "name=json",
      description: "A field with a number, true, false, null or other JSON; anything else is a text",
      repeated: true
    },
    { name: "input", value: "file", description: "The body from a file; - reads standard input" },
    {
      name: "header",
      short: "H",
      value: "name:value",
      description: "A header of the request",
      repeated: true
    },
    { name: "all", value: null, description: "Every page of a list instead of one" },
    {
      name: "org",
      value: "slug",
      description:
        "The organization for {org}; default: ADWARDEN_ORG, the profile's, an API key's own, or the only one"
    },
    profileFlag,
    addressFlag,
    { name: "json", value: null, description: "Errors as JSON too; the response always is" }
  ],
  examples: [
    "adwarden api GET organizations/{org}/campaigns --all",
    "adwarden api PATCH organizations/{org}/campaigns/boiler-repair -F budget=110 -F dry_run=true"
  ],
  run: async (given, terminal) => (await import("./run.ts")).runRawApi(given, terminal)
}
