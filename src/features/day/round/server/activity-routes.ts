import { roundEndpoints } from '#features/day/round/contract.ts'
import { activityPage } from '#features/day/round/server/activity.ts'
import { idOf, optionalId } from '#lib/canonical.ts'
import type { App } from '#platform/server/http/http.ts'
import { linkNext } from '#platform/server/http/paging.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'
import { undoActivity } from '#platform/server/undo.ts'

/** The practice's journal, and undoing one of its actions. */
export function activityRoutes(app: App) {
  serveMember(app, roundEndpoints.activity, async ({ tx, actor, query, request, reply }) => {
    const [after, memberId] = [optionalId(query.after, 'bad_request'), optionalId(query.memberId, 'member_not_found')]
    const items = await activityPage(tx, actor, { ...query, after, memberId })
    linkNext(request, reply, items, query.limit, (last) => last.id)
    return items
  })
  serveMember(app, roundEndpoints.undo, ({ tx, actor, params }) => undoActivity(tx, actor, idOf(params.id, 'activity_not_found')))
}
