import { Effect } from "effect"
import type { PageRouter } from "../kit/page-router.ts"
import { account } from "./account/index.ts"
import { activity } from "./activity/index.ts"
import { approvals } from "./approvals/index.ts"
import { campaigns } from "./campaign/index.ts"
import { changes } from "./change/index.ts"
import { components } from "./components.ts"
import { reports } from "./documents/reports.ts"
import { strategies } from "./documents/strategies.ts"
import { home, newOrganization } from "./home.ts"
import { optimizations } from "./optimizations/index.ts"
import { overview } from "./organization/overview.ts"
import { shortAddressPages, unknownPages } from "./other-addresses.ts"
import { outbox } from "./outbox.ts"
import { profile } from "./profile/index.ts"
import { search } from "./search.ts"
import { settings } from "./settings/index.ts"

/** All pages of the dashboard. */
export const dashboard = (router: PageRouter) =>
  Effect.gen(function* () {
    yield* home(router)
    yield* newOrganization(router)
    yield* approvals(router)
    yield* overview(router)
    yield* changes(router)
    yield* campaigns(router)
    yield* optimizations(router)
    yield* activity(router)
    yield* reports(router)
    yield* strategies(router)
    yield* profile(router)
    yield* settings(router)
    yield* search(router)
    yield* account(router)
    yield* components(router)
    yield* outbox(router)
    shortAddressPages(router)
    unknownPages(router)
  })
