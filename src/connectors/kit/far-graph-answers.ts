import type { IncomingMessage } from 'node:http'
import { type Asked, type By, fieldsOf, requireScopes } from '#connectors/kit/far-graph-asked.ts'
import { postToInstagram, readInstagram } from '#connectors/kit/far-graph-instagram.ts'
import { postToPage, readPage } from '#connectors/kit/far-graph-page.ts'
import { type FarMeta, type FarPage, GraphFault, unseen } from '#connectors/kit/far-graph-people.ts'
import { dialog, exchange } from '#connectors/kit/far-graph-sign-in.ts'
import type { FarAnswer } from '#connectors/kit/far-server.ts'

/* For tests only: what the double of the Graph API answers to whom. */

/** @throws GraphFault */
export async function answerOf(meta: FarMeta, asked: Asked): Promise<FarAnswer> {
  const { request, path, query } = asked
  if (path === 'dialog/oauth') return dialog(meta, query)
  if (path === 'oauth/access_token') return { body: exchange(meta, request.method === 'POST' ? new URLSearchParams(asked.text) : query) }
  if (query.has('access_token')) throw new GraphFault(400, 100, 'a token goes into the header here')
  const by = byToken(meta, request)
  const method = request.method ?? ''
  if (method === 'GET') return { body: read(meta, by, path, query) }
  if (method === 'DELETE') return { body: remove(meta, by, path) }
  const page = requirePage(by)
  return { body: (await postToPage(meta, page, asked)) ?? (await postToInstagram(meta, page, asked)) ?? refuse('post') }
}

const refuse = (what: string): never => {
  throw unseen(what)
}

function byToken(meta: FarMeta, { headers }: IncomingMessage): By {
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
  if (!token) throw new GraphFault(400, 2500, 'An active access token must be used to query information about the current user.')
  const page = meta.pages.find((each) => each.token === token)
  if (!page && !meta.userTokens.has(token)) throw new GraphFault(400, 190, 'Invalid OAuth access token - Cannot parse access token')
  return { page: page ?? null }
}

function requirePage({ page }: By): FarPage {
  if (!page) throw new GraphFault(400, 190, 'A page access token is required to request this resource.')
  return page
}

function read(meta: FarMeta, by: By, path: string, query: URLSearchParams): unknown {
  if (path === 'me') return fieldsOf(query, { id: by.page?.id ?? '10158', name: by.page?.name ?? meta.name })
  if (path === 'me/permissions' && !by.page)
    return { data: [...meta.scopes, 'public_profile'].map((permission) => ({ permission, status: 'granted' })) }
  if (path === 'me/accounts' && !by.page) return accounts(meta, query)
  return readPage(meta, by, path, query) ?? readInstagram(meta, by, path, query) ?? refuse('get')
}

function accounts(meta: FarMeta, query: URLSearchParams) {
  requireScopes(meta, 'pages_show_list')
  const isIgSeen = meta.scopes.has('instagram_basic')
  const data = meta.pages.map(({ id, name, token, tasks, ig }) =>
    fieldsOf(query, { id, name, access_token: token, tasks, instagram_business_account: (isIgSeen && ig) || undefined }, ['limit']),
  )
  return { data, paging: { cursors: { before: 'QVFI', after: 'QVFJ' } } }
}

function remove(meta: FarMeta, by: By, id: string): unknown {
  const { id: pageId, ig } = requirePage(by)
  const [photo, post, media] = [meta.photos.get(id), meta.pagePostsById.get(id), meta.media.get(id)]
  if (photo?.pageId === pageId || post?.pageId === pageId) {
    requireScopes(meta, 'pages_manage_posts', 'pages_read_engagement')
    if (photo) meta.photos.delete(id)
    if (post) meta.pagePostsById.delete(id)
    return { success: true }
  }
  if (!media || media.igId !== ig?.id) throw unseen('delete')
  requireScopes(meta, 'instagram_basic', 'instagram_manage_contents')
  meta.media.delete(id)
  return { success: true, deleted_id: id }
}
