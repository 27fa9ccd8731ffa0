import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["packages/*/test/**/*.test.ts", "scripts/test/*.test.{mjs,ts}", "bench/test/*.test.ts"],
    globalSetup: ["packages/core/test/support/postgres-server.ts"],
    // Every file has its own database, so files run side by side. By itself vitest leaves a core free, which on two
    // cores means one file at a time, and most of them wait for processes and databases rather than compute.
    pool: "forks",
    maxWorkers: Math.max(2, availableParallelism()),
    minWorkers: 1,
    testTimeout: 20_000,
    hookTimeout: 30_000
  }
})
