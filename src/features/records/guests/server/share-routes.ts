import { endShare, sharesOfHorse } from '#features/records/guests/server/sharing-horses.ts'
import { shareEndpoints } from '#features/records/guests/share-contract.ts'
import { idOf } from '#lib/canonical.ts'
import type { App } from '#platform/server/http/http.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'

/** The farrier's side of links to horses. */
export function shareRoutes(app: App) {
  serveMember(app, shareEndpoints.list, ({ tx, actor, params }) => sharesOfHorse(tx, actor, idOf(params.id, 'horse_not_found')))
  serveMember(app, shareEndpoints.end, ({ tx, actor, params }) => endShare(tx, actor, idOf(params.id, 'share_not_found')))
}
