import { describe, expect, it } from "vitest"
import { passwordProblem } from "../../src/access/password-rules.ts"
import { isEmail } from "../../src/access/person-fields.ts"

const olivia = { email: "olivia.berg@northwind.test", name: "Olivia Berg" }

describe("a password", () => {
  it.each([
    "seven quiet herons",
    "correct horse battery",
    "Tr0ub4dor&3-extra",
    "пароль из слов",
    "密码密码不是这个而是另一个",
    "my password is a purple horse",
    "olivia likes long walks",
    "x".repeat(3) + "quiet herons by the sea".repeat(40)
  ])("can be %j", (password) => {
    expect(passwordProblem(password, olivia)).toBeNull()
  })

  it.each([
    ["elevenchars", "at least 12"],
    ["😀😀😀😀😀😀", "at least 12"],
    ["y".repeat(1025), "at most 1024"],
    ["1qaz2wsx3edc", "guessed first"],
    ["Justinbieber", "guessed first"],
    ["aaaaaaaaaaaa", "guessed first"],
    ["abcabcabcabc", "guessed first"],
    ["abcdefghijklmnop", "guessed first"],
    ["123456789012", "guessed first"],
    ["Password1234!", "guessed first"],
    ["qwertyuiop12", "guessed first"],
    ["adwarden2026", "guessed first"],
    ["olivia.berg@northwind.test", "name or e-mail"],
    ["NorthwindOlivia1", "name or e-mail"]
  ])("cannot be %j", (password, problem) => {
    expect(passwordProblem(password, olivia)).toContain(problem)
  })
})

describe("an email address", () => {
  it.each(["a@b.test", "o'brien+x@sub.example.co.uk", "jürgen@bücher.example", "a@localhost"])(
    "may be %j",
    (text) => {
      expect(isEmail(text)).toBe(true)
    }
  )
  it.each([
    "",
    "a",
    "a@",
    "@b",
    "a@b@c",
    "a b@c",
    "a@b\n",
    "a\u0000@b",
    "a@b,c@d",
    "a@-b",
    "a@b.",
    `${"a".repeat(65)}@b`
  ])("cannot be %j", (text) => {
    expect(isEmail(text)).toBe(false)
  })
})
