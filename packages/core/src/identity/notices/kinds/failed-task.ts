import { pagePaths } from "../../../contract/index.ts"
import { type FailedTask, taskName } from "../../../tasks/task-rows.ts"
import { listed, noticeKind, reasonFor } from "../notice-kind.ts"

const line = ({ error_message, id, type }: FailedTask): string =>
  `${taskName(type)} (task ${id}): ${error_message ?? "It failed."}`

/** Tasks that failed within the last day, except for a broken login, which has its own notice. */
export const failedTaskNotice = noticeKind({
  name: "failed_task",
  about: ["failed_task"],
  roles: ["owner", "admin"],
  emailTells: "new",
  draft: ({ name, slug }, items) => {
    const tasks = items.map(({ task }) => task)
    const single = tasks.length === 1
    return {
      subject: single
        ? `Failed at ${name}: ${taskName(tasks[0]!.type)}`
        : `${tasks.length} tasks failed at ${name}`,
      paragraphs: [
        single ? `A task of ${name} failed.` : `${tasks.length} tasks of ${name} failed.`,
        ...listed(tasks.map(line))
      ],
      button: { label: "Open Adwarden", path: pagePaths.organization(slug), link: null },
      closing: [reasonFor("an owner or admin")]
    }
  }
})
