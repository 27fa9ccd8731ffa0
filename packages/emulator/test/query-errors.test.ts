import { describe, expect, it } from "vitest"
import { code, emulatorForFile } from "./support.ts"

const { client } = await emulatorForFile()

describe("queries that Google rejects", () => {
  const week = "segments.date DURING LAST_7_DAYS"
  const since = "change_event.change_date_time >= '2026-11-01'"
  it.each([
    ["SELECT campaign.nme FROM campaign", { queryError: "UNRECOGNIZED_FIELD" }],
    ["SELECT campaign FROM campaign", { queryError: "UNRECOGNIZED_FIELD" }],
    ["SELECT campaign.network_settings FROM campaign", { queryError: "UNRECOGNIZED_FIELD" }],
    [`SELECT metrics.phone_calls FROM campaign WHERE ${week}`, { queryError: "UNRECOGNIZED_FIELD" }],
    ["SELECT campaign.id FROM campains", { queryError: "BAD_RESOURCE_TYPE_IN_FROM_CLAUSE" }],
    ["SELECT ad_group.id FROM campaign", { queryError: "PROHIBITED_RESOURCE_TYPE_IN_SELECT_CLAUSE" }],
    [
      "SELECT campaign.id FROM campaign WHERE ad_group.id = 1",
      { queryError: "PROHIBITED_RESOURCE_TYPE_IN_WHERE_CLAUSE" }
    ],
    [
      "SELECT asset.id, metrics.clicks FROM asset",
      { queryError: "PROHIBITED_METRIC_IN_SELECT_OR_WHERE_CLAUSE" }
    ],
    [
      `SELECT segments.keyword.info.text FROM campaign WHERE ${week}`,
      { queryError: "PROHIBITED_SEGMENT_IN_SELECT_OR_WHERE_CLAUSE" }
    ],
    ["SELECT campaign.id FROM campaign WHERE campaign.status = 'ON'", { queryError: "BAD_ENUM_CONSTANT" }],
    ["SELECT campaign.id FROM campaign WHERE campaign.id = 'x'", { queryError: "BAD_VALUE" }],
    [
      "SELECT campaign.id FROM campaign WHERE campaign.id LIKE '1%'",
      { queryError: "OPERATOR_FIELD_MISMATCH" }
    ],
    [
      "SELECT campaign.id FROM campaign WHERE campaign.status > 'PAUSED'",
      { queryError: "OPERATOR_FIELD_MISMATCH" }
    ],
    [
      "SELECT metrics.clicks FROM campaign WHERE segments.date = '2026-02-30'",
      { queryError: "INVALID_DATE_FORMAT" }
    ],
    [
      "SELECT metrics.clicks FROM campaign WHERE segments.date DURING LAST_90_DAYS",
      { queryError: "INVALID_VALUE_WITH_DURING_OPERATOR" }
    ],
    [
      "SELECT metrics.clicks FROM campaign WHERE segments.date BETWEEN '2026-02-02' AND '2026-02-01'",
      { queryError: "PROHIBITED_VALUE_COMBINATION_WITH_BETWEEN_OPERATOR" }
    ],
    [
      "SELECT metrics.clicks FROM campaign WHERE segments.month = '2026-02-02'",
      { queryError: "MISALIGNED_DATE_FOR_FILTER" }
    ],
    ["SELECT segments.date, metrics.clicks FROM campaign", { queryError: "EXPECTED_FILTERS_ON_DATE_RANGE" }],
    [
      "SELECT segments.date, metrics.clicks FROM campaign WHERE segments.date >= '2026-11-01'",
      { queryError: "EXPECTED_FILTERS_ON_DATE_RANGE" }
    ],
    [
      `SELECT metrics.clicks FROM campaign WHERE ${week} AND segments.day_of_week = 'MONDAY'`,
      { queryError: "EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE" }
    ],
    [
      `SELECT campaign.id FROM campaign WHERE ${week} ORDER BY metrics.clicks`,
      { queryError: "EXPECTED_REFERENCED_FIELD_IN_SELECT_CLAUSE" }
    ],
    [
      "SELECT campaign.id FROM campaign ORDER BY campaign.labels",
      { queryError: "PROHIBITED_FIELD_IN_ORDER_BY_CLAUSE" }
    ],
    [
      "SELECT change_event.user_email FROM change_event LIMIT 5",
      { changeEventError: "CHANGE_DATE_RANGE_INFINITE" }
    ],
    [
      `SELECT change_event.user_email FROM change_event WHERE ${since} LIMIT 5`,
      { changeEventError: "CHANGE_DATE_RANGE_INFINITE" }
    ],
    [
      `SELECT change_event.user_email FROM change_event WHERE ${since} AND change_event.change_date_time <= '2026-10-01' LIMIT 5`,
      { changeEventError: "CHANGE_DATE_RANGE_NEGATIVE" }
    ],
    [
      "SELECT change_event.user_email FROM change_event WHERE change_event.change_date_time BETWEEN '2026-10-01' AND '2026-11-01' LIMIT 5",
      { changeEventError: "START_DATE_TOO_OLD" }
    ],
    [
      "SELECT change_event.user_email FROM change_event WHERE change_event.change_date_time DURING LAST_14_DAYS",
      { changeEventError: "LIMIT_NOT_SPECIFIED" }
    ],
    [
      "SELECT change_event.user_email FROM change_event WHERE change_event.change_date_time DURING LAST_14_DAYS LIMIT 10001",
      { changeEventError: "INVALID_LIMIT_CLAUSE" }
    ]
  ])("refuses %s", async (query, errorCode) => {
    const response = await client.search(query)
    expect(response.status).toBe(400)
    expect(code(response)).toEqual(errorCode)
    expect(response.body.error.details[0]["@type"]).toBe(
      "type.googleapis.com/google.ads.googleads.v25.errors.GoogleAdsFailure"
    )
    const streamed = await client.stream(query)
    expect(streamed.body[0].error.details[0].errors[0].errorCode).toEqual(errorCode)
  })
})
