import { requireMay } from '#features/core/practice/server/require-may.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import { guestEndpoints } from '#features/records/guests/contract.ts'
import { endOther } from '#features/records/guests/server/ending-others.ts'
import { endPortal, inviteClient, inviteClients, portalOfClient } from '#features/records/guests/server/inviting.ts'
import { inviteOther } from '#features/records/guests/server/inviting-others.ts'
import { listOpenings } from '#features/records/guests/server/portal-queries.ts'
import { givePreview } from '#features/records/guests/server/previewing.ts'
import { endManager, inviteManager, portalOfYard } from '#features/records/guests/server/yard-portal.ts'
import { idOf, optionalId } from '#lib/canonical.ts'
import type { App } from '#platform/server/http/http.ts'
import { linkNext } from '#platform/server/http/paging.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'

/** The farrier's side of the portal: who is in, who is invited, what was opened. */
export function portalRoutes(app: App) {
  serveMember(app, guestEndpoints.portal, ({ tx, params }) => portalOfClient(tx, clientOf(params)))
  serveMember(app, guestEndpoints.invite, ({ tx, actor, params, body }) => inviteClient(tx, actor, clientOf(params), body.how))
  serveMember(app, guestEndpoints.inviteAll, async ({ tx, actor, body }) => ({ refused: await inviteClients(tx, actor, body.invites) }))
  serveMember(app, guestEndpoints.end, ({ tx, actor, params, body }) =>
    endPortal(tx, actor, clientOf(params), optionalId(body.personId, 'bad_request') ?? undefined),
  )
  serveMember(app, guestEndpoints.inviteOther, async ({ tx, actor, params, body: { name, horseId, ...other } }) => {
    const { state } = await inviteOther(tx, actor, {
      ...{ ...other, clientId: clientOf(params), toName: name, yardId: null },
      horseId: other.role === 'sharer' ? (optionalId(horseId, 'horse_not_found') ?? null) : null,
    })
    return { state, link: null }
  })
  serveMember(app, guestEndpoints.endOther, async ({ tx, actor, params, body: { role, what, id } }) => {
    requireMay(actor, 'runPortal')
    const [clientId, otherId] = [clientOf(params), idOf(id, 'not_found')]
    await requireClient(tx, clientId)
    await endOther(
      tx,
      actor,
      clientId,
      what === 'invite' ? { inviteId: otherId } : role === 'sharer' ? { grantId: otherId } : { personId: otherId },
    )
    return portalOfClient(tx, clientId)
  })
  serveMember(app, guestEndpoints.preview, async ({ tx, actor, params, reply }) => {
    requireMay(actor, 'runPractice')
    const { id } = await requireClient(tx, clientOf(params))
    givePreview(app, reply, { practiceId: actor.practiceId, clientId: id })
    return { path: '/my' }
  })
  serveMember(app, guestEndpoints.yardPortal, ({ tx, params }) => portalOfYard(tx, yardOf(params)))
  serveMember(app, guestEndpoints.inviteManager, async ({ tx, actor, params, body }) => inviteManager(tx, actor, yardOf(params), body))
  serveMember(app, guestEndpoints.endManager, ({ tx, actor, params, body }) =>
    endManager(tx, actor, yardOf(params), {
      personId: optionalId(body.personId, 'bad_request') ?? undefined,
      inviteId: optionalId(body.inviteId, 'bad_request') ?? undefined,
    }),
  )
  serveMember(app, guestEndpoints.log, async ({ tx, query, request, reply }) => {
    const { limit } = query
    const clientId = optionalId(query.clientId, 'client_not_found')
    const horseId = optionalId(query.horseId, 'horse_not_found')
    const yardId = optionalId(query.yardId, 'yard_not_found')
    const openings = await listOpenings(tx, { clientId, horseId, yardId, limit, after: optionalId(query.after, 'bad_request') })
    linkNext(request, reply, openings, limit, (last) => last.id)
    return openings.map((opening) => ({ ...opening, at: opening.at.toISOString() }))
  })
}

const yardOf = ({ id }: { id: string }) => idOf(id, 'yard_not_found')
const clientOf = ({ id }: { id: string }) => idOf(id, 'client_not_found')
