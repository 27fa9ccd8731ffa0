import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["packages/*/test/**/*.test.ts", "scripts/test/*.test.mjs", "bench/test/*.test.ts"],
    globalSetup: ["packages/core/test/support/postgres-server.ts"],
    // Every file has its own database, so files run side by side; more workers than cores only slow them down.
    pool: "forks",
    testTimeout: 20_000,
    hookTimeout: 30_000
  }
})
