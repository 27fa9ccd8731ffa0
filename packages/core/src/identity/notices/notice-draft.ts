import type * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import { organizationById } from "../../access/organizations.ts"
import { noAttention, readAttention } from "../../attention/index.ts"
import type { BudgetCommitments } from "../../changes/organization.ts"
import { runStatement } from "../../storage/index.ts"
import type { EmailDraft } from "../mail/email-draft.ts"
import { approvalNotice } from "./kinds/approval.ts"
import { brokenLoginNotice } from "./kinds/broken-login.ts"
import { conversionsStoppedNotice } from "./kinds/conversions-stopped.ts"
import { deliveryStoppedNotice } from "./kinds/delivery-stopped.ts"
import { failedTaskNotice } from "./kinds/failed-task.ts"
import { outsideChangeNotice } from "./kinds/outside-change.ts"
import { spendCapNotice } from "./kinds/spend-cap.ts"
import type { NoticeKind } from "./notice-kind.ts"
import type { NoticeName } from "./notice-names.ts"
import { subjectsAfter } from "./notice-rows.ts"

/** All kinds of notice that a schedule looks for. */
export const noticeKinds: ReadonlyArray<NoticeKind> = [
  approvalNotice,
  brokenLoginNotice,
  failedTaskNotice,
  conversionsStoppedNotice,
  deliveryStoppedNotice,
  outsideChangeNotice,
  spendCapNotice
]

const kindOf = (name: NoticeName): NoticeKind => noticeKinds.find((kind) => kind.name === name)!

/** Writes a message about an organization's notices of a kind: those after one of them, or all (null). */
export const makeNoticeDraft = Effect.map(
  Effect.context<SqlClient.SqlClient | BudgetCommitments>(),
  (context) =>
    (
      kind: NoticeName,
      organization: number,
      after: number | null
    ): Effect.Effect<EmailDraft | null, SqlError> =>
      Effect.gen(function* () {
        const found = yield* organizationById(organization)
        const attention = yield* readAttention([organization], runStatement)
        const { adPlatform, items } = attention.get(organization) ?? noAttention
        const subjects = after === null ? null : yield* subjectsAfter(organization, kind, after)
        return kindOf(kind).draft({ ...found, adPlatform }, items, subjects)
      }).pipe(Effect.provide(context))
)
