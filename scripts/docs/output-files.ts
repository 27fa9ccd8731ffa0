import { formatted } from "../../packages/client/scripts/generator/format.ts"
import { callsModule } from "./calls.ts"
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

/** The examples as modules. The project's formatter writes them as it checks them. */
const formattedExamples = () => {
  const folders: Readonly<Record<string, string>> = {
    "reference-examples.ts": "packages/client/test/support",
    "calls.generated.ts": "packages/http-host/src/docs"
  }
  const texts = [clientExamplesModule(), callsModule()]
  const files = new Map(Object.keys(folders).map((name, index) => [name, texts[index]!]))
  return [...formatted(files)].map(([name, text]) => ({ file: `${folders[name]}/${name}`, text }))
}
