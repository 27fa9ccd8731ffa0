import * as SqlClient from "@effect/sql/SqlClient"
import { Effect, Ref } from "effect"
import { adminEndpoint, makePersonEdit, type PersonEditResult } from "../changes/person-edit.ts"
import { BusinessProfileNotReady, ValidationError } from "../contract/index.ts"
import { businessProfileStatus, readyProfile } from "../organizations/index.ts"
import type { OrganizationClearance } from "../request/clearance.ts"
import type { Endpoint } from "../request/endpoint.ts"
import { respondWith } from "../request/handler.ts"
import { CreateDraft } from "./edits/index.ts"

/** What a person can choose from for a competitor campaign. */
export interface CompetitorChoices {
  /** The competitors of the business profile, by their names. */
  readonly competitors: ReadonlyArray<string>
  /** The website of the profile, which the draft is made from. */
  readonly website: string
}

export interface CompetitorDraftStarted extends PersonEditResult {
  /** The slug of the new draft. */
  readonly campaign: string
}

/** An ad group each; more would share a budget that is small in such campaigns. */
const maxCompetitors = 6

const readChoices = (organization: number) =>
  Effect.gen(function* () {
    const profile = yield* readyProfile(organization)
    if (profile !== null) return { competitors: profile.competitors, website: profile.url }
    const status = yield* businessProfileStatus(organization)
    return yield* new BusinessProfileNotReady({ why: status === "ready" ? "none" : status })
  })

const invalid = (message: string) => new ValidationError({ fields: [{ path: "competitors", message }] })

/** Returns what is wrong with a choice: only companies that the profile names can be chosen. */
const choiceProblem = (
  chosen: ReadonlyArray<string>,
  { competitors }: CompetitorChoices
): ValidationError | null => {
  if (competitors.length === 0)
    return invalid(
      "the business profile names no competitors; analyse a website that compares itself with them"
    )
  if (chosen.length === 0 || chosen.length > maxCompetitors)
    return invalid(`must have 1 to ${maxCompetitors} names`)
  const unknown = chosen.find((name) => !competitors.includes(name))
  return unknown === undefined
    ? null
    : invalid(`is not in the business profile: “${unknown}”; choose from ${competitors.join(", ")}`)
}

/** Endpoints that create a campaign from a choice of competitors, for people only. */
export const competitorEndpoints = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const runPersonEdit = yield* makePersonEdit
  const createDraft = yield* CreateDraft

  return {
    choices: (organization: string): Endpoint<CompetitorChoices> => ({
      ...adminEndpoint("competitors.choices", organization),
      run: ({ organization: { id } }: OrganizationClearance) =>
        Effect.map(readChoices(id), respondWith).pipe(Effect.provideService(SqlClient.SqlClient, sql))
    }),
    /** Creates a draft without a budget; the task that writes it starts with it. */
    create: (organization: string, chosen: ReadonlyArray<string>): Endpoint<CompetitorDraftStarted> => ({
      ...adminEndpoint("competitors.create_draft", organization),
      run: (clearance: OrganizationClearance) =>
        Effect.gen(function* () {
          const names = [...new Set(chosen)]
          const created = yield* Ref.make("")
          const kind: typeof createDraft = {
            ...createDraft,
            apply: (plan, application) =>
              Effect.tap(createDraft.apply(plan, application), ({ slug }) => Ref.set(created, slug))
          }
          const response = yield* runPersonEdit(kind, clearance, () =>
            Effect.gen(function* () {
              const choices = yield* readChoices(clearance.organization.id)
              const problem = choiceProblem(names, choices)
              if (problem !== null) return yield* problem
              return {
                website: choices.website,
                type: "competitor" as const,
                name: null,
                budget: null,
                source: null,
                focus: { keywords: [], locations: [], competitors: names }
              }
            })
          )
          const { result } = response
          if (!("output" in result)) return { ...response, result }
          return { ...response, result: { output: { ...result.output, campaign: yield* Ref.get(created) } } }
        })
    })
  }
})
