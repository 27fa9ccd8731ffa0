import { formatted } from "../../packages/client/scripts/generator/format.ts"
import { callsModule } from "./calls.ts"
import { cliPage, cliPages } from "./cli.ts"
import { clientExamplesModule, clientPage, clientPages } from "./client.ts"
import { configurationPage } from "./configuration.ts"
import { dashboardPage } from "./dashboard.ts"
import { decisionsPage } from "./decisions.ts"
import { privacyPage, reviewersPage } from "./directories.ts"
import { limitsPage } from "./limits.ts"
import { errorsPage, operationPages, operationsPage, scopesPage } from "./reference.ts"
import { serverJson } from "./server-json.ts"

type Pages = ReadonlyArray<readonly [name: string, text: string]>

/** The folders in which every page is generated: those that are no longer written are removed. */
export const generatedFolders: Readonly<Record<string, () => Pages>> = {
  "docs/reference/operations": operationPages,
  "docs/reference/cli": cliPages,
  "docs/reference/client": clientPages
}

/** Every generated page with its expected text. */
export const docsOutputFiles = (): ReadonlyArray<{ readonly file: string; readonly text: string }> =>
  [
    ["docs/reference/operations.md", operationsPage()] as const,
    ["docs/reference/errors.md", errorsPage()] as const,
    ["docs/reference/scopes.md", scopesPage()] as const,
    ["docs/reference/configuration.md", configurationPage()] as const,
    ["docs/reference/dashboard.md", dashboardPage()] as const,
    ["docs/reference/limits.md", limitsPage()] as const,
    ["docs/reference/privacy.md", privacyPage()] as const,
    ["docs/reference/reviewers.md", reviewersPage()] as const,
    ["docs/reference/cli.md", cliPage()] as const,
    ["docs/reference/client.md", clientPage()] as const,
    ["docs/decisions/README.md", decisionsPage()] as const,
    ...Object.entries(generatedFolders).flatMap(([folder, pages]) =>
      pages().map(([name, text]) => [`${folder}/${name}.md`, text] as const)
    )
  ]
    .map(([file, text]): { readonly file: string; readonly text: string } => ({ file, text: `${text}\n` }))
    .concat(formattedFiles())

/** What is no page. The project's formatter writes it as it checks it. */
const formattedFiles = () => {
  const written: Readonly<Record<string, readonly [path: string, text: string]>> = {
    "reference-examples.ts": ["packages/client/test/support/reference-examples.ts", clientExamplesModule()],
    "calls.generated.ts": ["packages/http-host/src/docs/calls.generated.ts", callsModule()],
    "server.json": ["server.json", serverJson()]
  }
  const files = new Map(Object.entries(written).map(([name, [, text]]) => [name, text]))
  return [...formatted(files)].map(([name, text]) => ({ file: written[name]![0], text }))
}
