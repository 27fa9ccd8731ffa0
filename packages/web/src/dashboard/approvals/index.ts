import {
  ApprovalFailed,
  type ApprovalReview,
  ApprovalReviews,
  CampaignAdministration,
  type DecisionResult,
  DraftContents,
  type Endpoint,
  Figures,
  Live,
  launchLines,
  NotPending,
  type OrganizationPageReader,
  type PageData,
  type PageRefused
} from "@adwarden/core"
import { pagePaths, ValidationError } from "@adwarden/core/contract"
import { Effect } from "effect"
import { makeAdministrationForm } from "../../kit/administration-form.ts"
import { organizationFile, organizationPage, personPage, together } from "../../kit/dashboard-page.ts"
import type { BrowserRequest } from "../../kit/page.ts"
import { formsByAction, pageForm } from "../../kit/page-form.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { mostRows } from "../../kit/table-file.ts"
import { changeOfForm } from "../change/previewed-change.ts"
import { approvalsContent, approvalsFile, asksForDecided, decidedShown } from "./approval-list.ts"
import { approvalContent } from "./approval-page.ts"
import { readSameGoal } from "./review-checks.ts"
import { readReasonTest, readStakes } from "./stakes.ts"

const outdated =
  "It is out of date: the campaign has changed since it was sent. Send it again as it is needed now."

/** Refuses a change of a person's own that the page did not preview. */
const noChange = (org: string): Endpoint<never> => ({
  name: "approvals.decide",
  admits: "members",
  organization: org,
  role: null,
  run: () =>
    Effect.fail(
      new ValidationError({
        fields: [{ path: "operation", message: "must be one that this page previewed" }]
      })
    )
})

const decisionOf = ({ parameters: { id = "" } }: BrowserRequest) => ({ id })
const noteOf = (sent: URLSearchParams): string => (sent.get("note") ?? "").trim()

/** The pages where people decide on queued writes. */
export const approvals = (router: PageRouter) =>
  Effect.gen(function* () {
    const reviews = yield* ApprovalReviews
    const administration = yield* CampaignAdministration
    const administrationForm = yield* makeAdministrationForm
    const figures = yield* Figures
    const drafts = yield* DraftContents
    const live = yield* Live

    /** What a first launch would say, for the person who decides on it; null for every other request. */
    const readLaunchLines = ({ input, operation, write }: ApprovalReview, reader: OrganizationPageReader) =>
      write.campaign === null || operation !== "campaigns.set_state" || input["state"] !== "live"
        ? Effect.succeed(null)
        : drafts.read(reader.clearance, write.campaign.slug).pipe(
            Effect.map(({ editable, launch }) => (editable ? launchLines(launch) : null)),
            Effect.catchTag("not_found", () => Effect.succeed(null))
          )

    const readReview = (reader: OrganizationPageReader, id: string) =>
      Effect.gen(function* () {
        // The operation decides who can see queued writes; the review adds what only people see.
        yield* reader.read("queued_writes.get", { queued_id: id })
        const review = yield* reviews.review(reader.clearance, id)
        const test = yield* readReasonTest(review, reader, figures)
        return yield* together({
          review: Effect.succeed(review),
          test: Effect.succeed(test),
          sameGoal: readSameGoal(review, reader),
          stakes: readStakes(review, reader, test),
          lines: readLaunchLines(review, reader)
        })
      })

    router.events(pagePaths.liveOwn, {
      name: "pages.live",
      endpoint: ({ session }) => live.followOwn(session ?? "")
    })
    personPage(router, {
      path: pagePaths.approvals,
      name: "pages.approvals",
      place: "approvals",
      read: (clearance, request) =>
        asksForDecided(request) ? reviews.decidedOf(clearance, decidedShown) : reviews.pendingOf(clearance),
      file: ({ data }) => approvalsFile("approvals", data),
      render: approvalsContent
    })

    organizationFile(router, {
      path: pagePaths.queue(":org"),
      name: "pages.approvals",
      // The operation decides who can see queued writes.
      read: ({ clearance, read }) =>
        Effect.zipRight(
          read("queued_writes.list", { limit: 1 }),
          Effect.all([reviews.pendingIn(clearance), reviews.decidedIn(clearance, mostRows)])
        ),
      file: ({ data, organization: { slug } }) => approvalsFile(`${slug}-approvals`, data.flat())
    })

    // The page shows what was decided instead, and why.
    const refused = (error: unknown, { org, parameters: { id = "" } }: BrowserRequest) =>
      error instanceof NotPending || error instanceof ApprovalFailed
        ? { redirect: pagePaths.optimization(org, id) }
        : null
    organizationPage(router, {
      path: pagePaths.optimization(":org", ":id{qw_[0-9A-Za-z]+}"),
      name: "pages.approval",
      place: "optimizations",
      read: (reader, { parameters: { id = "" } }) => readReview(reader, id),
      forms: formsByAction("approvals.decide", {
        approve: administrationForm("approvals.approve", {
          values: decisionOf,
          ownErrorPage: true,
          done: ({ status }) => status,
          refused
        }),
        reject: pageForm({
          // Without a note nothing is decided; the page asks for it.
          endpoint: (request, sent): Endpoint<DecisionResult | PageData<null>, NotPending | PageRefused> =>
            noteOf(sent) === ""
              ? router.pages.ofOrganization("pages.approval", request.org, () => Effect.succeed(null))
              : administration["approvals.reject"](request.org, {
                  ...decisionOf(request),
                  reason: noteOf(sent)
                }),
          done: (outcome) => ("status" in outcome ? outcome.status : { show: "note required" as const }),
          refused
        }),
        close: administrationForm("approvals.reject", {
          values: (request, sent) => ({ ...decisionOf(request), reason: noteOf(sent) || outdated }),
          ownErrorPage: true,
          done: ({ status }) => status,
          refused
        }),
        comment: administrationForm("approvals.comment", {
          values: decisionOf,
          done: "commented#comments",
          refused
        }),
        own: pageForm({
          endpoint: ({ org }, sent) => {
            // Only what the page could preview: the hash then refuses anything else.
            const own = changeOfForm(org, sent)
            return own?.operation.effect === "guarded" ? own : noChange(org)
          },
          labels: { operation: "The change" },
          done: "own"
        })
      }),
      render: approvalContent
    })
  })
