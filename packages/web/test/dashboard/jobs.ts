/** Something that people come to the dashboard for. */
export interface Job {
  readonly person: "owner" | "admin or marketer" | "developer" | "agency staff"
  readonly does: string
  readonly begins: "the invitation" | "the email" | "the overview" | "the home page"
  /**
   * How many clicks it takes. A click is a click, a choice in a form, or a key that follows a link or submits a form.
   * Typing is none, and neither is opening the page on which the job begins. Who comes from an email signs in first.
   */
  readonly clicks: number
}

/** The jobs of the dashboard. Each is one test in a browser that counts its clicks, and a row of the reference. */
export const jobs = {
  firstDay: {
    person: "owner",
    does: "accept an invitation, connect an ad account, set a cap and see the first figures",
    begins: "the invitation",
    clicks: 12
  },
  reconnect: {
    person: "owner",
    does: "reconnect an ad account that lost its login",
    begins: "the overview",
    clicks: 2
  },
  approve: {
    person: "owner",
    does: "approve a change that an agent asked for",
    begins: "the email",
    clicks: 2
  },
  reject: {
    person: "admin or marketer",
    does: "reject a change with a note",
    begins: "the email",
    clicks: 2
  },
  undo: { person: "owner", does: "undo what the agent did last night", begins: "the overview", clicks: 3 },
  stop: {
    person: "owner",
    does: "stop everything, and later end the stop",
    begins: "the overview",
    clicks: 4
  },
  launch: {
    person: "admin or marketer",
    does: "take a draft from its first failing check to live: seven settings and the launch",
    begins: "the overview",
    clicks: 27
  },
  exclude: {
    person: "admin or marketer",
    does: "exclude two search terms that only cost",
    begins: "the overview",
    clicks: 7
  },
  budget: {
    person: "admin or marketer",
    does: "raise a daily budget",
    begins: "the overview",
    clicks: 4
  },
  key: {
    person: "developer",
    does: "make a key with a preset, copy it, and later revoke it",
    begins: "the overview",
    clicks: 7
  },
  report: {
    person: "admin or marketer",
    does: "read the weekly report and share it by a link",
    begins: "the overview",
    clicks: 4
  },
  outside: {
    person: "admin or marketer",
    does: "accept a change that was made in the ad platform, and take another one back",
    begins: "the overview",
    clicks: 6
  },
  clients: {
    person: "agency staff",
    does: "find the client that is worst, and approve what waits there",
    begins: "the home page",
    clicks: 2
  },
  recommendation: {
    person: "admin or marketer",
    does: "apply a recommendation without one of its parts",
    begins: "the overview",
    clicks: 5
  }
} as const satisfies Readonly<Record<string, Job>>
