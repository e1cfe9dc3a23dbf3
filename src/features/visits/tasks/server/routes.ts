import { taskEndpoints } from '#features/visits/tasks/contract.ts'
import { addTask, changeTask, removeTask, tasksPage, toTask } from '#features/visits/tasks/server/service.ts'
import { idOf, optionalId } from '#lib/canonical.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { App } from '#platform/server/http/http.ts'
import { linkNext } from '#platform/server/http/paging.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'

const taskId = (params: { id: string }) => idOf(params.id, 'task_not_found')

export function taskRoutes(app: App) {
  serveMember(app, taskEndpoints.list, async ({ tx, query, request, reply }) => {
    const { limit, done } = query
    const [horseId, after] = [optionalId(query.horseId, 'horse_not_found'), optionalId(query.after, 'bad_request')]
    const tasks = await tasksPage(tx, { horseId, isDone: done === 'true', limit, after })
    linkNext(request, reply, tasks, limit, (last) => last.id)
    return tasks
  })
  serveMember(app, taskEndpoints.create, async ({ tx, actor, body }) =>
    toTask(await addTask(tx, actor, body.id ? idOf(body.id, 'bad_request') : uuidv7(), body)),
  )
  serveMember(app, taskEndpoints.update, async ({ tx, actor, params, body }) => toTask(await changeTask(tx, actor, taskId(params), body)))
  serveMember(app, taskEndpoints.remove, async ({ tx, actor, params }) => {
    await removeTask(tx, actor, taskId(params))
  })
}
