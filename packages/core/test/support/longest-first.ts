import { BaseSequencer, type TestSpecification } from "vitest/node"

/**
 * The slowest test files, slowest first. They start first, so that no worker runs one of them alone at the
 * end. The others follow in vitest's own order. An unlisted file only costs time.
 */
const longest = [
  "packages/server/test/guides.test.ts",
  "packages/embedded-postgres/test/embedded.test.ts",
  "scripts/test/packages.test.ts",
  "packages/web/test/in-chromium.test.ts",
  "packages/server/test/dev.test.ts",
  "packages/client/test/packed.test.ts",
  "packages/core/test/campaigns/push/crash.test.ts",
  "packages/web/test/oauth/consent-in-chromium.test.ts",
  "packages/demo/test/fill.test.ts",
  "packages/core/test/drafts/worker.test.ts",
  "packages/core/test/changes/crash.test.ts",
  "packages/server/test/backup.test.ts",
  "packages/cli/test/session/in-chromium.test.ts",
  "packages/server/test/json.test.ts",
  "bench/test/bench.test.ts",
  "packages/rest/test/long-audit-export.test.ts",
  "packages/core/test/drafts/ads.test.ts",
  "packages/core/test/tasks/faults.test.ts",
  "packages/server/test/refusals.test.ts",
  "packages/emulator/test/third-party.test.ts",
  "packages/emulator/test/traffic.test.ts"
]

const rank = ({ moduleId }: TestSpecification): number => {
  const place = longest.findIndex((file) => moduleId.endsWith(`/${file}`))
  return place === -1 ? longest.length : place
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}
