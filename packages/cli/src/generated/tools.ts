// Generated from the contract and the commands by `npm run cli:generate`. Do not edit.
import type { CommandInfo } from "../tree/command-info.ts"

export const commands: ReadonlyArray<CommandInfo> = [
  {
    words: ["mcp"],
    summary: "Speak MCP over standard input and output",
    description:
      "For desktop clients that start a program: passes everything on to the service, in the name of whoever ran adwarden login --mcp, or with ADWARDEN_API_KEY.",
    arguments: [],
    flags: [
      {
        name: "url",
        value: "address",
        description:
          "Address of Adwarden; ADWARDEN_URL, the profile's own or http://localhost:4280 without it"
      },
      {
        name: "profile",
        value: "name",
        description: "The profile; ADWARDEN_PROFILE, the one that profiles use chose, or default without it"
      }
    ],
    examples: ["adwarden login --mcp", "adwarden mcp", "adwarden mcp --url https://ads.example.com"],
    where: "here"
  },
  {
    words: ["completion"],
    summary: "Let the Tab key complete commands, flags and their words",
    description:
      "Prints what your shell has to read. It asks this command what fits, so there is nothing to renew later.",
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
