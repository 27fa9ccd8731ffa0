import { createHash, randomBytes } from "node:crypto"
import { DatabaseSync } from "node:sqlite"
import type { Plan } from "../gaql/plan.ts"
import { decodeMessage } from "../protocol/decode.ts"
import { refuse } from "../protocol/errors.ts"
import { type Body, isObject, text } from "../protocol/json.ts"
import { camelCase } from "../schema/index.ts"
import type { Resource } from "../state/store.ts"
import type { World } from "../world.ts"
import { json } from "./respond.ts"

/** Google's fixed page size. */
const pageRows = 10_000
const storedQueries = 50

const fieldMask = ({ select }: Plan): string =>
  select.map(({ name }) => name.split(".").map(camelCase).join(".")).join(",")

export const search = (world: World, customer: Resource, payload: unknown, requestId: string): Response => {
  const request = decodeMessage("services.SearchGoogleAdsRequest", payload)
  if (request["pageSize"] !== undefined && request["pageSize"] !== 0) {
    refuse(
      { requestError: "PAGE_SIZE_NOT_SUPPORTED" },
      "Setting the page size is not supported. Search Responses will have fixed page size of '10000' rows.",
      [{ fieldName: "page_size" }]
    )
  }
  const settings = isObject(request["searchSettings"]) ? request["searchSettings"] : {}
  if (settings["returnSummaryRow"] === true) {
    refuse(
      { requestError: "CANNOT_RETURN_SUMMARY_ROW_FOR_REQUEST_WITHOUT_METRICS" },
      "The emulator returns no summary rows."
    )
  }
  const queryKey = createHash("sha256")
    .update(`${customer.customerId}\n${text(request, "query")}`)
    .digest("base64url")
  const token = text(request, "pageToken")
  if (token !== "") return json(readPage(world, token, queryKey), 200, requestId)
  const plan = world.plan(customer, text(request, "query"))
  if (request["validateOnly"] === true) return json({}, 200, requestId)
  const counted = settings["returnTotalResultsCount"] === true
  const shown = settings["omitResults"] !== true
  return json(firstPage(world, customer, plan, queryKey, counted, shown), 200, requestId)
}

/** Stores all pages when the query runs, so that later pages show the same state. */
const firstPage = (
  world: World,
  customer: Resource,
  plan: Plan,
  queryKey: string,
  counted: boolean,
  shown: boolean
): Body => {
  const rows = world.read(customer, plan)
  const mask = fieldMask(plan)
  const first = takeRows(rows, pageRows)
  let total = first.length
  let nextPageToken: string | undefined
  if (first.length === pageRows) {
    world.database.atomically(() => {
      forgetOldPages(world)
      for (let page = takeRows(rows, pageRows), own = newToken(); page.length > 0; ) {
        nextPageToken ??= own
        total += page.length
        const following = page.length === pageRows ? takeRows(rows, pageRows) : []
        const next = following.length > 0 ? newToken() : undefined
        writePage(world, own, queryKey, next, { results: page as never, fieldMask: mask })
        page = following
        own = next ?? own
      }
    })
  }
  return {
    ...(shown && first.length > 0 ? { results: first as never } : {}),
    ...(nextPageToken === undefined ? {} : { nextPageToken }),
    ...(counted ? { totalResultsCount: String(total) } : {}),
    fieldMask: mask
  }
}

const newToken = () => randomBytes(24).toString("base64url")

const takeRows = (rows: Iterator<Body>, count: number): Body[] => {
  const taken: Body[] = []
  while (taken.length < count) {
    const { value, done } = rows.next()
    if (done) break
    taken.push(value)
  }
  return taken
}

const writePage = (
  world: World,
  token: string,
  queryKey: string,
  next: string | undefined,
  body: Body
): void => {
  world.database.sql
    .prepare("INSERT INTO result_page VALUES (?, ?, ?, ?, ?)")
    .run(token, queryKey, next ?? null, JSON.stringify(body), Date.now())
}

const readPage = (world: World, token: string, queryKey: string): Body => {
  const row = world.database.sql.prepare("SELECT * FROM result_page WHERE token = ?").get(token)
  if (row?.["query_key"] !== queryKey) {
    return refuse(
      { requestError: "INVALID_PAGE_TOKEN" },
      "Page token is invalid.",
      [{ fieldName: "page_token" }],
      token
    )
  }
  const body = JSON.parse(String(row["body"])) as Body
  return row["next"] === null ? body : { ...body, nextPageToken: String(row["next"]) }
}

const forgetOldPages = (world: World): void => {
  world.database.sql
    .prepare(
      `DELETE FROM result_page WHERE query_key NOT IN
       (SELECT query_key FROM result_page GROUP BY query_key ORDER BY max(created) DESC LIMIT ?)`
    )
    .run(storedQueries)
}

export const searchStream = (
  world: World,
  customer: Resource,
  payload: unknown,
  requestId: string
): Response => {
  const request = decodeMessage("services.SearchGoogleAdsStreamRequest", payload)
  const plan = world.plan(customer, text(request, "query"))
  const mask = fieldMask(plan)
  const chunk = (results: readonly Body[]) =>
    JSON.stringify({ ...(results.length > 0 ? { results } : {}), fieldMask: mask, requestId })
  const first = takeRows(world.read(customer, plan), pageRows)
  if (first.length < pageRows) return rawJson(`[${chunk(first)}]`, requestId)
  // The result is too large for one response in memory. A separate snapshot streams it at the client's pace.
  const snapshot = openSnapshot(world)
  const rows = world.read(customer, plan, snapshot)
  let opened = false
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const results = takeRows(rows, pageRows)
      const text = results.length > 0 ? `${opened ? "," : "["}${chunk(results)}` : "]"
      controller.enqueue(Buffer.from(text))
      opened = true
      if (results.length > 0) return
      snapshot.close()
      controller.close()
    },
    cancel: () => {
      rows.return(undefined)
      snapshot.close()
    }
  })
  return rawJson(body, requestId)
}

const rawJson = (body: string | ReadableStream<Uint8Array>, requestId: string): Response =>
  new Response(body, {
    headers: { "content-type": "application/json; charset=UTF-8", "request-id": requestId }
  })

const openSnapshot = (world: World) => {
  const { file } = world.database
  const sql = new DatabaseSync(file, { readOnly: true })
  sql.exec("BEGIN")
  return { sql, file, atomically: <A>(work: () => A) => work(), close: () => sql.close() }
}
