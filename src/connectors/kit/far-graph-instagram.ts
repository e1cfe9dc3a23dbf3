import sharp from 'sharp'
import { type Asked, type By, fieldsOf, requireScopes } from '#connectors/kit/far-graph-asked.ts'
import { type Container, type FarMeta, type FarPage, GraphFault, unseen } from '#connectors/kit/far-graph-people.ts'
import { realMs } from '#lib/clock.ts'

/* For tests only: an Instagram professional account, its containers and its media. It fetches pictures itself. */

const NEEDED = ['instagram_basic', 'instagram_content_publish', 'pages_read_engagement', 'pages_show_list']

/** Undefined: it is nothing of the account's. */
export function readInstagram(meta: FarMeta, { page }: By, path: string, query: URLSearchParams): object | undefined {
  if (!page?.ig) return undefined
  const { id, username } = page.ig
  if (path === id || path.startsWith(`${id}/`)) requireScopes(meta, 'instagram_basic', 'pages_read_engagement')
  if (path === id) return fieldsOf(query, { id, username })
  if (path === `${id}/content_publishing_limit`) {
    requireScopes(meta, 'instagram_content_publish')
    const config = { quota_total: meta.quota, quota_duration: 86_400 }
    const { id: _, ...row } = fieldsOf(query, { id, config, quota_usage: meta.used(id) }) as { id: string }
    return { data: [row] }
  }
  if (path === `${id}/media`) return { data: listed(meta, id, query) }
  const container = meta.containers.get(path)
  if (container?.igId === id) return fieldsOf(query, { id: path, status_code: looked(meta, container) })
  return meta.media.get(path)?.igId === id ? fieldsOf(query, mediaFields(meta, path)) : undefined
}

function mediaFields(meta: FarMeta, id: string) {
  const { caption = '', at = 0 } = meta.media.get(id) ?? {}
  const timestamp = `${new Date(at).toISOString().slice(0, 19)}+0000`
  // Captions come without the @ of names, and those that are empty not at all.
  return { id, caption: caption.replaceAll('@', '') || undefined, timestamp, permalink: `https://www.instagram.com/p/C${id.slice(-8)}/` }
}

function listed(meta: FarMeta, igId: string, query: URLSearchParams) {
  const ids = [...meta.media].filter(([, each]) => each.igId === igId).map(([id]) => id)
  return ids
    .toReversed()
    .slice(0, Number(query.get('limit') ?? 25))
    .map((id) => fieldsOf(query, mediaFields(meta, id), ['limit']))
}

function looked(meta: FarMeta, container: Container) {
  if (container.status === 'IN_PROGRESS') {
    if (meta.lookedAt > 0) meta.lookedAt -= 1
    else container.status = 'FINISHED'
  }
  return container.status
}

/** Undefined: it is nothing of the account's. */
export async function postToInstagram(meta: FarMeta, { ig }: FarPage, { path, text }: Asked): Promise<object | undefined> {
  if (!ig) return undefined
  const form = new URLSearchParams(text)
  if (path === `${ig.id}/media`) return addContainer(meta, ig.id, form)
  return path === `${ig.id}/media_publish` ? publish(meta, ig.id, form) : undefined
}

async function addContainer(meta: FarMeta, igId: string, form: URLSearchParams) {
  requireScopes(meta, ...NEEDED)
  for (const name of form.keys())
    if (!['image_url', 'caption', 'alt_text'].includes(name)) throw new GraphFault(400, 100, `(#100) ${name} is no parameter`)
  const [caption, altText] = [form.get('caption') ?? '', form.get('alt_text') ?? '']
  if ([...new Intl.Segmenter().segment(caption)].length > 2200 || (caption.match(/#\w/g)?.length ?? 0) > 30)
    throw new GraphFault(400, 36004, 'The caption was too long', { subcode: 2207010 })
  if ([...new Intl.Segmenter().segment(altText)].length > 1000) throw new GraphFault(400, 100, '(#100) alt_text is too long')
  const bytes = await fetched(meta, form.get('image_url') ?? '')
  const id = meta.newId()
  meta.containers.set(id, { igId, caption, altText, bytes, status: 'IN_PROGRESS' })
  return { id }
}

async function fetched(meta: FarMeta, url: string): Promise<Buffer> {
  const answer = await meta.fetch(url).catch(() => undefined)
  if (!answer?.ok || answer.headers.get('content-type') !== 'image/jpeg')
    throw new GraphFault(400, 9004, 'The media could not be fetched from this uri', { subcode: 2207052 })
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (bytes.length > 8 * 1024 * 1024) throw new GraphFault(400, 36000, 'The image size is too large.', { subcode: 2207004 })
  const found = await sharp(bytes)
    .metadata()
    .catch(() => null)
  if (found?.format !== 'jpeg') throw new GraphFault(400, 36001, 'The image format is not supported.', { subcode: 2207005 })
  const ratio = found.width / found.height
  if (ratio < 0.8 || ratio > 1.91) throw new GraphFault(400, 36003, 'The aspect ratio is not supported.', { subcode: 2207009 })
  return bytes
}

function publish(meta: FarMeta, igId: string, form: URLSearchParams) {
  requireScopes(meta, ...NEEDED)
  const container = meta.containers.get(form.get('creation_id') ?? '')
  if (container?.igId !== igId) throw unseen('post')
  if (container.status === 'IN_PROGRESS') throw new GraphFault(400, 9007, 'Media ID is not available', { subcode: 2207027 })
  if (container.status !== 'FINISHED') throw new GraphFault(400, 24, 'The media builder has expired.', { subcode: 2207008 })
  if (meta.used(igId) >= meta.quota) throw new GraphFault(400, 9, 'Application request limit reached', { subcode: 2207042 })
  container.status = 'PUBLISHED'
  const { caption, altText, bytes } = container
  const id = meta.newId()
  meta.media.set(id, { igId, caption, altText, bytes, at: realMs() })
  return { id }
}
