import {
  ApprovalFailed,
  ApprovalReviews,
  Approvals,
  type DecisionResult,
  type Endpoint,
  Figures,
  NotPending,
  type PageData,
  type PageRefused,
  Pages
} from "@adwarden/core"
import { pagePaths, routePattern } from "@adwarden/core/contract"
import { Effect } from "effect"
import { formProblems } from "../../kit/forms.ts"
import { formPage } from "../../kit/page.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { changeOfForm } from "../change/previewed-change.ts"
import { approvalsPage } from "./approval-list.ts"
import { type ApprovalPageData, approvalPage } from "./approval-page.ts"
import { type OwnChange, readSameGoal } from "./review-checks.ts"
import { readReasonTest, readStakes } from "./stakes.ts"

const outdated =
  "It is out of date: the campaign has changed since it was sent. Send it again as it is needed now."
const noteRequired = "Write why you reject it, so that the requester can do better."

/** The pages where people decide on queued writes. */
export const approvals = (router: PageRouter) =>
  Effect.gen(function* () {
    const pages = yield* Pages
    const reviews = yield* ApprovalReviews
    const decisions = yield* Approvals
    const figures = yield* Figures
    const path = routePattern(pagePaths.optimization(":org", ":id{qw_[0-9A-Za-z]+}"))

    const reviewEndpoint = (org: string, id: string) =>
      pages.ofOrganization("pages.approval", org, (reader) =>
        Effect.gen(function* () {
          // The operation decides who can see queued writes; the review adds what only people see.
          yield* reader.read("queued_writes.get", { queued_id: id })
          const review = yield* reviews.review(reader.clearance, id)
          const test = yield* readReasonTest(review, reader, figures)
          return yield* Effect.all(
            {
              review: Effect.succeed(review),
              test: Effect.succeed(test),
              sameGoal: readSameGoal(review, reader),
              stakes: readStakes(review, reader, test)
            },
            { concurrency: "unbounded" }
          )
        })
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

    type Decided = PageData<ApprovalPageData> | DecisionResult | OwnChange | null
    router.post<Decided, PageRefused | NotPending | ApprovalFailed>(path, {
      name: "approvals.decide",
      invocation: ({ parameters: { id = "", org = "" } }, form) => {
        const own = form.get("decision") === "own" ? changeOfForm(org, form) : null
        // Only what the page could preview: the hash then refuses anything else.
        if (own?.operation.effect === "guarded") return Effect.succeed(own)
        const note = (form.get("note") ?? "").trim()
        const decision = { organization: org, id }
        if (form.get("decision") === "comment")
          return Effect.succeed({
            endpoint: decisions.comment({ ...decision, text: form.get("comment") ?? "" })
          })
        const approve = form.get("decision") === "approve"
        const reason = note === "" && form.get("decision") === "close" ? outdated : note
        // A rejection without a note is asked for again; nothing is decided.
        const endpoint: Endpoint<Decided, PageRefused | NotPending | ApprovalFailed> = approve
          ? decisions.approve(decision)
          : reason === ""
            ? reviewEndpoint(org, id)
            : decisions.reject({ ...decision, reason })
        return Effect.succeed({ endpoint })
      },
      render: (outcome, request) => {
        const { id = "", org = "" } = request.parameters
        if (outcome === null)
          return { redirect: `${pagePaths.optimization(org, id)}?done=commented#comments` }
        if ("frame" in outcome) return approvalPage(outcome, request, { note: "", problem: noteRequired })
        const done = "status" in outcome && "id" in outcome ? outcome.status : "own"
        return { redirect: `${pagePaths.optimization(org, id)}?done=${done}` }
      },
      showAgain: (error, request, form) => {
        const refused = form.get("decision") === "own" ? formProblems(error) : null
        const { id = "", org = "" } = request.parameters
        const [problem] =
          form.get("decision") === "comment" ? (formProblems(error, { comment: "The comment" }) ?? []) : []
        if (problem !== undefined) {
          const comment = { value: form.get("comment") ?? "", problem: problem.message }
          return formPage(reviewEndpoint(org, id), (page) => approvalPage(page, request, { comment }))
        }
        return refused === null
          ? null
          : formPage(reviewEndpoint(org, id), (page) => approvalPage(page, request, { refused }))
      },
      // The page shows what was decided instead, and why.
      renderError: (error, { parameters: { id = "", org = "" } }) =>
        error instanceof NotPending || error instanceof ApprovalFailed
          ? { redirect: pagePaths.optimization(org, id) }
          : null
    })
  })
