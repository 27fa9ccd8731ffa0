import {
  type EndpointError,
  type Frame,
  type PageData,
  type PageRefused,
  Pages,
  type PipelineResponse
} from "@adwarden/core"
import type { Env, PipelineClient } from "@adwarden/http-host"
import { Effect } from "effect"
import type { Context } from "hono"
import { type BrowserRequest, isPage, type PageResponse } from "./browser-request.ts"

type Answer = PipelineResponse<unknown, EndpointError>

/** A person over the rate limit gets a frame that no request has to read. */
const frameWithoutRequest = (email: string): Frame => ({
  person: { email, name: email, timeZone: null },
  organizations: [],
  organization: null
})

/**
 * Puts the page of an error into the frame of the dashboard if a person is signed in, with the organization of the
 * address if they have access to it. Reading the frame is a request of its own, which is audited as one.
 */
export const makeErrorInFrame = (callPipeline: PipelineClient) =>
  Effect.map(Pages, (pages) => {
    const readNothing = () => Effect.succeed(null)
    const readFrame = async (
      c: Context<Env>,
      { parameters: { org } }: BrowserRequest,
      { error, person }: Answer
    ): Promise<Frame | null> => {
      if (person === null) return null
      if (error?._tag === "rate_limited") return frameWithoutRequest(person)
      const name = "pages.error"
      const endpoints = [
        ...(org === undefined ? [] : [pages.ofOrganization(name, org, readNothing)]),
        pages.ofPerson(name, readNothing)
      ]
      for (const endpoint of endpoints) {
        const { output } = await callPipeline<PageData<null>, PageRefused>(c, {
          name,
          invocation: Effect.succeed({ endpoint }),
          allowAnonymous: false
        })
        if (output !== null) return output.frame
      }
      return null
    }

    return async (
      page: PageResponse,
      response: Answer,
      { c, request }: { readonly c: Context<Env>; readonly request: BrowserRequest }
    ): Promise<PageResponse> => {
      if (!isPage(page) || page.inFrame === undefined) return page
      const frame = await readFrame(c, request, response)
      return frame === null ? page : page.inFrame(frame)
    }
  })
