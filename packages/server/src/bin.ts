/**
 * The whole command as a checkout and the tests run it: the CLI and the server commands. An installation starts with
 * the bin of @adwarden/cli, which loads this package.
 */
import { run } from "@adwarden/cli/run"

await run(() => import("./index.ts"))
