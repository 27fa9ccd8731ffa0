import type * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Schema } from "effect"
import { underOrganizationLock } from "../access/organizations.ts"
import {
  type Campaign,
  campaignById,
  findDraft,
  notWrittenProblem,
  pageKey,
  readAdPartsOf,
  readDraftContent,
  readLineContext,
  storeLandingPages,
  storeLineContext
} from "../campaigns/index.ts"
import {
  backgroundTask,
  defineEdit,
  type PlanContext,
  type Planned,
  type Restorable
} from "../changes/edit.ts"
import { renderSubject } from "../log/sentence.ts"
import type { SiteReader } from "../outbound/index.ts"
import { TaskFailed } from "../tasks/failures.ts"
import { defineTask, registerTaskKind, type TaskKind } from "../tasks/task-kinds.ts"
import { pagesOf } from "./copy/facts.ts"
import { readBusinessFacts } from "./writing/business.ts"
import { readNamedPages } from "./writing/given.ts"

/* Reads the pages that the lines of a campaign rest on: of an earlier version, of an imported one, or after a new landing page. */

/** Reads the pages of a campaign and stores their text, with what its lines may name. */
export const readDraftPages = (organization: number, campaign: number) =>
  Effect.gen(function* () {
    const draft = yield* findDraft(organization, campaign)
    if (draft === null || draft.removed) return null
    const { sitelinks } = yield* readDraftContent(organization, campaign)
    const ads = yield* readAdPartsOf(organization, campaign)
    const urls = [...new Set([...ads, ...sitelinks].map(({ url }) => url))]
    // An imported campaign has no website of its own: its ads lead to it.
    const { facts } = yield* readBusinessFacts(organization, draft.website || (urls[0] ?? ""), {})
    const named = yield* readNamedPages(urls, pagesOf(facts))
    const read = urls.flatMap((url) => {
      const page = named.read.get(pageKey(url))
      return page === undefined ? [] : [{ ...page, url }]
    })
    yield* underOrganizationLock(
      organization,
      Effect.gen(function* () {
        const known = yield* readLineContext(organization, campaign)
        yield* storeLandingPages(organization, campaign, read)
        yield* storeLineContext(organization, campaign, {
          ...facts.lineContext,
          confirmed: known?.confirmed ?? []
        })
      })
    )
    return { slug: draft.slug, read: read.map(({ url }) => url), unread: [...named.unread.keys()] }
  })

const pagesTask = defineTask("landing_pages", Schema.Struct({}))

export const pagesKind = registerTaskKind(
  pagesTask,
  Effect.map(Effect.context<SqlClient.SqlClient | SiteReader>(), (context) => {
    const kind: TaskKind<typeof pagesTask.schema.Type> = {
      run: ({ campaign, organization, setStage }) =>
        Effect.gen(function* () {
          yield* setStage("Reading the landing pages.")
          const done = yield* readDraftPages(organization, campaign!)
          if (done === null)
            return yield* new TaskFailed({ reason: "task_error", message: "The draft was discarded." })
          return { campaign: done.slug, read: done.read, unread: done.unread }
        }).pipe(Effect.provide(context)),
      onFailure: () => Effect.void
    }
    return kind
  })
)

const kind = { kind: "draft.read_pages", version: 1 } as const
const Input = Schema.Struct({ campaign: Schema.Int })
const Trace = Schema.Struct({ campaign: Schema.Int, slug: Schema.String })

interface ReadPagesPlan extends Planned {
  readonly campaign: Campaign
}

/** Has the pages of a draft read in the background. It changes no line. */
export const readPagesEdit = defineEdit({
  ...kind,
  input: Input,
  trace: Trace,
  plan: (context: PlanContext, { campaign: id }: typeof Input.Type) =>
    Effect.gen(function* () {
      const campaign = yield* campaignById(context, id)
      const { written } = yield* readDraftContent(context.clearance.organization.id, id)
      const plan: ReadPagesPlan = {
        campaign,
        sentence: {
          subject: "Landing pages",
          of: campaign.slug,
          did: `Had the landing pages of ${campaign.slug} read again`
        },
        hashedContent: { read_pages: id },
        affectedKeys: [`campaign/${id}/pages`],
        moves: [],
        stopsSpend: false,
        refusal: notWrittenProblem(written),
        empty: false
      }
      return plan
    }),
  apply: ({ campaign: { id, slug } }: ReadPagesPlan) => Effect.succeed({ campaign: id, slug }),
  route: ({ campaign }: ReadPagesPlan) => ({
    to: "local" as const,
    work: [backgroundTask(pagesTask, {}, campaign.id)]
  }),
  accompanies: true,
  describe: (_context: PlanContext, { slug }: typeof Trace.Type) =>
    Effect.succeed(renderSubject({ subject: "Landing pages", of: slug })),
  // An undo may restore another landing page, which is then read.
  restorable: (
    _context: PlanContext,
    trace: typeof Trace.Type
  ): Effect.Effect<Restorable<typeof Trace.Type>> => Effect.succeed({ standing: trace, lost: [] }),
  reverse: ({ campaign }: typeof Trace.Type) => ({ ...kind, input: { campaign } })
})
