import { formatted } from "../../packages/client/scripts/generator/format.ts"
import { cliPage, cliPages } from "./cli.ts"
import { clientExamplesModule, clientPage, clientPages } from "./client.ts"
import { configurationPage } from "./configuration.ts"
import { decisionsPage } from "./decisions.ts"
import { limitsPage } from "./limits.ts"
import { errorsPage, operationPages, operationsPage, scopesPage } from "./reference.ts"

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
    ["docs/reference/limits.md", limitsPage()] as const,
    ["docs/reference/cli.md", cliPage()] as const,
    ["docs/reference/client.md", clientPage()] as const,
    ["docs/decisions/README.md", decisionsPage()] as const,
    ...Object.entries(generatedFolders).flatMap(([folder, pages]) =>
      pages().map(([name, text]) => [`${folder}/${name}.md`, text] as const)
    )
  ]
    .map(([file, text]): { readonly file: string; readonly text: string } => ({ file, text: `${text}\n` }))
    .concat(formattedExamples())

/** The examples of the client as a module. The project's formatter writes it as it checks it. */
const formattedExamples = () =>
  [...formatted(new Map([["reference-examples.ts", clientExamplesModule()]]))].map(([name, text]) => ({
    file: `packages/client/test/support/${name}`,
    text
  }))
