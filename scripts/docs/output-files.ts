import { attacksPage } from "../guards/page.ts"
import { mutantsPage } from "../mutants/page.ts"
import { cliPage } from "./cli.ts"
import { configurationPage } from "./configuration.ts"
import { decisionsPage } from "./decisions.ts"
import { errorsPage, operationsPage, scopesPage } from "./reference.ts"

/** Every generated page with its expected text. */
export const docsOutputFiles = (): ReadonlyArray<{ readonly file: string; readonly text: string }> =>
  Object.entries({
    "docs/reference/operations.md": operationsPage,
    "docs/reference/errors.md": errorsPage,
    "docs/reference/scopes.md": scopesPage,
    "docs/reference/configuration.md": configurationPage,
    "docs/reference/cli.md": cliPage,
    "docs/reference/attacks.md": attacksPage,
    "docs/reference/mutants.md": mutantsPage,
    "docs/decisions/README.md": decisionsPage
  }).map(([file, page]) => ({ file, text: `${page()}\n` }))
