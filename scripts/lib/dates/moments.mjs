/**
 * Every weekday, because reports are of weeks, and moments at which date arithmetic is error-prone. A run starts at this instant and its clock continues, so a
 * run that starts before midnight or a clock change also passes it.
 *
 * The demo's accounts are in America/Los_Angeles, America/New_York, America/Chicago and Europe/Dublin.
 */
export const moments = [
  { name: "monday", at: "2027-06-14T12:00:00Z", why: "an ordinary Monday" },
  { name: "tuesday", at: "2027-06-15T12:00:00Z", why: "an ordinary Tuesday" },
  { name: "wednesday", at: "2027-06-16T12:00:00Z", why: "an ordinary Wednesday" },
  { name: "thursday", at: "2027-06-17T12:00:00Z", why: "an ordinary Thursday" },
  { name: "friday", at: "2027-06-18T12:00:00Z", why: "an ordinary Friday" },
  { name: "saturday", at: "2027-06-19T12:00:00Z", why: "an ordinary Saturday" },
  { name: "sunday", at: "2027-06-20T12:00:00Z", why: "an ordinary Sunday" },
  { name: "monday-night", at: "2027-01-11T00:30:00Z", why: "Monday in UTC, still Sunday in America" },
  { name: "us-spring", at: "2027-03-14T09:59:30Z", why: "clocks go forward in Los Angeles" },
  { name: "us-spring-after", at: "2027-03-15T07:30:00Z", why: "half an hour after the day of 23 hours" },
  { name: "us-autumn", at: "2027-11-07T08:59:30Z", why: "clocks go back in Los Angeles" },
  { name: "us-autumn-after", at: "2027-11-08T07:30:00Z", why: "the last half hour of the day of 25 hours" },
  { name: "dublin-spring", at: "2027-03-28T00:59:30Z", why: "clocks go forward in Dublin" },
  { name: "dublin-spring-after", at: "2027-03-28T23:30:00Z", why: "half an hour after the day of 23 hours" },
  { name: "dublin-autumn", at: "2027-10-31T00:59:30Z", why: "clocks go back in Dublin" },
  {
    name: "dublin-autumn-after",
    at: "2027-10-31T23:30:00Z",
    why: "the last half hour of the day of 25 hours"
  },
  { name: "month-end", at: "2027-04-30T23:59:00Z", why: "the last minute of a month" },
  { name: "month-start", at: "2027-05-01T00:00:05Z", why: "the first minute of a month" },
  { name: "year-end", at: "2027-12-31T23:59:00Z", why: "the last minute of a year" },
  { name: "year-start", at: "2028-01-01T00:00:05Z", why: "the first minute of a year" },
  { name: "leap-day", at: "2028-02-29T12:00:00Z", why: "29 February" }
]
