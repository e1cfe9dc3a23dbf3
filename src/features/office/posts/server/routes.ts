import { postEndpoints } from '#features/office/posts/contract.ts'
import { changePost, createPost, postsPage, removePost, toPost } from '#features/office/posts/server/service.ts'
import { idOf, optionalId } from '#lib/canonical.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { App } from '#platform/server/http/http.ts'
import { linkNext } from '#platform/server/http/paging.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'

export function postRoutes(app: App) {
  serveMember(app, postEndpoints.list, async ({ tx, query, request, reply }) => {
    const { limit } = query
    const [horseId, after] = [optionalId(query.horseId, 'horse_not_found'), optionalId(query.after, 'bad_request')]
    const posts = await postsPage(tx, { horseId, limit, after })
    linkNext(request, reply, posts, limit, (last) => last.id)
    return posts
  })
  serveMember(app, postEndpoints.create, async ({ tx, actor, body }) =>
    toPost(await createPost(tx, actor, body.id ? idOf(body.id, 'bad_request') : uuidv7(), body)),
  )
  serveMember(app, postEndpoints.update, async ({ tx, actor, params, body }) =>
    toPost(await changePost(tx, actor, idOf(params.id, 'post_not_found'), body)),
  )
  serveMember(app, postEndpoints.remove, async ({ tx, actor, params }) => {
    await removePost(tx, actor, idOf(params.id, 'post_not_found'))
  })
}
