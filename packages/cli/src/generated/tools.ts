// Generated from the contract and the commands by `npm run generate`. Do not edit.
import type { CommandInfo } from "../command-info.ts"
import * as flag from "./flags.ts"

export const commands: ReadonlyArray<CommandInfo> = [
  {
    words: ["api"],
    summary: "Send any request to the REST API and print the response",
    description:
      "Fields are the query of a GET or DELETE, and otherwise a JSON body. The request is sent as it is, without a question: a change is executed only with dry_run=false, as the API requires.",
    arguments: [
      {
        name: "method",
        description: "The HTTP method",
        required: true,
        many: false,
        words: ["GET", "POST", "PUT", "PATCH", "DELETE"]
      },
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
      { name: "all", value: null, description: "Every page of a list instead of one", short: "a" },
      {
        name: "org",
        value: "slug",
        description:
          "The organization for {org}; default: ADWARDEN_ORG, the profile's, an API key's own, or the only one",
        short: "o"
      },
      flag.profile,
      flag.url,
      { name: "json", value: null, description: "Errors as JSON too; the response always is", short: "j" },
      flag.fields,
      flag.quiet,
      flag.verbose
    ],
    examples: [
      "adwarden api GET organizations/{org}/campaigns --all",
      "adwarden api PATCH organizations/{org}/campaigns/boiler-repair -F budget=110 -F dry_run=true"
    ],
    where: "here"
  },
  {
    words: ["mcp"],
    summary: "Serve MCP over standard input and output",
    description:
      "For desktop clients that start a program: forwards everything to the service, on behalf of the person who ran adwarden login --mcp, or with ADWARDEN_API_KEY.",
    arguments: [],
    flags: [flag.url, flag.profile],
    examples: ["adwarden login --mcp", "adwarden mcp", "adwarden mcp --url https://ads.example.com"],
    where: "here"
  },
  {
    words: ["completion"],
    summary: "Set up Tab completion of commands, flags and values",
    description:
      "Prints a script for your shell. The script queries this command, so it needs no update later.",
    arguments: [
      { name: "shell", description: "Yours", required: true, many: false, words: ["bash", "zsh", "fish"] }
    ],
    flags: [],
    examples: [
      "echo 'source <(adwarden completion bash)' >> ~/.bashrc",
      "echo 'source <(adwarden completion zsh)' >> ~/.zshrc",
      "adwarden completion fish > ~/.config/fish/completions/adwarden.fish"
    ],
    where: "here"
  }
]
