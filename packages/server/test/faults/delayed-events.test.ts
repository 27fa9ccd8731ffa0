import { describe, expect, it } from "vitest"
import { explainLostEvent, type Served } from "./delayed-events.ts"

const line = { request_id: "req", status: 503, error: "unavailable", audit: "delayed" } as const
const outage = { fault: "the database crashes", program: null, from: 100, to: 200 }
const answer = { began: 140, answered: 150 }
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
    expect(defectOf(recovered, { began: 300, answered: 310 })).toHaveProperty("defect")
  })
})
