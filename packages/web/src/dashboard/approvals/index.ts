import type { ApprovalReview, DecisionResult, Endpoint, PageData } from "@adwarden/core"
import {
  ApprovalFailed,
  ApprovalReviews,
  Approvals,
  NotPending,
  type PageRefused,
  Pages
} from "@adwarden/core"
import { pagePaths, routePattern } from "@adwarden/core/contract"
import { Effect } from "effect"
import type { PageRouter } from "../../kit/page-router.ts"
import { approvalsPage } from "./approval-list.ts"
import { approvalPage } from "./approval-page.ts"

const noteRequired = "Write why you reject it, so that the requester can do better."

/** The pages where people decide on queued writes. */
export const approvals = (router: PageRouter) =>
  Effect.gen(function* () {
    const pages = yield* Pages
    const reviews = yield* ApprovalReviews
    const decisions = yield* Approvals
    const path = routePattern(pagePaths.optimization(":org", ":id{qw_[0-9A-Za-z]+}"))

    const reviewEndpoint = (org: string, id: string) =>
      pages.ofOrganization("pages.approval", org, ({ clearance, read }) =>
        // The operation decides who can see queued writes; the review adds what only people see.
        Effect.zipRight(read("queued_writes.get", { queued_id: id }), reviews.review(clearance, id))
      )

    router.get(pagePaths.approvals, {
      name: "pages.approvals",
      invocation: () =>
        Effect.succeed({
          endpoint: pages.ofPerson("pages.approvals", (clearance) => reviews.pendingOf(clearance))
        }),
      render: (page) => approvalsPage(page)
    })

    router.get(path, {
      name: "pages.approval",
      invocation: ({ parameters: { id = "", org = "" } }) =>
        Effect.succeed({ endpoint: reviewEndpoint(org, id) }),
      render: (page, request) => approvalPage(page, request)
    })

    type Decided = PageData<ApprovalReview> | DecisionResult
    router.post<Decided, PageRefused | NotPending | ApprovalFailed>(path, {
      name: "approvals.decide",
      invocation: ({ parameters: { id = "", org = "" } }, form) => {
        const note = (form.get("note") ?? "").trim()
        const decision = { organization: org, id }
        const approve = form.get("decision") === "approve"
        // A rejection without a note is asked for again; nothing is decided.
        const endpoint: Endpoint<Decided, PageRefused | NotPending | ApprovalFailed> = approve
          ? decisions.approve(decision)
          : note === ""
            ? reviewEndpoint(org, id)
            : decisions.reject({ ...decision, reason: note })
        return Effect.succeed({ endpoint })
      },
      render: (outcome, request) =>
        "frame" in outcome
          ? approvalPage(outcome, request, { note: "", problem: noteRequired })
          : {
              redirect: `${pagePaths.optimization(request.parameters["org"]!, outcome.id)}?done=${outcome.status}`
            },
      // The page shows what was decided instead, and why.
      renderError: (error, { parameters: { id = "", org = "" } }) =>
        error instanceof NotPending || error instanceof ApprovalFailed
          ? { redirect: pagePaths.optimization(org, id) }
          : null
    })
  })
