import { BaseSequencer, type TestSpecification } from "vitest/node"

/**
 * The slowest test files, slowest first. They start first, so that no worker runs one of them alone at the
 * end. Of the first four, only one needs the demo world, for which the others would wait. Unlisted files follow
 * in vitest's own order and only cost time.
 */
const longest = [
  "packages/web/test/dashboard/in-chromium.test.ts",
  "packages/server/test/operations.test.ts",
  "scripts/test/packages.test.ts",
  "packages/server/test/dev.test.ts",
  "packages/server/test/guides.test.ts",
  "packages/web/test/dashboard/jobs-in-chromium.test.ts",
  "packages/cli/test/reference-calls.test.ts",
  "packages/core/test/insight/recommendations/drafts.test.ts",
  "packages/core/test/tasks/killed-while-generating.test.ts",
  "packages/mcp/test/clients.test.ts",
  "packages/web/test/in-chromium.test.ts",
  "packages/core/test/campaigns/outside-changes.test.ts",
  "bench/test/bench.test.ts",
  "packages/core/test/tasks/faults.test.ts",
  "packages/core/test/pipeline/authorization.test.ts",
  "packages/web/test/hostile-forms.test.ts",
  "packages/core/test/campaigns/emergency-stop.test.ts",
  "packages/server/test/service-address.test.ts",
  "packages/core/test/drafts/create.test.ts",
  "packages/core/test/changes/undo-platform.test.ts",
  "packages/cli/test/api.test.ts",
  "packages/server/test/json.test.ts",
  "packages/web/test/dashboard/pages.test.ts",
  "packages/core/test/insight/recommendations/apply-paths.test.ts",
  "packages/cli/test/session/login.test.ts",
  "packages/embedded-postgres/test/embedded.test.ts",
  "packages/core/test/campaigns/delivery.test.ts",
  "packages/server/test/refusals.test.ts",
  "packages/server/test/accounts.test.ts",
  "packages/server/test/surfaces/drafts.test.ts",
  "packages/core/test/changes/frozen-peer.test.ts",
  "packages/web/test/oauth/consent-in-chromium.test.ts",
  "packages/core/test/changes/undo.test.ts",
  "packages/web/test/second-factor.test.ts",
  "packages/web/test/dashboard/confirmation.test.ts",
  "packages/core/test/outbound/hostile/hostile.test.ts",
  "packages/web/test/dashboard/outside-changes.test.ts",
  "packages/core/test/administration.test.ts",
  "packages/server/test/serve.test.ts",
  "packages/core/test/platform/resume.test.ts",
  "packages/cli/test/mcp-bridge-revisions.test.ts",
  "packages/mcp/test/response-size.test.ts",
  "packages/server/test/operator-starts.test.ts",
  "packages/rest/test/long-audit-export.test.ts",
  "packages/core/test/outbound/isolated.test.ts",
  "packages/core/test/campaigns/channels.test.ts",
  "packages/server/test/sync.test.ts",
  "packages/server/test/secrets-rotate.test.ts",
  "packages/web/test/sign-in.test.ts",
  "packages/core/test/drafts/ads.test.ts",
  "scripts/test/components.test.ts",
  "packages/core/test/changes/crash.test.ts",
  "packages/core/test/platform/drift.test.ts",
  "packages/server/test/surfaces/parity.test.ts",
  "packages/core/test/campaigns/push/crash.test.ts",
  "packages/core/test/pipeline/outage.test.ts",
  "packages/core/test/platform/sync.test.ts",
  "packages/cli/test/mcp-bridge.test.ts",
  "packages/emulator/test/third-party.test.ts",
  "packages/client/test/waiting.test.ts",
  "packages/core/test/campaigns/people-writes.test.ts",
  "packages/core/test/drafts/language-model.test.ts",
  "packages/core/test/campaigns/keyword-edits.test.ts",
  "packages/server/test/database-outage.test.ts",
  "packages/server/test/killed-accept.test.ts",
  "packages/core/test/changes/state-platform.test.ts",
  "packages/client/test/packed.test.ts",
  "packages/core/test/tasks/fairness.test.ts",
  "packages/core/test/storage/migrations.test.ts",
  "packages/server/test/draft-fixes.test.ts",
  "packages/cli/test/session/in-chromium.test.ts",
  "packages/core/test/changes/broken-login.test.ts"
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
