import { type Asked, type By, fieldsOf, requireScopes } from '#connectors/kit/far-graph-asked.ts'
import { type FarMeta, type FarPage, GraphFault } from '#connectors/kit/far-graph-people.ts'

/* For tests only: a page of Facebook's, its pictures and its posts. */

const NEEDED = ['pages_manage_posts', 'pages_read_engagement', 'pages_show_list']

/** Undefined: it is nothing of a page's. */
export function readPage(meta: FarMeta, { page: by }: By, id: string, query: URLSearchParams): object | undefined {
  const page = meta.pages.find((each) => each.id === id)
  if (page) return fieldsOf(query, { id, name: page.name })
  const photo = meta.photos.get(id)
  // The field is there for published pictures alone, and not for all of them.
  if (photo && photo.pageId === by?.id)
    return fieldsOf(query, { id, page_story_id: photo.storyId ?? undefined, alt_text_custom: photo.altText })
  const post = meta.pagePostsById.get(id)
  if (!post || post.pageId !== by?.id) return undefined
  requireScopes(meta, 'pages_read_engagement')
  const permalink_url = `https://www.facebook.com/${post.pageId}/posts/${id.split('_')[1]}`
  return fieldsOf(query, { id, message: post.message, permalink_url, is_published: true })
}

/** Undefined: it is nothing of a page's. */
export async function postToPage(meta: FarMeta, page: FarPage, asked: Asked): Promise<object | undefined> {
  if (asked.path === `${page.id}/photos`) return addPhoto(meta, page, asked)
  return asked.path === `${page.id}/feed` ? addPost(meta, page, asked) : undefined
}

async function addPhoto(meta: FarMeta, page: FarPage, { request, bytes }: Asked) {
  requireScopes(meta, ...NEEDED)
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith('multipart/form-data')) throw new GraphFault(400, 324, '(#324) Requires upload file')
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData()
  for (const name of form.keys())
    if (!['published', 'alt_text_custom', 'source'].includes(name)) throw new GraphFault(400, 100, `(#100) ${name} is no parameter`)
  const source = form.get('source')
  if (!(source instanceof File) || form.get('published') !== 'false') throw new GraphFault(400, 324, '(#324) Missing or invalid image file')
  const picture = Buffer.from(await source.arrayBuffer())
  if (picture.readUInt16BE(0) !== 0xffd8 || picture.length > 10_000_000)
    throw new GraphFault(400, 324, '(#324) Missing or invalid image file')
  const id = meta.newId()
  meta.photos.set(id, { pageId: page.id, altText: String(form.get('alt_text_custom') ?? ''), bytes: picture, storyId: null })
  return { id }
}

function addPost(meta: FarMeta, page: FarPage, { text }: Asked) {
  requireScopes(meta, ...NEEDED)
  const form = new URLSearchParams(text)
  for (const name of form.keys())
    if (!['message', 'attached_media'].includes(name)) throw new GraphFault(400, 100, `(#100) ${name} is no parameter`)
  const [media, ...more] = JSON.parse(form.get('attached_media') ?? '[]') as { media_fbid: string }[]
  const photo = meta.photos.get(media?.media_fbid ?? '')
  if (!media || more.length > 0 || photo?.pageId !== page.id || photo.storyId)
    throw new GraphFault(400, 100, '(#100) Invalid parameter', { said: 'The photo does not exist.' })
  const id = `${page.id}_${meta.newId()}`
  photo.storyId = id
  meta.pagePostsById.set(id, { pageId: page.id, message: form.get('message') ?? '', photoId: media.media_fbid })
  return { id }
}
