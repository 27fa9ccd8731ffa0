/*
 * The whole command as a checkout and the tests run it: the CLI with the operator's commands beside it. An installation
 * starts with the bin of @adwarden/cli, which looks for this package.
 */
import { run } from "@adwarden/cli/run"

await run(() => import("./index.ts"))
