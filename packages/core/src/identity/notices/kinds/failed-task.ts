import { Effect } from "effect"
import { pagePaths } from "../../../contract/index.ts"
import { type FailedTask, failedTasks, failedTasksOf, taskName } from "../../../tasks/failed-tasks.ts"
import { listed, type NoticeKind, reasonFor } from "../notice-kind.ts"

const line = ({ error_message, id, type }: FailedTask): string =>
  `${taskName(type)} (task ${id}): ${error_message ?? "It failed."}`

/** Tasks that failed within the last day, except for a broken login, which has its own notice. */
export const failedTaskNotice: NoticeKind = {
  name: "failed_task",
  roles: ["owner", "admin"],
  emailTells: "new",
  current: failedTasks,
  draft: ({ id, name, slug }, subjects) =>
    Effect.map(failedTasksOf(id), (all) => {
      const tasks = all.filter((one) => subjects === null || subjects.has(String(one.id)))
      const [first, ...others] = tasks
      if (first === undefined) return null
      const single = others.length === 0
      return {
        subject: single
          ? `Failed at ${name}: ${taskName(first.type)}`
          : `${tasks.length} tasks failed at ${name}`,
        paragraphs: [
          single ? `A task of ${name} failed.` : `${tasks.length} tasks of ${name} failed.`,
          ...listed(tasks.map(line))
        ],
        button: { label: "Open Adwarden", path: pagePaths.organization(slug), link: null },
        closing: [reasonFor("an owner or admin")]
      }
    })
}
