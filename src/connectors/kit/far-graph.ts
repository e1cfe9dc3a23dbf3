import type { IncomingMessage } from 'node:http'
import { answerOf } from '#connectors/kit/far-graph-answers.ts'
import { FarMeta, GraphFault } from '#connectors/kit/far-graph-people.ts'
import { type FarAnswer, startFarServer } from '#connectors/kit/far-server.ts'

/* For tests only: a double of Meta's Graph API and of the sign-in to it, as its reference says they are. It takes nothing that is not there. */

const VERSION = '/v25.0'

const oauthError = (code: number, message: string, more = {}) => ({
  error: { message, type: 'OAuthException', code, ...more, fbtrace_id: 'AmX7Qe2fRk9' },
})
const WORDS = {
  refused: oauthError(190, 'Error validating access token: The session has been invalidated.', { error_subcode: 460 }),
  busy: oauthError(4, '(#4) Application request limit reached', { is_transient: true }),
  otherShape: { data: { id: 7 }, id: ['x'], name: 5, username: null, success: 'maybe', status_code: 9, access_token: 4 },
}

export const facebookDouble = { missing: null, start: () => startGraph('facebook') }
export const instagramDouble = { missing: null, start: () => startGraph('instagram') }

/** Starts it, with Gareth, who looks after a page that an Instagram account is linked to; the credentials are those of the page. */
export async function startGraph(as: 'facebook' | 'instagram') {
  const meta = new FarMeta()
  const far = await startFarServer({ words: WORDS, isWrite, answer: (...asked) => answered(meta, ...asked) })
  const [page] = meta.pages
  if (!page?.ig) throw new Error('no page')
  const seen = as === 'facebook' ? () => meta.pagePosts() : () => meta.igPosts()
  return {
    ...far,
    meta,
    page,
    address: `http://${far.host}`,
    credentials: { key: page.token, address: `http://${far.host}`, account: as === 'facebook' ? page.id : page.ig.id },
    account: as === 'facebook' ? page.name : `@${page.ig.username}`,
    posts: async () => seen(),
    /** Gareth takes the app off his list. */
    revoke: async () => meta.takeOff(),
  }
}

const isWrite = ({ method, url = '' }: IncomingMessage) => method !== 'GET' && !url.includes('/oauth/')

async function answered(meta: FarMeta, request: IncomingMessage, text: string, bytes: Buffer): Promise<FarAnswer> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://double')
  meta.asked.push(`${request.method} ${pathname}`)
  try {
    if (!pathname.startsWith(`${VERSION}/`)) throw new GraphFault(400, 2500, `Unknown path components: ${pathname}`)
    const path = pathname.slice(VERSION.length + 1)
    const fault = meta.nextFault(request.method ?? '', path)
    if (fault) throw fault
    return await answerOf(meta, { request, path, query: searchParams, text, bytes })
  } catch (error) {
    if (!(error instanceof GraphFault)) throw error
    const { status, code, message, subcode, said, headers } = error
    const more = { ...(subcode && { error_subcode: subcode }), ...(said && { error_user_msg: said }) }
    return { status, body: oauthError(code, message, more), ...(headers && { headers }) }
  }
}
