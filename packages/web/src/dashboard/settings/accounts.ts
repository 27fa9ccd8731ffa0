import { accountEndpoints, connectEndpoints, organizationOfState, Pages } from "@adwarden/core"
import { pagePaths, routePattern } from "@adwarden/core/contract"
import { Effect } from "effect"
import type { BrowserRequest } from "../../kit/browser-request.ts"
import { formProblems } from "../../kit/form-problems.ts"
import { formPage } from "../../kit/page-route.ts"
import type { PageRouter } from "../../kit/page-router.ts"
import { idIn } from "../../kit/untrusted-values.ts"
import { accountsPage } from "./accounts-page.ts"
import { chooseAccountPage } from "./choose-account-page.ts"

const labels = {
  consent: "The consent",
  state: "The answer",
  refresh_token: "This Google login",
  ad_account: "The account",
  login: "The login"
}

/**
 * /o/{org}/settings/accounts: the ad accounts and logins of the organization; below it, the accounts that a login
 * reaches. /connect/google/callback: where Google sends people back to.
 */
export const adAccounts = (router: PageRouter) =>
  Effect.gen(function* () {
    const pages = yield* Pages
    const accounts = yield* accountEndpoints
    const connect = yield* connectEndpoints
    const path = routePattern(pagePaths.settings(":org", "accounts"))
    const choicePath = routePattern(pagePaths.chooseAccount(":org", ":login"))
    const pageOf = (org: string) =>
      pages.ofOrganization("pages.accounts", org, ({ clearance }) => accounts.pages.overview(clearance))
    const choicesOf = (org: string, login: number) =>
      pages.ofOrganization("pages.choose-account", org, ({ clearance }) =>
        accounts.pages.choices(clearance, login)
      )
    const accountsAgain = (error: { readonly _tag: string }, org: string, request: BrowserRequest) => {
      const problems = formProblems(error, labels)
      return problems === null ? null : formPage(pageOf(org), (page) => accountsPage(page, request, problems))
    }

    router.get(path, {
      name: "pages.accounts",
      invocation: ({ parameters: { org = "" } }) => Effect.succeed({ endpoint: pageOf(org) }),
      render: (page, request) => accountsPage(page, request)
    })
    router.post<unknown>(path, {
      name: "accounts.change",
      redirectsTo: accounts.consentOrigin === "" ? [] : [accounts.consentOrigin],
      invocation: ({ parameters: { org = "" }, session }, form) => {
        const account = form.get("account") ?? ""
        switch (form.get("action")) {
          case "select":
            return Effect.succeed({ endpoint: accounts.select(org, account, "owner") })
          case "unlink":
            return Effect.succeed({ endpoint: accounts.unlink(org, account, "owner") })
          case "disconnect":
            return Effect.succeed({ endpoint: accounts.disconnect(org, idIn(form.get("login")), "owner") })
          default: {
            const login = form.get("login")
            return Effect.succeed({
              endpoint: connect.begin(org, session, login === null ? null : idIn(login))
            })
          }
        }
      },
      render: (out, { parameters: { org = "" } }, form) => {
        // Connecting begins at the platform, whose address it answers with.
        return {
          redirect:
            typeof out === "string"
              ? out
              : `${pagePaths.settings(org, "accounts")}?done=${form.get("action")}`
        }
      },
      showAgain: (error, request) => accountsAgain(error, request.parameters["org"]!, request)
    })

    router.get(pagePaths.connectCallback, {
      name: "accounts.connect",
      invocation: ({ query, session }) => {
        const answer = {
          state: query.get("state") ?? "",
          code: query.get("code"),
          error: query.get("error")
        }
        return Effect.succeed({ endpoint: connect.finish(session, answer) })
      },
      render: ({ accounts: linked, id, organization }) => ({
        redirect:
          linked.length === 0
            ? pagePaths.chooseAccount(organization, id)
            : `${pagePaths.settings(organization, "accounts")}?done=reconnect`
      }),
      showAgain: (error, request) => {
        const org = organizationOfState(request.query.get("state") ?? "")
        return org === null ? null : accountsAgain(error, org, request)
      }
    })

    router.get(choicePath, {
      name: "pages.choose-account",
      invocation: ({ parameters: { login, org = "" } }) =>
        Effect.succeed({ endpoint: choicesOf(org, idIn(login)) }),
      render: (page, request) => chooseAccountPage(page, request)
    })
    router.post<unknown>(choicePath, {
      name: "accounts.link",
      invocation: ({ parameters: { login, org = "" } }, form) =>
        Effect.succeed({
          endpoint: accounts.link(
            org,
            form.get("account") ?? "",
            { id: idIn(login), email: null, refreshToken: null },
            "owner"
          )
        }),
      render: (_, { parameters: { org = "" } }) => ({
        redirect: `${pagePaths.settings(org, "accounts")}?done=link`
      }),
      showAgain: (error, request) => {
        const problems = formProblems(error, labels)
        const { login, org = "" } = request.parameters
        return problems === null
          ? null
          : formPage(choicesOf(org, idIn(login)), (page) => chooseAccountPage(page, request, problems))
      }
    })
  })
