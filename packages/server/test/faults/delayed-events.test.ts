import { describe, expect, it } from "vitest"
import { eventsDefect, explainLostEvent, type Served } from "./delayed-events.ts"

const line = { request_id: "req", status: 503, error: "unavailable", audit: "delayed" } as const
const outage = { fault: "the database crashes", program: null, from: 100, to: 200 }
const answer = { began: 140, answered: 150, status: 503 }
/** A host that answers during an outage and is killed at its end. */
const lost: Served = { life: { started: 0, killed: 190 }, line, stored: [], outages: [outage] }
const defectOf = (served: Served | undefined, of = answer) => explainLostEvent(of, served)

describe("an answer without an audit event", () => {
  it("is explained by an outage of the database and the end of its host", () => {
    expect(defectOf(lost)).toEqual({ outage, killed: 190 })
  })

  it("is also explained if the host was killed after the outage but before it served a request", () => {
    const late = { ...lost, life: { started: 0, killed: 900 }, stored: [{ began: 10, answered: 20 }] }
    expect(defectOf(late)).toEqual({ outage, killed: 900 })
  })

  it.each<[string, Served | undefined]>([
    ["no host logged it", undefined],
    ["it was not refused", { ...lost, line: { ...line, status: 200, error: null } }],
    ["the host reported its event as stored", { ...lost, line: { ...line, audit: undefined as never } }],
    ["its host lives", { ...lost, life: { started: 0, killed: null } }],
    ["the database was there", { ...lost, outages: [] }],
    ["the outage came later", { ...lost, outages: [{ ...outage, from: 160 }] }],
    ["its host started after the outage", { ...lost, life: { started: 300, killed: 400 } }],
    ["its host served another request first", { ...lost, stored: [{ began: 210, answered: 220 }] }]
  ])("is a defect if %s", (_, served) => {
    expect(defectOf(served)).toHaveProperty("defect")
  })

  it("is a defect if its host had served a request since the outage", () => {
    const recovered = { ...lost, life: { started: 0, killed: 900 }, stored: [{ began: 210, answered: 220 }] }
    expect(defectOf(recovered, { ...answer, began: 300, answered: 310 })).toHaveProperty("defect")
  })

  it("is a defect if the client got another status than the host logged", () => {
    expect(defectOf(lost, { ...answer, status: 200 })).toHaveProperty("defect")
  })

  it("is a defect if its host was killed before", () => {
    expect(defectOf({ ...lost, life: { started: 0, killed: 130 } })).toHaveProperty("defect")
  })

  it("is a defect if its host could reach the database for half a minute before it was killed", () => {
    const killedAt = (killed: number, ...later: Served["outages"]) =>
      defectOf({ ...lost, life: { started: 0, killed }, outages: [outage, ...later] })
    expect(killedAt(30_200)).toHaveProperty("outage")
    expect(killedAt(30_201)).toHaveProperty("defect")
    const second = { ...outage, from: 10_000, to: 40_000 }
    expect(killedAt(60_200, second)).toHaveProperty("outage")
    expect(killedAt(60_201, second)).toHaveProperty("defect")
    const lasting = { ...outage, from: 10_000, to: Number.POSITIVE_INFINITY }
    expect(killedAt(900_000, lasting)).toHaveProperty("outage")
  })
})

describe("the events of an answer", () => {
  it.each<[string, number, boolean, ReadonlyArray<number>]>([
    ["one with its status", 200, true, [200]],
    ["one that says `unavailable`", 503, true, [503]],
    ["one of a form that redirects", 303, false, [200]],
    ["that of a read whose commit was not acknowledged", 503, true, [200]],
    ["that of a change and its settlement", 503, false, [200, 503]],
    ["the settlement alone", 503, false, [200]]
  ])("are right: %s", (_, status, isRead, stored) => {
    expect(eventsDefect({ isRead, status }, stored)).toBeNull()
  })

  it.each<[string, number, boolean, ReadonlyArray<number>]>([
    ["another status", 200, true, [503]],
    ["a form that redirects after a refusal", 303, false, [409]],
    ["two for a success", 200, false, [200, 503]],
    ["two for a read", 503, true, [200, 503]],
    ["the same twice", 503, false, [503, 503]],
    ["three", 503, false, [200, 409, 503]]
  ])("are a defect: %s", (_, status, isRead, stored) => {
    expect(eventsDefect({ isRead, status }, stored)).toContain(`answered ${status}`)
  })
})
