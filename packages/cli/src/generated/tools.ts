// Generated from the contract and the commands by `npm run cli:generate`. Do not edit.
import type { CommandInfo } from "../tree/command-info.ts"

export const commands: ReadonlyArray<CommandInfo> = [
  {
    words: ["mcp"],
    summary: "Serve MCP over standard input and output",
    description:
      "For desktop clients that start a program: forwards everything to the service, on behalf of the person who ran adwarden login --mcp, or with ADWARDEN_API_KEY.",
    arguments: [],
    flags: [
      {
        name: "url",
        value: "address",
        description: "URL of Adwarden; default: ADWARDEN_URL, the profile's own, or http://localhost:4280"
      },
      {
        name: "profile",
        value: "name",
        description:
          "The profile; default: ADWARDEN_PROFILE, the profile selected with profiles use, or default",
        short: "p"
      }
    ],
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
