import { readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "../root.ts"

/** The name in the MCP registry, which the package on npm has too. */
interface CliManifest {
  readonly name: string
  readonly version: string
  readonly mcpName: string
}

/** server.json: what the MCP registry and the directories that read it say about Adwarden. */
export const serverJson = (): string => {
  const file = join(root, "packages/cli/package.json")
  const { mcpName, name, version } = JSON.parse(readFileSync(file, "utf8")) as CliManifest
  const repository = "https://github.com/adwarden/adwarden"
  const pictures = "https://raw.githubusercontent.com/adwarden/adwarden/main/docs/pictures"
  const key = "An API key; leave it out to sign in with adwarden login --mcp"
  return JSON.stringify(
    {
      $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
      name: mcpName,
      title: "Adwarden",
      description: "Manage Google Ads campaigns within limits: previews, approvals, an audit trail and undo",
      version,
      websiteUrl: `${repository}#readme`,
      repository: { url: repository, source: "github" },
      icons: [
        { src: `${pictures}/icon.svg`, mimeType: "image/svg+xml", sizes: ["any"] },
        { src: `${pictures}/icon.png`, mimeType: "image/png", sizes: ["128x128"] }
      ],
      packages: [
        {
          registryType: "npm",
          identifier: name,
          version,
          runtimeHint: "npx",
          transport: { type: "stdio" },
          packageArguments: [{ type: "positional", value: "mcp" }],
          environmentVariables: [
            { name: "ADWARDEN_URL", description: "The address of your service", isRequired: true },
            { name: "ADWARDEN_API_KEY", description: key, isSecret: true }
          ]
        }
      ],
      // Everybody runs a service of their own, so the address is a question.
      remotes: [
        {
          type: "streamable-http",
          url: "https://{host}/mcp",
          variables: {
            host: {
              description: "The host name of your service",
              placeholder: "ads.example.com",
              isRequired: true
            }
          }
        }
      ]
    },
    null,
    2
  )
}
