import { at, type Figure } from "./source.ts"

/* Figures that no code defines. A new one belongs here only with a reason; a figure of the code belongs beside it. */

/** Promises and conventions: people keep them. */
const promised: ReadonlyArray<Figure> = [
  ...at(
    "SECURITY.md",
    "Until 1.0, only",
    "for 12 months",
    "within 3 working days",
    "at most 14 days, others at most 90",
    "announced 12 months before"
  ),
  ...at("CONTRIBUTING.md", "about 60 to 120 lines", "takes more than ten seconds")
]

/** Advice to readers about their own programs and machines. */
const advised: ReadonlyArray<Figure> = [
  ...at("docs/concepts/tasks.md", "Poll every two to five seconds"),
  ...at("docs/concepts/notifications.md", "older than five minutes"),
  ...at("docs/operations.md", "the days people look at (the last 90)"),
  ...at("docs/operations/observability.md", "(above 0.9: add hosts)"),
  ...at("docs/deployment.md", "with mode 600")
]

/** Facts of other products. */
const others: ReadonlyArray<Figure> = [
  ...at(
    "docs/guides/connect-google-ads.md",
    "| Test | test accounts | 15,000 |",
    "| Explorer | real ones too | 2,880 |",
    "| Basic | real ones too | 15,000 |",
    "each refresh token after seven days"
  ),
  ...at("packages/emulator/README.md", "(Google: up to 180)", "Google's limits of 30 days and 10,000 rows"),
  ...at("docs/operations/poolers-and-replicas.md", "Debian 12 has 1.18"),
  ...at(
    "docs/architecture/dependencies.md",
    "3.22 is the line",
    "pipelines statements since 8.23",
    "maintained since 2011",
    "from 24.7 on, and we support 22.18",
    "5.9 parses for scripts, since 7 has no stable API"
  ),
  ...at("docs/architecture/tables.md", "exceed 2^53"),
  ...at("docs/operations/citus.md", "exceed 2^53")
]

/** Results of a run in a paragraph that does not name the command. */
const measured: ReadonlyArray<Figure> = [
  ...at(
    "docs/operations/poolers-and-replicas.md",
    "PgBouncer 1.18.0, and with named statements with 1.24.1 and 1.25.2"
  ),
  ...at(
    "docs/deployment.md",
    "The image adds 113 MB",
    "podman-compose 1.6",
    "`kubernetes-models` 5.1",
    "`docker-compose` 1.29"
  ),
  ...at("docs/releasing.md", "It takes ten to fifteen minutes"),
  ...at("packages/emulator/README.md", "with 1.1 million search-term rows")
]

/** Arithmetic, examples and rules of several parts of the code. */
const explained: ReadonlyArray<Figure> = [
  ...at("docs/concepts/insight.md", "add up to 100%"),
  ...at("docs/concepts/money.md", "(1 − p/100)", "(1 + p/100)"),
  ...at("docs/concepts/audit.md", "last four characters of the key"),
  ...at("docs/guides/budget-change.md", '"Raise to $110.00"'),
  ...at("docs/operations/citus.md", "again within ten minutes"),
  // packages/client/test/size.test.ts measures it.
  ...at("packages/client/README.md", "8 KiB in a bundle"),
  ...at(
    "packages/emulator/README.md",
    "any free port on 127.0.0.1",
    "| `quota` | 429 `",
    "| `internal` | 500 `"
  ),
  ...[
    "5550000001 Northwind",
    "5550000002 Fabrikam",
    "5550000003 Contoso",
    "5550000004 Wingtip",
    "5550000009 Blue Team"
  ].flatMap((account) => at("packages/emulator/README.md", account))
]

/** Returns the figures of the pages that no code defines. */
export const writtenFigures: ReadonlyArray<Figure> = [
  ...promised,
  ...advised,
  ...others,
  ...measured,
  ...explained
]

/** Pages whose sections state results of a run and name the command. */
export const measuredPages = [
  "docs/architecture/performance.md",
  "docs/architecture/growth.md",
  "docs/reference/detectors.md"
]

/** Pages with a test of their own for all of their figures: `scripts/test/request-paths.test.ts`. */
export const pagesWithOwnTest = ["docs/architecture/request-paths.md"]
